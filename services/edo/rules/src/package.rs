//! What a player starts with.

use core::fmt;

use crate::goods::Price;
use crate::indexed::indexed;
use crate::tables::PACKAGES;

indexed! {
    /// A package of money and resources for the start.
    Package,
    /// A set of packages.
    PackageSet,
    PACKAGES
}

impl Package {
    /// What is in it.
    pub fn contents(self) -> Price {
        PACKAGES[self.index()].contents
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
