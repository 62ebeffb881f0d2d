//! `images`
//!
//! Follows api v0.21.1 `filters/imagetag` and `internal/image`.

use regex::Regex;
use serde::Deserialize;

use super::effect::{Count, Entry};
use super::{Builtin, Context, Transform};
use crate::kustomize::config::{FieldSpecEntry, Specs, field_specs};
use crate::kustomize::error::{Cause, EditContext, Result};
use crate::kustomize::fieldspec;
use crate::kustomize::kustomization::Image;
use crate::resource::{PatternError, ResMap, compile_pattern, is_plain, strip_plain};
use crate::yaml::{Doc, Kind, NodeId, edit};

pub(super) const BUILTIN: Builtin = Builtin {
    kind: "ImageTagTransformer",
    from_fields: |fields| {
        let specs = &fields.config.images;
        let transforms = fields.kustomization.images.iter().map(|image| {
            let transform = ImageTag::new(image.value.clone(), specs.clone()).map_err(|failure| failure.at(image.span));
            let entry =
                Entry::new(fields, "images", image.span, || format!("the entry for the image `{}`", image.name));
            transform.map(|transform| Box::new(ImageTag { entry, ..transform }) as Box<dyn Transform>)
        });
        transforms.collect()
    },
    from_file: |config| {
        let file: File = config.read()?;
        Ok(Box::new(ImageTag::new(file.image_tag, field_specs(file.field_specs))?))
    },
};

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct File {
    image_tag: Image,
    field_specs: Vec<FieldSpecEntry>,
}

struct ImageTag {
    image: Image,
    names: Names,
    specs: Specs,
    entry: Option<Entry>,
}

/// The images a name stands for. The name is a pattern, and a tag and a digest
/// may follow it.
enum Names {
    /// Nothing in it is special but `.`, which stands for any character.
    /// Compiling a pattern costs more than all else that is done to images.
    Plain(String),
    Pattern(Regex),
}

impl Names {
    fn new(name: &str) -> Result<Self, PatternError> {
        if is_plain(name) {
            return Ok(Self::Plain(name.to_owned()));
        }
        Self::pattern(name)
    }

    fn pattern(name: &str) -> Result<Self, PatternError> {
        let pattern = format!("^{name}(:[a-zA-Z0-9_.{{}}-]*)?(@sha256:[a-zA-Z0-9_.{{}}-]*)?$");
        compile_pattern(&pattern).map(Self::Pattern)
    }

    fn has(&self, image: &str) -> bool {
        let name = match self {
            Self::Plain(name) => name,
            Self::Pattern(pattern) => return pattern.is_match(image),
        };
        let Some(rest) = strip_plain(name, image) else { return false };
        let is_word = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.{}-".contains(&byte));
        let (tag, digest) = rest.split_once("@sha256:").unwrap_or((rest, ""));
        is_word(digest) && (tag.is_empty() || tag.strip_prefix(':').is_some_and(is_word))
    }
}

impl ImageTag {
    fn new(image: Image, specs: Specs) -> Result<Self> {
        let names = Names::new(&image.name).map_err(|error| {
            Cause::invalid_with_help(
                "kustomize::invalid-image-name",
                format!("the image name `{}` cannot be used as a pattern: {error}", image.name),
                "image names are regular expressions: escape what is meant literally",
            )
        })?;
        Ok(Self { image, names, specs, entry: None })
    }

    fn update(&self, doc: &mut Doc, node: NodeId, count: &mut Count) -> Result<()> {
        let doing = || "setting an image".to_owned();
        edit::expect_kind(doc, node, Kind::Scalar).doing(doing)?;
        let old = doc.text(node);
        if !self.names.has(old) {
            return Ok(());
        }
        let new = self.renamed(old);
        count.matched += 1;
        count.changed += usize::from(new != old);
        let value = doc.untagged(&new);
        edit::set_scalar(doc, node, value).doing(doing)?;
        fieldspec::go_on(doc)
    }

    fn renamed(&self, old: &str) -> String {
        let (mut name, mut tag, mut digest) = split(old);
        let Image { new_name, new_tag, tag_suffix, digest: new_digest, .. } = &self.image;
        if !new_name.is_empty() {
            name = new_name;
        }
        let suffixed = format!("{tag}{tag_suffix}");
        match (new_tag.as_str(), new_digest.as_str()) {
            ("", "") if tag_suffix.is_empty() => {}
            ("", "") => (tag, digest) = (&suffixed, ""),
            (new_tag, new_digest) => (tag, digest) = (new_tag, new_digest),
        }
        let mut text = name.to_owned();
        if !tag.is_empty() {
            text = text + ":" + tag;
        }
        if !digest.is_empty() {
            text = text + "@" + digest;
        }
        text
    }

