//! Kustomizations of an export: what they name at a remote, they name in the
//! export.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use super::entry_edit::EntryEdit;
use super::upstream::revision_folder;
use super::{ComposeError, Lock, RenderedApplication};
use crate::kustomize::{LeadsTo, NamedPath, named_paths};
use crate::text::Source;
use crate::vfs::{RepoSpec, clean, file_name, is_remote_file, join, sha256_hex};

/// The files of one export, by their paths from its folder.
pub(super) type Files<'r> = BTreeMap<String, &'r [u8]>;

/// A kustomization whose remotes are in the export.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Rewritten {
    /// Its text.
    pub(super) text: String,
    /// Files that now stand beside it, by their names.
    pub(super) beside: BTreeMap<String, Arc<[u8]>>,
}

/// Which remotes there are, and what of them an Application uses.
pub(super) struct Remotes<'r> {
    pub(super) lock: &'r Lock,
    pub(super) application: &'r RenderedApplication,
    pub(super) files: &'r Files<'r>,
}

impl Remotes<'_> {
    /// The kustomization file `source` of the export's folder `folder`, with
    /// entries that lead to remotes replaced; all else stays as it is. Nothing
    /// when there is no such entry, or it is no kustomization.
    ///
    /// # Errors
    /// When such an entry is not written on one line as it is.
    pub(super) fn rewrite(&self, folder: &str, source: &Arc<Source>) -> Result<Option<Rewritten>, ComposeError> {
        let mut edits: Vec<EntryEdit> = Vec::new();
        let mut beside = BTreeMap::new();
        for named in named_paths(source).unwrap_or_default() {
            let Some(place) = self.place(folder, &named) else { continue };
            let path = match place {
                Place::Folder(target) => relative(folder, &target),
                Place::File(url, bytes) => {
                    let name = self.free_name(folder, url, bytes);
                    beside.insert(name.clone(), Arc::clone(bytes));
                    name
                }
            };
            let text = named.key.as_ref().map_or(path.clone(), |key| format!("{key}={path}"));
            let odd = || {
                let url = named.path.clone();
                ComposeError::Export { path: source.name().to_owned(), url, span: named.entry.span }
            };
            let edit = EntryEdit::new(source.text(), &named, text).ok_or_else(odd)?;
            // An alias is written where its anchor is, and must mean the same there.
            match edits.iter().find(|other| other.start == edit.start) {
                Some(other) if *other == edit => {}
                Some(_) => return Err(odd()),
                None => edits.push(edit),
            }
        }
        if edits.is_empty() {
            return Ok(None);
        }
        edits.sort_by_key(|edit| std::cmp::Reverse(edit.start));
        let mut text = source.text().to_owned();
        for edit in edits {
            text.replace_range(edit.start..edit.end, &edit.text);
        }
        Ok(Some(Rewritten { text, beside }))
    }

    /// What an entry leads to when that is a remote. The order of questions is
    /// that of the build: a URL is a locked file, then a repository; another
    /// path is a file that is there, then a repository.
    fn place<'e>(&self, folder: &str, named: &'e NamedPath) -> Option<Place<'_, 'e>> {
        let path = named.path.as_str();
        let is_url = is_remote_file(path);
        if is_url && named.leads_to != LeadsTo::Folder && self.lock.file(path).is_some() {
            let bytes = self.application.kept.files.get(&file_name(path))?;
            return Some(Place::File(path, bytes));
        }
        let is_here = || {
            let local = join(Path::new(folder), Path::new(path));
            local.to_str().is_some_and(|local| self.files.contains_key(local))
        };
        match named.leads_to {
            LeadsTo::File => return None,
            LeadsTo::FileOrFolder if !is_url && is_here() => return None,
            LeadsTo::FileOrFolder | LeadsTo::Folder => {}
        }
        let spec = RepoSpec::parse(path).ok()?;
        let revision = revision_folder(self.lock.repository(&spec.clone_spec(), &spec.reference)?);
        self.application.kept.repositories.get(&revision)?;
        let below = clean(Path::new(spec.path.trim_start_matches('/')));
        let place = join(&Path::new(UPSTREAM).join(revision), &below);
        Some(Place::Folder(place.to_string_lossy().into_owned()))
    }

    /// A name in `folder` for the file at `url` that no other file has.
    fn free_name(&self, folder: &str, url: &str, bytes: &[u8]) -> String {
        let address = url.split(['?', '#']).next().unwrap_or(url);
        let last = address.trim_end_matches('/').rsplit('/').next().unwrap_or(address);
        let plain = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_') { c } else { '-' };
        let digest = sha256_hex(file_name(url).as_bytes());
        let mut name = format!("remote-{}-{}", &digest[..12], last.chars().map(plain).collect::<String>());
        while self.files.get(&format!("{folder}/{name}")).is_some_and(|other| *other != bytes) {
            name.insert(0, 'x');
        }
        name
    }
}

