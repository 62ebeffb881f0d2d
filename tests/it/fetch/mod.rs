//! `pin fetch` and `--fetch` against servers on loopback: those that behave,
//! those that do not, and processes that are killed in between.

mod cache;
mod commits;
mod files;
mod kubeflow;
mod login;
mod site;
mod update;
