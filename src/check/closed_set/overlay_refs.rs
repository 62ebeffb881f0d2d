//! What the overlays name upstream.

use crate::compose::{Application, Platform};
use crate::text::Spanned;
use crate::vfs::{RepoSpec, Tree};
use crate::yaml::{Limits, decode_text, parse_text};

/// The remote entries of one overlay's `resources` and `components`.
#[derive(Clone, Debug)]
pub struct OverlayRefs {
    /// The Application.
    pub application: String,
    /// The remotes, in the order they are written.
    pub remotes: Vec<Spanned<RepoSpec>>,
}

impl OverlayRefs {
    /// Reads the overlay of `application`; empty when it cannot be read, which
    /// the render then says.
    #[must_use]
    pub fn read(platform: &Platform, application: &Application) -> Self {
        let path = platform.root.join(application.overlay()).join("kustomization.yaml");
        let text = platform.tree.read(&path).ok().and_then(|bytes| decode_text(bytes).ok());
        let mut remotes = Vec::new();
        if let Some(text) = text {
            let source = platform.sources.add(platform.tree.display(&path), text);
            if let Ok(Some(doc)) = parse_text(&source, &Limits::DEFAULT) {
                for entries in ["resources", "components"].into_iter().filter_map(|field| doc.top().get(field)) {
                    let specs = entries.items().filter_map(|entry| {
                        RepoSpec::parse(entry.text()).ok().map(|spec| Spanned::new(spec, entry.span()))
                    });
                    remotes.extend(specs);
                }
            }
        }
        Self { application: application.name.value.clone(), remotes }
    }
}
