//! Argo CD objects in YAML: files of a repository, and lists from a cluster.

use std::sync::Arc;

use super::claim::{Claim, ClaimKind, Claims, Destination, Origin, Project};
use crate::text::{Source, Span, Spanned};
use crate::yaml::{Doc, Limits, NodeRef, parse_stream};

/// The Argo CD objects in a text. One that is no YAML, such as a template with
/// `{{`, is searched for their kinds.
#[must_use]
pub fn claims(source: &Arc<Source>, file: &str, origin: Origin) -> Claims {
    let mut found = Claims::default();
    match parse_stream(source, &Limits::DEFAULT) {
        Ok(docs) => docs.iter().for_each(|doc| read(doc.top(), file, origin, &mut found)),
        Err(_) => unreadable(source, file, origin, &mut found),
    }
    found
}

fn is_argo(node: NodeRef<'_>) -> bool {
    node.get_text("apiVersion").is_some_and(|version| version.starts_with("argoproj.io/"))
}

fn read(node: NodeRef<'_>, file: &str, origin: Origin, found: &mut Claims) {
    let kind = node.get_text("kind").unwrap_or_default();
    match kind {
        "Application" if is_argo(node) => {
            let name = node.get("metadata").and_then(|metadata| metadata.get("name"));
            if let Some(spec) = node.get("spec") {
                found.applications.push(claim(name.unwrap_or(node), spec, ClaimKind::Application, file, origin, &[]));
            }
        }
        "ApplicationSet" if is_argo(node) => application_set(node, file, origin, &mut found.applications),
        "AppProject" if is_argo(node) => found.projects.push(project(node, file, origin)),
        _ if kind.ends_with("List") || node.get("items").is_some() => {
            for item in node.get("items").into_iter().flat_map(|items| items.items().collect::<Vec<_>>()) {
                read(item, file, origin, found);
            }
        }
        _ => {}
    }
}

/// An AppProject. What it does not write, it does not allow.
fn project(node: NodeRef<'_>, file: &str, origin: Origin) -> Project {
    let name = node.get("metadata").and_then(|metadata| metadata.get("name")).unwrap_or(node);
    let list = |field: &str| -> Vec<NodeRef<'_>> {
        node.get("spec").and_then(|spec| spec.get(field)).map(|list| list.items().collect()).unwrap_or_default()
    };
    let text = |node: NodeRef<'_>| Spanned::new(node.text().to_owned(), node.span());
    let destination = |node: NodeRef<'_>| {
        let field = |name: &str| node.get_text(name).unwrap_or_default().to_owned();
        Destination { span: node.span(), namespace: field("namespace"), server: field("server"), name: field("name") }
    };
    Project {
        origin,
        file: file.to_owned(),
        name: text(name),
        repositories: list("sourceRepos").into_iter().map(text).collect(),
        destinations: list("destinations").into_iter().map(destination).collect(),
    }
}

/// Replaces `{{name}}` and `{{.name}}` by the element's values.
fn filled(text: &str, element: &[(String, String)]) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("{{") {
        let Some((inner, behind)) = after.split_once("}}") else { break };
        let name = inner.trim().trim_start_matches('.');
        out.push_str(before);
        match element.iter().find(|(key, _)| key == name) {
            Some((_, value)) => out.push_str(value),
            None => out.push_str(&format!("{{{{{inner}}}}}")),
        }
        rest = behind;
    }
    out.push_str(rest);
    out
}