    /// Images of anything called `containers` or `initContainers`, at any depth.
    fn update_containers(&self, doc: &mut Doc, node: NodeId, count: &mut Count) -> Result<()> {
        match doc.kind(node) {
            Kind::Scalar => Ok(()),
            Kind::Sequence => {
                let items = doc.children(node).to_vec();
                items.into_iter().try_for_each(|item| self.update_containers(doc, item, count))
            }
            Kind::Mapping => {
                let entries: Vec<(NodeId, NodeId)> = doc.entries(node).collect();
                for (key, value) in entries {
                    self.update_containers(doc, value, count)?;
                    if matches!(doc.text(key), "containers" | "initContainers") && doc.kind(value) == Kind::Sequence {
                        for item in doc.children(value).to_vec() {
                            if doc.is_null(item) {
                                continue;
                            }
                            edit::expect_kind(doc, item, Kind::Mapping).doing(|| "looking for images".to_owned())?;
                            if let Some(image) = doc.get(item, "image") {
                                self.update(doc, image, count)?;
                            }
                        }
                    }
                }
                Ok(())
            }
        }
    }
}

/// Name, tag and digest of an image; a colon before the first slash belongs to
/// the registry.
fn split(image: &str) -> (&str, &str, &str) {
    let from = image.find('/').filter(|&at| at > 0).unwrap_or(0);
    let at = image[from..].find('@').map(|at| at + from);
    let colon = image[from..].find(':').map(|at| at + from);
    match (colon, at) {
        (None, None) => (image, "", ""),
        (Some(colon), Some(at)) if colon < at => (&image[..colon], &image[colon + 1..at], &image[at + 1..]),
        (_, Some(at)) => (&image[..at], "", &image[at + 1..]),
        (Some(colon), None) => (&image[..colon], &image[colon + 1..], ""),
    }
}

impl Transform for ImageTag {
    fn apply(&self, map: &mut ResMap, context: &Context<'_>) -> Result<()> {
        let mut count = Count::new(self.entry.as_ref());
        for resource in map.iter_mut() {
            if resource.kind() == "CustomResourceDefinition" {
                continue;
            }
            let mut found = Count::default();
            let changed = context.change(resource, |resource| {
                let doc = resource.doc_mut();
                let root = doc.root();
                self.update_containers(doc, root, &mut found)?;
                self.specs.iter().try_for_each(|spec| {
                    fieldspec::apply(resource, spec, None, &mut |doc, node| self.update(doc, node, &mut found))
                })
            });
            resource.refresh(context);
            changed?;
            count.matched += found.matched.min(1);
            count.changed += found.changed.min(1);
        }
        if let Some(entry) = &self.entry {
            entry.tell(&count, &[], context);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn renamed(image: &str, change: Image) -> String {
        ImageTag::new(change, Specs::default()).expect("a valid name").renamed(image)
    }

    #[test]
    fn a_plain_name_stands_for_what_its_pattern_stands_for() {
        let names = ["nginx", "ghcr.io/team/a", "localhost:5000/a", "", "a.b", "n"];
        let ends = [
            "",
            ":",
            ":v1",
            ":v1@sha256:ab",
            "@sha256:ab",
            "@sha256:",
            "@sha256:a@b",
            ":a:b",
            "x",
            "/x",
            "@md5:a",
            "\n",
        ];
        let starts = ["nginx", "ghcr.io/team/a", "ghcr.io/team/a", "a\nb", "aéb", "", "xnginx", "localhost:5000/a"];
        for name in names {
            let (plain, pattern) = (Names::new(name).expect(name), Names::pattern(name).expect(name));
            assert!(matches!(plain, Names::Plain(_)));
            for image in starts.iter().flat_map(|start| ends.map(|end| format!("{start}{end}"))) {
                assert_eq!(plain.has(&image), pattern.has(&image), "`{name}` and `{image}`");
            }
        }
        assert!(matches!(Names::new("a+"), Ok(Names::Pattern(_))));
    }

    #[test]
    fn images_split_after_the_registry() {
        assert_eq!(split("nginx"), ("nginx", "", ""));
        assert_eq!(split("localhost:5000/nginx"), ("localhost:5000/nginx", "", ""));
        assert_eq!(split("localhost:5000/nginx:1@sha256:ab"), ("localhost:5000/nginx", "1", "sha256:ab"));
        assert_eq!(split("nginx@sha256:ab"), ("nginx", "", "sha256:ab"));
    }

    #[test]
    fn a_new_tag_drops_the_digest_and_the_other_way_round() {
        let change = |new_tag: &str, digest: &str| Image {
            new_tag: new_tag.to_owned(),
            digest: digest.to_owned(),
            ..Image::default()
        };
        assert_eq!(renamed("a:1@sha256:x", change("2", "")), "a:2");
        assert_eq!(renamed("a:1", change("", "sha256:y")), "a@sha256:y");
        assert_eq!(renamed("a:1", change("2", "sha256:y")), "a:2@sha256:y");
        assert_eq!(renamed("a:1", Image { tag_suffix: "-x".to_owned(), ..Image::default() }), "a:1-x");
        assert_eq!(renamed("a:1", Image { new_name: "b".to_owned(), ..Image::default() }), "b:1");
    }
}