/// Where upstream's files are in an export.
pub(super) const UPSTREAM: &str = "upstream";

enum Place<'r, 'e> {
    /// A folder, from the export's folder.
    Folder(String),
    /// A file of a web server: its URL and bytes.
    File(&'e str, &'r Arc<[u8]>),
}

/// The path from the folder `from` to the folder `to`, both from one place.
fn relative(from: &str, to: &str) -> String {
    let (from, to): (Vec<&str>, Vec<&str>) = (from.split('/').collect(), to.split('/').collect());
    let common = from.iter().zip(&to).take_while(|(one, other)| one == other).count();
    let up = std::iter::repeat_n("..", from.len() - common);
    let path: Vec<&str> = up.chain(to[common..].iter().copied()).collect();
    if path.is_empty() { ".".to_owned() } else { path.join("/") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compose::Kept;
    use crate::resource::ResMap;
    use crate::text::SourceMap;
    use crate::yaml::{Dialect, Limits, from_node, parse_single};

    const COMMIT: &str = "0123456789012345678901234567890123456789";

    fn lock() -> Lock {
        let text = format!(
            "apiVersion: quintet/v1alpha1\nkind: Lock\nrepositories:\n\
             - {{url: https://github.com/org/repo, ref: a/v1, commit: '{COMMIT}', tree: '{COMMIT}'}}\n\
             - {{url: https://github.com/org/unread, ref: v1, commit: '{COMMIT}', tree: '{COMMIT}'}}\n\
             files: [{{url: 'https://host/a b.yaml?x=1', sha256: '', size: 1}}]\n"
        );
        let source = SourceMap::new().add("lock", text.replace("a b", "a.b"));
        from_node(parse_single(&source, &Limits::DEFAULT).unwrap().unwrap().top(), Dialect::PLATFORM).unwrap()
    }

    fn application() -> RenderedApplication {
        let bytes: Arc<[u8]> = b"web".as_slice().into();
        RenderedApplication {
            name: "a".to_owned(),
            wave: 0,
            objects: ResMap::default(),
            text: Vec::new(),
            files: BTreeMap::new(),
            materialised: BTreeMap::new(),
            upstream: BTreeMap::new(),
            annotated: BTreeMap::new(),
            effects: Vec::new(),
            kept: Kept {
                files: BTreeMap::from([("host/a.b.yaml?x=1".to_owned(), Arc::clone(&bytes))]),
                repositories: BTreeMap::from([(
                    "github.com/org/repo@a%2Fv1".to_owned(),
                    BTreeMap::from([("x/kustomization.yaml".to_owned(), bytes)]),
                )]),
            },
        }
    }

    fn rewrite_beside(files: &Files<'_>, text: &str) -> Result<Option<Rewritten>, String> {
        let (lock, application) = (lock(), application());
        let remotes = Remotes { lock: &lock, application: &application, files };
        let sources = SourceMap::new();
        let failed = |error: ComposeError| format!("{} {error}", sources.locate(error.span()).unwrap_or_default());
        remotes.rewrite("platform/patches/a", &sources.add("k.yaml", text)).map_err(failed)
    }

    fn rewrite(text: &str) -> Result<Option<Rewritten>, String> {
        rewrite_beside(&Files::new(), text)
    }

    #[test]
    fn only_the_remotes_change() {
        let text = format!(
            "# a comment\nresources:   \n- local.yaml # https://github.com/org/repo//x?ref=a/v1\n\
             -   https://github.com/org/repo//x/?ref={COMMIT}   # why\n- 'github.com/org/repo?ref=a/v1'\n\
             components: [ \"git@github.com:org/repo.git//x/../y?ref=a%2Fv1\" ,https://github.com/org/unread?ref=v1]\n\
             patches: [{{path: https://github.com/org/repo//x?ref=a/v1}}]\n"
        );
        let up = "../../../upstream/github.com/org/repo@a%2Fv1";
        let expected = format!(
            "# a comment\nresources:   \n- local.yaml # https://github.com/org/repo//x?ref=a/v1\n\
             -   {up}/x   # why\n- '{up}'\n\
             components: [ \"{up}/y\" ,https://github.com/org/unread?ref=v1]\n\
             patches: [{{path: https://github.com/org/repo//x?ref=a/v1}}]\n"
        );
        let rewritten = rewrite(&text).unwrap().unwrap();
        assert_eq!(rewritten.text, expected);
        assert!(rewritten.beside.is_empty());
        for text in ["resources: [a.yaml, ../b]\n", "no: [kustomization\n", "patches: [{patch: 'a: b'}]\n"] {
            assert_eq!(rewrite(text).unwrap(), None, "{text}");
        }
    }

    #[test]
    fn a_file_of_a_web_server_stands_beside_what_names_it() {
        let url = "https://HOST/a.b.yaml?x=1";
        let name = format!("remote-{}-a.b.yaml", &sha256_hex(b"host/a.b.yaml?x=1")[..12]);
        let text = |path: &str, file: &str| {
            format!(
                "crds: [{path}]\npatches:\n- path: {path}\nopenapi: {{path: '{path}'}}\n\
                 configMapGenerator:\n- files:\n  - {file}\n"
            )
        };
        let rewritten = rewrite(&text(url, "k.yaml=a.yaml")).unwrap().unwrap();
        assert_eq!(rewritten.text, text(&name, "k.yaml=a.yaml"));
        assert_eq!(rewritten.beside.keys().collect::<Vec<_>>(), [&name]);
        // The address of this one has `=` in it, which a generator takes for a key.
        assert_eq!(rewrite(&format!("configMapGenerator: [{{files: ['{url}']}}]\n")).unwrap(), None);
        let other: Files<'_> = BTreeMap::from([(format!("platform/patches/a/{name}"), b"other".as_slice())]);
        let rewritten = rewrite_beside(&other, &format!("resources: ['{url}']\n")).unwrap().unwrap();
        assert_eq!(rewritten.text, format!("resources: ['x{name}']\n"));
    }

    #[test]
    fn a_file_that_is_there_comes_before_a_repository() {
        let text = "resources: [github.com/org/repo?ref=a/v1]\n";
        let local: Files<'_> =
            BTreeMap::from([("platform/patches/a/github.com/org/repo?ref=a/v1".to_owned(), b"".as_slice())]);
        assert_eq!(rewrite_beside(&local, text).unwrap(), None);
        assert!(rewrite(text).unwrap().is_some());
    }

    #[test]
    fn a_list_over_several_lines_is_an_ordinary_one() {
        let text = "resources: [\n  https://github.com/org/repo//x?ref=a/v1,\n]\n";
        let expected = "resources: [\n  ../../../upstream/github.com/org/repo@a%2Fv1/x,\n]\n";
        assert_eq!(rewrite(text).unwrap().unwrap().text, expected);
    }

    #[test]
    fn an_alias_is_written_once() {
        let url = "https://github.com/org/repo//x?ref=a/v1";
        let text = format!("resources: [&a {url}]\ncomponents: [*a]\n");
        let expected = "resources: [&a ../../../upstream/github.com/org/repo@a%2Fv1/x]\ncomponents: [*a]\n";
        assert_eq!(rewrite(&text).unwrap().unwrap().text, expected);
    }

    #[test]
    fn other_ways_to_write_a_remote_are_refused() {
        let url = "https://github.com/org/repo//x?ref=a/v1";
        for entry in [
            format!("|- # why\n  {url}"),
            format!("|-\n  {url}"),
            format!(">-\n  {url}"),
            format!("\"{}\"", url.replace("//x", "\\x2f/x")),
        ] {
            let message = rewrite(&format!("resources:\n- {entry}\n")).unwrap_err();
            assert!(message.contains(":3 `k.yaml` names https://github.com/org/repo//x"), "{message}");
        }
        // The folder's name would mean something to YAML.
        rewrite("resources: ['https://github.com/org/repo//x: #y?ref=a/v1']\n").unwrap_err();
    }

    #[test]
    fn ways_between_folders() {
        for (from, to, way) in [("a/b", "c", "../../c"), ("a/b", "a/c/d", "../c/d"), ("a", "a/b", "b"), ("a", "a", ".")]
        {
            assert_eq!(relative(from, to), way);
        }
    }
}
