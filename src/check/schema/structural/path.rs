//! Field paths as `yaml::route` reads them.

/// A step into a value.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step<'a> {
    Field(&'a str),
    /// An item with its number, and its name if it has one: that stays when
    /// other items come and go.
    Item(usize, Option<&'a str>),
}

/// The dotted path of `steps`.
pub(super) fn dotted(steps: &[Step<'_>]) -> String {
    let parts: Vec<String> = steps
        .iter()
        .map(|step| match step {
            Step::Field(name) if name.contains('.') => format!("[{name}]"),
            Step::Field(name) => (*name).to_owned(),
            Step::Item(_, Some(name)) if !name.is_empty() && !name.contains(['[', ']', '=', '\n']) => {
                format!("[name={name}]")
            }
            Step::Item(number, _) => number.to_string(),
        })
        .collect();
    parts.join(".")
}

#[cfg(test)]
mod tests {
    use super::{Step, dotted};
    use crate::yaml::route::split_dotted;

    #[test]
    fn routes_read_the_paths() {
        let steps = [
            Step::Field("spec"),
            Step::Field("a.b/c"),
            Step::Item(0, Some("x.y")),
            Step::Item(2, Some("x=y")),
            Step::Item(3, None),
        ];
        let path = dotted(&steps);
        assert_eq!(path, "spec.[a.b/c].[name=x.y].2.3");
        assert_eq!(split_dotted(&path), ["spec", "a.b/c", "[name=x.y]", "2", "3"]);
    }
}
