//! The rule book as tests: each names its rule, example or decided ambiguity.

mod game;
mod position;

mod ch01_provenance;
mod ch02_components;
mod ch03_board;
mod ch04_tiles;
mod ch05_setup;
mod ch06_turn;
mod ch07_placing;
mod ch08_figure_exchange;
mod ch09_tile_exchange;
mod ch10_capture;
mod ch11_end;
mod ch12_scoring;
mod ch13_hidden;
mod ch14_randomness;
mod ch15_model;
mod ch16_examples;
mod ch16_scoring_examples;
mod ch17_ambiguities;
mod ch18_options;