fn claim(
    name: NodeRef<'_>,
    spec: NodeRef<'_>,
    kind: ClaimKind,
    file: &str,
    origin: Origin,
    element: &[(String, String)],
) -> Claim {
    let nowhere = name.span();
    let text = |node: Option<NodeRef<'_>>, field: &str| {
        let node = node.and_then(|node| node.get(field));
        let (text, span) = node.map_or(("", nowhere), |node| (node.text(), node.span()));
        Spanned::new(filled(text, element), span)
    };
    let sources: Vec<NodeRef<'_>> = match spec.get("sources") {
        Some(sources) => sources.items().collect(),
        None => spec.get("source").into_iter().collect(),
    };
    let (first, destination) = (sources.first().copied(), spec.get("destination"));
    let parameter = |wanted: &str| {
        let parameters = first?.get("plugin")?.get("parameters")?;
        let named = parameters.items().find(|parameter| parameter.get_text("name") == Some(wanted))?;
        named.get_text("string").map(|text| filled(text, element))
    };
    Claim {
        origin,
        kind,
        file: file.to_owned(),
        name: Spanned::new(filled(name.text(), element), name.span()),
        repository: text(first, "repoURL"),
        further: sources.iter().skip(1).map(|source| text(Some(*source), "repoURL")).collect(),
        revision: text(first, "targetRevision"),
        path: text(first, "path"),
        namespace: text(destination, "namespace"),
        server: text(destination, "server"),
        application: parameter("application"),
        environment: parameter("environment"),
    }
}

/// Literal list generators are expanded; a template with any other is kept as
/// it is.
fn application_set(node: NodeRef<'_>, file: &str, origin: Origin, found: &mut Vec<Claim>) {
    let Some(spec) = node.get("spec") else { return };
    let Some(template) = spec.get("template") else { return };
    let name = template.get("metadata").and_then(|metadata| metadata.get("name")).unwrap_or(template);
    let Some(inner) = template.get("spec") else { return };
    let generators: Vec<NodeRef<'_>> =
        spec.get("generators").map(|generators| generators.items().collect()).unwrap_or_default();
    for generator in generators {
        let list = generator.get("list").filter(|_| generator.entries().count() == 1);
        let elements =
            list.and_then(|list| list.get("elements")).filter(|_| list.is_some_and(|list| list.entries().count() == 1));
        match elements {
            Some(elements) => {
                for element in elements.items() {
                    let values: Vec<(String, String)> = element
                        .entries()
                        .map(|(key, value)| (key.text().to_owned(), value.text().to_owned()))
                        .collect();
                    let made = claim(name, inner, ClaimKind::Application, file, origin, &values);
                    let is_open = [&made.name, &made.repository, &made.path, &made.namespace]
                        .iter()
                        .any(|field| field.value.contains("{{"));
                    let kind = if is_open { ClaimKind::Generator } else { ClaimKind::Application };
                    found.push(Claim { kind, ..made });
                }
            }
            None => found.push(claim(name, inner, ClaimKind::Generator, file, origin, &[])),
        }
    }
    if spec.get("templatePatch").is_some() {
        found.push(claim(name, inner, ClaimKind::Generator, file, origin, &[]));
    }
}

/// A text that is no YAML: with every `{{…}}` taken out it may be; else its
/// lines are searched.
fn unreadable(source: &Arc<Source>, file: &str, origin: Origin, found: &mut Claims) {
    let text = source.text();
    if let Some(plain) = without_templates(text) {
        let plain = Source::detached(plain);
        if let Ok(docs) = parse_stream(&plain, &Limits::DEFAULT) {
            docs.iter().for_each(|doc: &Doc| read(doc.top(), file, origin, found));
            // Places in the text with holes are not those of the file: the line of the kind is near enough.
            let span = kind_line(source).unwrap_or(Span::new(source.id(), 0, 0));
            for claim in &mut found.applications {
                claim.name.span = span;
                let fields = [
                    &mut claim.repository,
                    &mut claim.revision,
                    &mut claim.path,
                    &mut claim.namespace,
                    &mut claim.server,
                ];
                fields.into_iter().for_each(|field| field.span = span);
                claim.kind = ClaimKind::Generator;
            }
            for project in &mut found.projects {
                project.name.span = span;
                project.repositories.iter_mut().for_each(|repository| repository.span = span);
                project.destinations.iter_mut().for_each(|destination| destination.span = span);
            }
            return;
        }
    }
    let Some(span) = kind_line(source) else { return };
    let field = || Spanned::new(String::new(), span);
    found.applications.push(Claim {
        origin,
        kind: ClaimKind::Unreadable,
        file: file.to_owned(),
        name: Spanned::new(file.to_owned(), span),
        repository: Spanned::new(text.to_owned(), span),
        further: Vec::new(),
        revision: field(),
        path: field(),
        namespace: field(),
        server: field(),
        application: None,
        environment: None,
    });
}

