//! Figures, and small collections of them.

kit_rules::variants! {
    pub enum Figure {
        Helmet = "helmet",
        Buddha = "buddha",
        /// A rice field.
        Rice = "rice",
    }
}

kit_rules::index_set! {
    /// Figures of different types, as they stand in one settlement.
    pub struct FigureSet(u8) of Figure
}

kit_rules::index_counts! {
    pub struct FigureCounts(u8) of Figure
}

impl Figure {
    /// One of them, for people.
    pub const fn with_article(self) -> &'static str {
        match self {
            Self::Helmet => "a helmet",
            Self::Buddha => "a buddha",
            Self::Rice => "a rice field",
        }
    }
}

impl FigureCounts {
    /// So many helmets, buddhas and rice fields.
    pub const fn new(helmets: u8, buddhas: u8, rice: u8) -> Self {
        Self([helmets, buddhas, rice])
    }

    /// The same number of each type.
    pub const fn each(count: u8) -> Self {
        Self([count; Figure::COUNT])
    }
}
