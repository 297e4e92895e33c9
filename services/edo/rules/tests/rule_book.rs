//! The rule book as tests: each names its rule, example or decided ambiguity.

mod game;
mod position;

mod ch01_provenance;
mod ch02_components;
mod ch03_board;
mod ch03_cards;
mod ch04_setup;
mod ch05_actions;
mod ch05_planning;
mod ch05_upkeep;
mod ch06_build;
mod ch06_tasks;
mod ch07_trade;
mod ch08_end;
mod ch09_jiin;
mod ch09_privileges;
mod ch09_relocation;
mod ch09_ronin;
mod ch09_together;
mod ch09_tokken;
mod ch10_hidden;
mod ch11_randomness;
mod ch12_base_examples;
mod ch12_module_examples;
mod ch13_ambiguities;
mod ch14_model;