/// Lines that are nothing but a template's control are dropped, other places
/// keep their braces as text.
fn without_templates(text: &str) -> Option<String> {
    if !text.contains("{{") {
        return None;
    }
    let mut out = String::new();
    for line in text.split_inclusive('\n') {
        let content = line.trim();
        if content.starts_with("{{") && content.ends_with("}}") {
            out.push('\n');
            continue;
        }
        // Braces would start a flow mapping; a word with them inside does not.
        out.push_str(&line.replace(": {{", ": x{{").replace("- {{", "- x{{"));
    }
    Some(out)
}

fn kind_line(source: &Source) -> Option<Span> {
    let mut start = 0;
    for line in source.text().split_inclusive('\n') {
        let content = line.trim();
        let kind = content.trim_start_matches("- ").strip_prefix("kind:").or_else(|| content.strip_prefix("\"kind\":"));
        let kind = kind.map(|kind| kind.trim_matches([' ', '"', '\'', ',']));
        if kind.is_some_and(|kind| matches!(kind, "Application" | "ApplicationSet" | "AppProject")) {
            let len = u32::try_from(line.trim_end().len()).unwrap_or(0);
            return Some(Span::new(source.id(), u32::try_from(start).unwrap_or(u32::MAX), len));
        }
        start += line.len();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(String, ClaimKind)> {
        let claims = claims(&Source::detached(text), "f.yaml", Origin::Repository);
        claims.applications.into_iter().map(|claim| (claim.name.value, claim.kind)).collect()
    }

    const TEMPLATE: &str =
        "  template:\n    metadata: {name: 'kubeflow-{{name}}'}\n    spec:\n      source: {repoURL: r, path: p}\n";

    #[test]
    fn applications_are_found_in_lists_and_streams() {
        let one = "apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: a}\nspec: {}\n";
        let list = "apiVersion: v1\nkind: List\nitems:\n- apiVersion: argoproj.io/v1alpha1\n  kind: Application\n  metadata: {name: b}\n  spec: {}\n";
        let found = read(&format!("{one}---\n{list}---\nkind: Application\n"));
        assert_eq!(found, [("a".to_owned(), ClaimKind::Application), ("b".to_owned(), ClaimKind::Application)]);
    }

    #[test]
    fn literal_lists_are_expanded_and_other_generators_kept_open() {
        let set = |generator: &str| {
            format!(
                "apiVersion: argoproj.io/v1alpha1\nkind: ApplicationSet\nspec:\n  generators:\n  - {generator}\n{TEMPLATE}"
            )
        };
        assert_eq!(
            read(&set("list: {elements: [{name: core}]}")),
            [("kubeflow-core".to_owned(), ClaimKind::Application)]
        );
        assert_eq!(read(&set("clusters: {}")), [("kubeflow-{{name}}".to_owned(), ClaimKind::Generator)]);
        assert_eq!(
            read(&set("list: {elements: [{other: x}]}")),
            [("kubeflow-{{name}}".to_owned(), ClaimKind::Generator)]
        );
    }

    #[test]
    fn templates_that_are_no_yaml_are_searched() {
        let text = "{{ if .x }}\napiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata:\n  name: {{ .name }}\nspec: {}\n{{ end }}\n";
        assert_eq!(read(text), [("x{{ .name }}".to_owned(), ClaimKind::Generator)]);
        assert_eq!(read("a: [\nkind: Application\n"), [("f.yaml".to_owned(), ClaimKind::Unreadable)]);
    }
}
