//! Helpers for tests: a Redis server, ports, captured logs.
