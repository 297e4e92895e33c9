//! The rule book as tests: each names its rule, example or decided ambiguity.

mod game;
mod position;

mod ch01_frame;
mod ch02_components;
mod ch03_setup;
mod ch04_division;
mod ch05_control;
mod ch06_paying;
mod ch07_tiles;
mod ch08_titles;
mod ch09_end;
mod ch10_information;
mod ch11_randomness;
mod ch12_model;
mod ch13_division_examples;
mod ch13_payment_examples;
mod ch13_scoring_examples;
mod ch14_ambiguities;
mod ch15_options;
