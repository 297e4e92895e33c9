//! Turns any game into a gRPC RulesService.
