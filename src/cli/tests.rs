//! What every command says about itself: held for the whole tree at once, so that
//! neither a new command nor a changed option can leave help behind.

use clap::Command;

use super::whole_command_line;

/// Every command with the words it is called by; help itself is left out.
fn all() -> Vec<(String, Command)> {
    let mut line = whole_command_line().disable_help_subcommand(true);
    line.build();
    let (mut waiting, mut all) = (vec![line], Vec::new());
    while let Some(command) = waiting.pop() {
        waiting.extend(command.get_subcommands().cloned());
        all.push((command.get_bin_name().unwrap_or("quintet").to_owned(), command));
    }
    all.sort_by(|(one, _), (other, _)| one.cmp(other));
    all
}

/// The paragraph of the text after the options that begins with `start`.
fn paragraph(command: &Command, start: &str) -> Option<String> {
    let text = command.get_after_help()?.to_string();
    text.split("\n\n").find_map(|paragraph| paragraph.strip_prefix(start)).map(str::to_owned)
}

/// The commands of a line as a shell would start them, without what redirects
/// them. Substitutions are one word; nothing is expanded.
fn commands(line: &str) -> Vec<Vec<String>> {
    let mut found = vec![Vec::new()];
    let (mut word, mut letters): (Option<String>, _) = (None, line.chars().peekable());
    let end_word = |word: &mut Option<String>, found: &mut Vec<Vec<String>>| {
        found.last_mut().expect("never empty").extend(word.take());
    };
    while let Some(letter) = letters.next() {
        match letter {
            '\'' | '"' => {
                let word = word.get_or_insert_default();
                word.extend(letters.by_ref().take_while(|&inside| inside != letter));
            }
            '|' | '&' | ';' => {
                end_word(&mut word, &mut found);
                found.push(Vec::new());
            }
            '>' | '<' => {
                end_word(&mut word, &mut found);
                while letters.next_if(|letter| letter.is_whitespace()).is_some() {}
                while letters.next_if(|letter| !letter.is_whitespace()).is_some() {}
            }
            '#' if word.is_none() => break,
            letter if letter.is_whitespace() => end_word(&mut word, &mut found),
            letter => word.get_or_insert_default().push(letter),
        }
    }
    end_word(&mut word, &mut found);
    found.retain(|words| !words.is_empty());
    found
}

#[test]
fn lines_are_split_as_shells_split_them() {
    let split = |line| commands(line).iter().map(|words| words.join("·")).collect::<Vec<_>>();
    assert_eq!(split("a --b \"$(c d)\" 'e f'g"), ["a·--b·$(c d)·e fg"]);
    assert_eq!(split("a x | b - && c > d e  # f | g"), ["a·x", "b·-", "c·e"]);
    assert_eq!(split("a b#c"), ["a·b#c"]);
}

#[test]
fn every_command_has_examples_and_they_parse() {
    for (path, command) in all() {
        let examples = paragraph(&command, "Examples:\n").unwrap_or_else(|| panic!("{path} has no examples"));
        assert!(examples.lines().all(|line| line.starts_with("  ")), "{path}: {examples}");
        let own = |line: &str| line.trim_start() == path || line.trim_start().starts_with(&format!("{path} "));
        assert!(examples.lines().any(own), "{path}: no example begins with `{path}`");
        let called: Vec<_> = examples.lines().flat_map(commands).filter(|words| words[0] == "quintet").collect();
        for words in called {
            // Only an example of help itself ends in help.
            let parsed = whole_command_line().try_get_matches_from(&words);
            let is_help = words.get(1).is_some_and(|word| word == "help");
            assert!(parsed.is_ok() || is_help, "{path}: `{}`: {}", words.join(" "), parsed.unwrap_err());
        }
    }
}

#[test]
fn every_command_says_what_it_reads_writes_and_ends_with() {
    for (path, command) in all() {
        let files = paragraph(&command, "Reads: ").unwrap_or_else(|| panic!("{path} does not say what it reads"));
        assert!(files.contains("\nWrites: "), "{path} does not say what it writes");
        let codes = paragraph(&command, "Exit codes: ").unwrap_or_else(|| panic!("{path} has no exit codes"));
        let codes: Vec<_> =
            codes.split(", ").filter_map(|code| code.chars().next()).filter(char::is_ascii_digit).collect();
        assert!(codes.starts_with(&['0']) && codes.contains(&'2'), "{path}: {codes:?}");
        assert!(codes.is_sorted() && codes.iter().all(|code| ('0'..='3').contains(code)), "{path}: {codes:?}");
    }
}

#[test]
fn texts_begin_with_a_capital_and_have_no_dot_at_the_end() {
    let mut wrong = Vec::new();
    let mut look = |whose: &str, text: Option<String>| match text {
        Some(text) if !text.starts_with(|first: char| first.is_lowercase()) && !text.trim_end().ends_with('.') => {}
        other => wrong.push(format!("{whose}: {other:?}")),
    };
    for (path, command) in all() {
        // The first line of the program is a sentence.
        if path != "quintet" {
            look(&path, command.get_about().map(ToString::to_string));
        }
        for argument in command.get_arguments() {
            look(&format!("{path} {argument}"), argument.get_help().map(ToString::to_string));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn arguments_that_are_made_late_are_the_same() {
    let mut late = super::command_line();
    late.build();
    let names = |line: &Command| line.get_subcommands().map(|one| one.get_name().to_owned()).collect::<Vec<_>>();
    let mut whole = whole_command_line();
    whole.build();
    assert_eq!(names(&late), names(&whole));
    whole.debug_assert();
}
