//! Label selectors as objects write them: `matchLabels` and `matchExpressions`.

use std::collections::BTreeMap;

use crate::yaml::NodeRef;

/// Whether `labels` are what `selector` asks for; an absent or empty one asks
/// for nothing. An operator nobody knows asks for what nothing has: the API
/// server refuses it.
pub(super) fn selects(selector: Option<NodeRef<'_>>, labels: &BTreeMap<String, String>) -> bool {
    let Some(selector) = selector else { return true };
    let by_label = selector.get("matchLabels").is_none_or(|wanted| has_all(wanted, labels));
    by_label
        && selector.get("matchExpressions").is_none_or(|list| list.items().all(|expression| holds(expression, labels)))
}

/// Whether `labels` have every entry of the mapping `wanted`.
pub(super) fn has_all(wanted: NodeRef<'_>, labels: &BTreeMap<String, String>) -> bool {
    wanted.entries().all(|(key, value)| labels.get(key.text()).is_some_and(|label| label == value.text()))
}

fn holds(expression: NodeRef<'_>, labels: &BTreeMap<String, String>) -> bool {
    let label = expression.get_text("key").and_then(|key| labels.get(key));
    let is_listed = |label: &String| {
        expression.get("values").is_some_and(|values| values.items().any(|value| value.text() == label))
    };
    match expression.get_text("operator") {
        Some("In") => label.is_some_and(is_listed),
        Some("NotIn") => !label.is_some_and(is_listed),
        Some("Exists") => label.is_some(),
        Some("DoesNotExist") => label.is_none(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::SourceMap;
    use crate::yaml::{Limits, parse_single};

    #[track_caller]
    fn check(selector: &str, expected: bool) {
        let labels = [("a".to_owned(), "1".to_owned()), ("b".to_owned(), String::new())].into();
        let source = SourceMap::new().add("selector", selector);
        let doc = parse_single(&source, &Limits::DEFAULT).expect("YAML").expect("a document");
        assert_eq!(selects(Some(doc.top()), &labels), expected, "{selector}");
    }

    #[test]
    fn all_of_a_selector_must_hold() {
        check("{}", true);
        check("{matchLabels: {a: '1', b: ''}}", true);
        check("{matchLabels: {a: '2'}}", false);
        check("{matchExpressions: [{key: a, operator: In, values: ['1', '2']}]}", true);
        check("{matchExpressions: [{key: c, operator: NotIn, values: ['1']}]}", true);
        check("{matchExpressions: [{key: a, operator: Exists}, {key: b, operator: DoesNotExist}]}", false);
        check("{matchExpressions: [{key: a, operator: Equals}]}", false);
        assert!(selects(None, &BTreeMap::new()));
    }
}
