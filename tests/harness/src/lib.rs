//! Starts orchestrators, games and clients for the black-box suites.
