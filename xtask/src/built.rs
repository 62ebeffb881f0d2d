//! The programs that `codegen` asks, built together: one after the other they would
//! get other features of the same crates, and cargo would build these twice.

use std::path::PathBuf;

use serde_json::Value;

use crate::command::{self, Place};

/// Where the programs are.
pub(crate) struct Built {
    /// The program, which makes its own manual and completions.
    pub(crate) quintet: PathBuf,
    /// The example that prints the schemas.
    pub(crate) schemas: PathBuf,
}

impl Built {
    /// # Errors
    /// When they cannot be built.
    pub(crate) fn new(place: &Place) -> Result<Self, String> {
        let programs = ["--bin", "quintet", "--example", "schemas", "--features", "json-schema"];
        let mut cargo = place.cargo();
        cargo.args(["build", "--quiet", "--message-format=json-render-diagnostics"]).args(programs);
        let messages = command::output(&mut cargo)?;
        let program = |name| executable(&messages, name).ok_or_else(|| format!("cargo built no program `{name}`"));
        Ok(Self { quintet: program("quintet")?, schemas: program("schemas")? })
    }
}

/// Where cargo says that it put the program `name`.
fn executable(messages: &str, name: &str) -> Option<PathBuf> {
    let messages = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let of_it = messages.filter(|message| message["target"]["name"] == name);
    of_it.filter_map(|message| message["executable"].as_str().map(PathBuf::from)).next_back()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cargo_says_where_a_program_is() {
        let messages = concat!(
            "{\"reason\":\"compiler-artifact\",\"target\":{\"name\":\"a\"},\"executable\":null}\n",
            "{\"reason\":\"compiler-artifact\",\"target\":{\"name\":\"a\"},\"executable\":\"/t/a\"}\n",
            "{\"reason\":\"build-finished\",\"success\":true}\n"
        );
        assert_eq!(executable(messages, "a"), Some(PathBuf::from("/t/a")));
        assert_eq!(executable(messages, "b"), None);
    }
}
