//! House rules, checked by reading the workspace.
