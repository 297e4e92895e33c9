//! The games that ship with Bakufu.
