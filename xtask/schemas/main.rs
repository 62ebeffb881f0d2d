//! Prints the schemas of all files as one JSON object, by the names of their
//! files: what `cargo xtask codegen` writes to `docs/schema`.
#![allow(clippy::print_stdout, reason = "it is there to print")]

fn main() {
    let schemas = quintet::ops::file_schemas();
    println!("{}", serde_json::to_string(&schemas).expect("texts are JSON"));
}
