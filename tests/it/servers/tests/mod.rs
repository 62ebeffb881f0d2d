//! The servers keep what they promise, to clients that are not ours.

mod ends;
mod files;
mod git;
mod proxy;
mod python;
