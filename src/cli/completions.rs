//! `quintet completions`

use clap_complete::Shell;

use super::command::Command;
use super::exit::Exit;
use super::options::{Common, Terminal};

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  quintet completions bash > ~/.local/share/bash-completion/completions/quintet
  quintet completions zsh > ~/.zfunc/_quintet      # with fpath=(~/.zfunc $fpath) before compinit
  quintet completions fish > ~/.config/fish/completions/quintet.fish
  quintet completions elvish > ~/.config/elvish/lib/quintet.elv   # with 'use quintet' in rc.elv
  quintet completions powershell > quintet.ps1     # with '. ./quintet.ps1' in the profile

Commands, options and the values that are known beforehand complete, and names of files and folders.

Reads: nothing
Writes: the script, to standard output

Exit codes: 0 written, 2 wrong use")]
pub(super) struct Args {
    /// The shell
    #[arg(value_name = "SHELL", value_enum)]
    shell: Shell,
}

impl Command for Args {
    const NAME: &str = "completions";
    const ABOUT: &str = "Write the script that makes a shell complete this command line";

    fn run(&self, _: &Common, terminal: &Terminal) -> Exit {
        let mut script = Vec::new();
        let mut line = super::whole_command_line();
        clap_complete::generate(self.shell, &mut line, "quintet", &mut script);
        if self.shell == Shell::Fish {
            script.extend(fish_values(&line).into_bytes());
        }
        terminal.write_data(&script)
    }
}

/// What `clap_complete` leaves out for fish: the values of arguments that are no
/// options, in the words of its own functions. No command below another has any.
fn fish_values(line: &clap::Command) -> String {
    let mut script = String::new();
    for command in line.get_subcommands() {
        let values = command.get_positionals().flat_map(|argument| argument.get_possible_values());
        let values: Vec<String> = values.map(|value| value.get_name().to_owned()).collect();
        if !values.is_empty() {
            let condition = format!("__fish_quintet_using_subcommand {}", command.get_name());
            script += &format!("complete -c quintet -n \"{condition}\" -f -a \"{}\"\n", values.join(" "));
        }
    }
    script
}
