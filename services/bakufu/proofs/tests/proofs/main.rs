//! Short rounds of the experiments.

mod leaks;
