//! `explain`: what checks refuse.

use crate::check::{ALL, find};
use crate::text::did_you_mean;

/// What the check called `id` refuses and why, or a line for each check.
///
/// # Errors
/// When there is no such check: what to say about it.
pub fn explain(id: Option<&str>) -> Result<String, String> {
    let Some(id) = id else {
        return Ok(ALL
            .iter()
            .map(|check| format!("{:<40} {:<8} {}\n", check.id, check.severity, check.summary))
            .collect());
    };
    match find(id) {
        Some(check) => {
            Ok(format!("{} ({})\n\n{}\n\n{}\n", check.id, check.severity, capitalised(check.summary), check.docs))
        }
        None => {
            let near = did_you_mean(id, ALL.iter().map(|check| check.id.as_str()));
            let hint = near.map_or_else(
                || "`quintet explain` lists all checks".to_owned(),
                |near| format!("did you mean `{near}`?"),
            );
            Err(format!("there is no check `{id}`: {hint}"))
        }
    }
}

/// The page of all checks, as Markdown: `docs/checks.md`.
#[must_use]
pub fn checks_page() -> String {
    let mut page =
        "# Checks\n\nWhat `quintet check` refuses. Written by `QUINTET_ACCEPT=1 cargo test --test it explain` from the checks themselves.\n"
            .to_owned();
    let mut family = "";
    for check in ALL {
        if check.id.family() != family {
            family = check.id.family();
            page.push_str(&format!("\n## {family}\n"));
        }
        page.push_str(&format!(
            "\n### `{}`\n\n{} ({}).\n\n{}\n",
            check.id,
            capitalised(check.summary),
            check.severity,
            check.docs
        ));
    }
    page
}

fn capitalised(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map(|first| first.to_uppercase().chain(rest).collect()).unwrap_or_default()
}
