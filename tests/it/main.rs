//! Wiring: what several rooms do together, and the data the platform is held to.

mod cases;
mod cli_build;
mod cli_render;
mod closed_set;
mod command;
mod corpus;
mod determinism;
mod entry_points;
mod export;
mod hostile;
mod mirror;
mod output_folder;
mod own_cases;
mod platform;
mod properties;
mod realworld;
mod remote_spec;
mod report;
mod restyle;
mod schema_checks;
mod shared;
mod snapshot;
mod tidy;
mod yaml_emission;
mod yaml_input;
