//! Finding and reading the kustomization file of a folder.
//!
//! Follows api v0.21.1 `internal/target/kusttarget.go` and
//! `types/kustomization.go`.

use super::Kustomization;
use crate::kustomize::Context;
use crate::kustomize::error::{Cause, Failure, Result};
use crate::kustomize::loader::Loader;
use crate::text::Span;
use crate::vfs::TreeError;
use crate::yaml::{self, Dialect, NodeRef};

pub(super) const FILE_NAMES: [&str; 3] = ["kustomization.yaml", "kustomization.yml", "Kustomization"];
const KIND: &str = "Kustomization";
const COMPONENT: &str = "Component";

/// Deprecated fields and what to write instead.
const DEPRECATED: [(&str, &str); 6] = [
    ("bases", "resources"),
    ("commonLabels", "labels"),
    ("imageTags", "images"),
    ("patchesJson6902", "patches"),
    ("patchesStrategicMerge", "patches"),
    ("vars", "replacements"),
];

/// A kustomization file, read and checked.
#[derive(Debug)]
pub(crate) struct Loaded {
    /// The file's content.
    pub(crate) kustomization: Kustomization,
    /// The name of the file in its folder.
    pub(crate) file_name: &'static str,
}

impl Loaded {
    /// Whether the file is a component.
    pub(crate) fn is_component(&self) -> bool {
        self.kustomization.kind.value == COMPONENT
    }
}

/// Reads the one kustomization file of the loader's folder.
///
/// # Errors
/// When there is none or more than one, or it does not follow the rules.
pub(crate) fn load(loader: &Loader<'_>, context: &Context<'_>) -> Result<Loaded> {
    let mut found = None;
    let mut unreadable = None;
    for name in FILE_NAMES {
        let bytes = match loader.load_bytes(name, context) {
            Ok(bytes) => bytes,
            // Whatever cannot be read is not there, as for kustomize.
            Err(failure) => {
                if !matches!(&*failure.cause, Cause::Read { source: TreeError::NotFound { .. }, .. }) {
                    unreadable.get_or_insert(failure);
                }
                continue;
            }
        };
        if let Some((other, _)) = &found {
            return Err(Cause::invalid_with_help(
                "kustomize::many-kustomizations",
                format!("`{}` holds both `{other}` and `{name}`", loader.display()),
                "keep one of them",
            )
            .into());
        }
        found = Some((name, bytes));
    }
    let Some((file_name, bytes)) = found else {
        let nothing = || Cause::NoKustomization { dir: loader.display().into() }.into();
        return Err(unreadable.unwrap_or_else(nothing));
    };
    let source = loader.add_text(file_name, bytes, context)?;
    let span = Span::new(source.id(), 0, 0);
    let document = yaml::parse_text(&source, &context.options.limits)?;
    let document = document.filter(|document| !document.top().is_null());
    let Some(document) = document else { return Err(empty(span)) };
    let top = document.top();
    let mut kustomization: Kustomization = yaml::from_node(top, Dialect::KUSTOMIZATION)?;
    warn_of_deprecated(top, context);
    if says_nothing(top) {
        return Err(empty(span));
    }
    kustomization.fix();
    check_type(&mut kustomization)?;
    Ok(Loaded { kustomization, file_name })
}

fn empty(span: Span) -> Failure {
    Failure::from(Cause::invalid_with_help(
        "kustomize::empty-kustomization",
        "the kustomization is empty",
        "name at least one resource",
    ))
    .at(span)
}

fn check_type(kustomization: &mut Kustomization) -> Result<()> {
    let kind = &mut kustomization.kind;
    if kind.value.is_empty() {
        KIND.clone_into(&mut kind.value);
    }
    if kind.value != KIND && kind.value != COMPONENT {
        let message = format!("`kind` must be `{KIND}` or `{COMPONENT}`, not `{}`", kind.value);
        return Err(Failure::from(Cause::invalid("kustomize::wrong-kind", message)).at(kind.span));
    }
    let version = if kind.value == COMPONENT { "v1alpha1" } else { "v1beta1" };
    let wanted = format!("kustomize.config.k8s.io/{version}");
    let given = &kustomization.api_version;
    if !given.value.is_empty() && given.value != wanted {
        let message = format!("`apiVersion` of a {} must be `{wanted}`, not `{}`", kind.value, given.value);
        return Err(Failure::from(Cause::invalid("kustomize::wrong-api-version", message)).at(given.span));
    }
    Ok(())
}

fn fields<'a>(top: NodeRef<'a>, name: &'static str) -> impl Iterator<Item = (NodeRef<'a>, NodeRef<'a>)> {
    top.entries().filter(move |(key, value)| key.text().eq_ignore_ascii_case(name) && !value.is_null())
}

fn warn_of_deprecated(top: NodeRef<'_>, context: &Context<'_>) {
    for (old, new) in DEPRECATED {
        for (key, _) in fields(top, old) {
            context.warn(key.span(), format!("`{old}` is deprecated: use `{new}` instead"));
        }
    }
}

/// Whether kustomize would find its own zero value in the file. Fields that
/// are only moved elsewhere say nothing when they are empty lists, names and
/// the namespace say nothing when they are empty texts; any other field that
/// is not null says something, even `[]`.
fn says_nothing(top: NodeRef<'_>) -> bool {
    let moved = ["bases", "imageTags", "helmChartInflationGenerator"];
    let texts = ["namePrefix", "nameSuffix", "namespace"];
    let is_in = |name: &str, list: &[&str]| list.iter().any(|other| name.eq_ignore_ascii_case(other));
    top.entries().all(|(key, value)| {
        let name = key.text();
        value.is_null()
            || is_in(name, &["apiVersion", "kind"])
            || (is_in(name, &moved) && value.is_empty())
            || (is_in(name, &texts) && value.text().is_empty())
    })
}
