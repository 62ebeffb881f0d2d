//! The repository's own commands. One file each; `COMMANDS` lists them.
#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "developer tools read, write and print wherever they need to"
)]

mod bench;
mod built;
mod ci;
mod codegen;
mod command;
mod command_line;
mod conformance;
mod fresh_debian;
mod fuzz;
mod fuzz_seeds;
mod generated_folder;
mod json_schemas;
mod oracle;
mod rules;
mod tidy;

use std::process::ExitCode;

use command::{Command, Place};

/// Every command, sorted by name.
const COMMANDS: &[Command] = &[
    bench::COMMAND,
    ci::COMMAND,
    codegen::COMMAND,
    conformance::COMMAND,
    fresh_debian::COMMAND,
    fuzz::COMMAND,
    oracle::COMMAND,
    tidy::COMMAND,
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some((name, rest)) = arguments.split_first().filter(|(name, _)| !matches!(name.as_str(), "help" | "--help"))
    else {
        print!("{}", help());
        return ExitCode::SUCCESS;
    };
    let Some(command) = COMMANDS.iter().find(|command| command.name == name) else {
        eprint!("error: no command `{name}`\n\n{}", help());
        return ExitCode::from(2);
    };
    match (command.run)(&Place::of_the_repository(), rest) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn help() -> String {
    let mut text = String::from("cargo xtask COMMAND\n\n");
    for command in COMMANDS {
        text.push_str(&format!("  {:<40} {}\n", format!("{} {}", command.name, command.usage), command.summary));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_sorted_and_all_in_the_help() {
        assert!(COMMANDS.is_sorted_by(|a, b| a.name < b.name));
        let help = help();
        assert!(COMMANDS.iter().all(|command| help.contains(command.summary)));
    }
}
