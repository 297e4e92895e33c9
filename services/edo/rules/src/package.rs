//! Packages that players start with.

use core::fmt;

use crate::goods::Price;
use crate::tables::PACKAGES;

kit_rules::indexed! {
    /// A package of money and resources for the start.
    pub struct Package: PackageFacts in PACKAGES
}

kit_rules::index_set! {
    pub struct PackageSet(u32) of Package
}

impl Package {
    pub fn contents(self) -> Price {
        self.facts().contents
    }
}

impl fmt::Display for Package {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "package {} ({})", self.id(), self.contents())
    }
}

/// A row of the generated table.
pub(crate) struct PackageFacts {
    pub id: &'static str,
    pub contents: Price,
}
