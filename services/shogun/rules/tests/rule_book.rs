//! The rule book as tests: each names its rule, example, slip or decided doubt.

mod game;
mod position;

mod ch01_components;
mod ch02_setup;
mod ch03_structure;
mod ch04_planning;
mod ch05_events_and_order;
mod ch06_acting;
mod ch07_actions;
mod ch08_tower;
mod ch09_battles;
mod ch10_winter;
mod ch11_scoring;
mod ch12_end;
mod ch13_hidden;
mod ch14_randomness;
mod ch15_decisions;
mod ch16_examples;
mod ch16_tower_examples;
mod ch17_ambiguities;
mod ch17_slips;
