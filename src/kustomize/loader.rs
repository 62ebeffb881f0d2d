//! Reading files for one kustomization: what it may read, and which other
//! kustomizations it may enter.
//!
//! Follows api v0.21.1 `internal/loader/fileloader.go`.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::Context;
use super::error::{Cause, Failure, Result};
use super::options::LoadRestrictor;
use crate::text::{LineColumn, Source, Span};
use crate::vfs::{EntryKind, RemoteError, RepoSpec, Tree, TreeError, is_remote_file};
use crate::yaml::{self, Limit};

/// A tree that is borrowed for the build or shared with a remote.
#[derive(Clone)]
pub(crate) enum TreeRef<'t> {
    /// The tree the target is in.
    Local(&'t dyn Tree),
    /// The tree of a remote repository.
    Remote(Arc<dyn Tree>),
}

impl TreeRef<'_> {
    fn get(&self) -> &dyn Tree {
        match self {
            Self::Local(tree) => *tree,
            Self::Remote(tree) => tree.as_ref(),
        }
    }

    fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Local(_), Self::Local(_)) => true,
            (Self::Remote(left), Self::Remote(right)) => Arc::ptr_eq(left, right),
            _ => false,
        }
    }
}

/// The remote repository a loader is in.
#[derive(Clone)]
struct Repository {
    /// The text that named it.
    raw: String,
    /// Its top folder in the tree.
    top: PathBuf,
}

/// Reads on behalf of the kustomization in one folder.
#[derive(Clone)]
pub(crate) struct Loader<'t> {
    tree: TreeRef<'t>,
    root: PathBuf,
    restrictor: LoadRestrictor,
    /// Set where this loader entered the repository.
    repository: Option<Repository>,
    referrer: Option<Arc<Loader<'t>>>,
}

/// What an entry of `resources` turned out to be.
pub(crate) enum Entry<'t> {
    /// A file and its content.
    File(Arc<Source>),
    /// A folder with a kustomization.
    Folder(Loader<'t>),
}

impl<'t> Loader<'t> {
    /// A loader for the target of a build.
    ///
    /// # Errors
    /// When `target` is no folder.
    pub(crate) fn for_target(tree: &'t dyn Tree, target: &Path, context: &Context<'_>) -> Result<Self> {
        let restrictor = context.options.load_restrictor;
        let shown = tree.display(target);
        let resolved = tree.resolve(target).map_err(|source| Cause::Read { path: shown.clone(), source })?;
        if resolved.kind != EntryKind::Directory {
            return Err(Cause::invalid_with_help(
                "kustomize::target-is-no-folder",
                format!("`{shown}` is not a folder"),
                "name the folder that holds the kustomization, not a file in it",
            )
            .into());
        }
        Ok(Self { tree: TreeRef::Local(tree), root: resolved.path, restrictor, repository: None, referrer: None })
    }

    /// The folder.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// Whether the folder is in the tree that is built, and not in a remote.
    pub(crate) fn is_local(&self) -> bool {
        matches!(self.tree, TreeRef::Local(_))
    }

    /// The folder as people call it.
    pub(crate) fn display(&self) -> String {
        self.tree.get().display(&self.root)
    }

    /// Whether `path` is a folder.
    pub(crate) fn is_folder(&self, path: &Path) -> bool {
        self.tree.get().resolve(path).is_ok_and(|resolved| resolved.kind == EntryKind::Directory)
    }

    fn display_path(&self, path: &Path) -> String {
        self.tree.get().display(path)
    }

    /// Reads what `path` names, from the kustomization's folder on.
    ///
    /// # Errors
    /// When it cannot be read or may not be.
    pub(crate) fn load_bytes(&self, path: &str, context: &Context<'_>) -> Result<Vec<u8>> {
        let bytes = self.load_uncounted(path, context)?;
        context.count_read(bytes.len())?;
        Ok(bytes)
    }

    fn load_uncounted(&self, path: &str, context: &Context<'_>) -> Result<Vec<u8>> {
        if is_remote_file(path) {
            return self.load_remote_file(path, context);
        }
        let read = |source| Failure::from(Cause::Read { path: path.to_owned(), source });
        let joined = join(&self.root, path);
        let tree = self.tree.get();
        if self.restrictor == LoadRestrictor::None && self.containing_repository().is_none() {
            return tree.read(&joined).map_err(read);
        }
        let resolved = tree.resolve(&joined).map_err(read)?;
        if resolved.kind == EntryKind::Directory {
            return Err(read(TreeError::NotAFile { path: joined }));
        }
        if !resolved.path.parent().is_some_and(|parent| parent.starts_with(&self.root)) {
            return Err(Cause::invalid_with_help(
                "kustomize::outside-root",
                format!("`{path}` is not in or below `{}`", self.display()),
                "a kustomization reads only files below its own folder: move the file, or make its folder a base; \
                 `--load-restrictor LoadRestrictionsNone` turns the rule off",
            )
            .into());
        }
        tree.read(&resolved.path).map_err(read)
    }

    fn load_remote_file(&self, url: &str, context: &Context<'_>) -> Result<Vec<u8>> {
        let unavailable = |source| Failure::from(Cause::Remote { url: url.to_owned(), source });
        match context.options.remotes.file(url).map_err(unavailable)? {
            Some(file) => Ok(file.bytes),
            None => Err(unavailable(RemoteError::NotLocked {
                url: url.to_owned(),
                reference: None,
                mirror: None,
                mirrored: Vec::new(),
            })),
        }
    }

    /// Reads `path` as text.
    ///
    /// # Errors
    /// As [`Loader::load_bytes`], and when it is no text.
    pub(crate) fn load_text(&self, path: &str, context: &Context<'_>) -> Result<Arc<Source>> {
        let bytes = self.load_bytes(path, context)?;
        self.add_text(path, bytes, context)
    }

    /// Registers the content of `path` as text.
    ///
    /// # Errors
    /// When it is no text.
    pub(crate) fn add_text(&self, path: &str, bytes: Vec<u8>, context: &Context<'_>) -> Result<Arc<Source>> {
        let name = if is_remote_file(path) { path.to_owned() } else { self.display_path(&join(&self.root, path)) };
        let text = yaml::decode_text(bytes).map_err(|source| Cause::NotText { path: name.clone(), source })?;
        Ok(context.sources.add(name, text))
    }

    /// Finds out what an entry of `resources` is.
    ///
    /// # Errors
    /// When it is neither a readable file nor a folder that may be entered.
    pub(crate) fn open(&self, path: &str, context: &Context<'_>) -> Result<Entry<'t>> {
        if is_remote_file(path) {
            let unavailable = |source| Failure::from(Cause::Remote { url: path.to_owned(), source });
            if let Some(file) = context.options.remotes.file(path).map_err(unavailable)? {
                context.count_read(file.bytes.len())?;
                return Ok(Entry::File(self.add_text(path, file.bytes, context)?));
            }
            return self.enter(path, context).map(Entry::Folder);
        }
        match self.tree.get().resolve(&join(&self.root, path)) {
            Ok(resolved) if resolved.kind != EntryKind::Directory => self.load_text(path, context).map(Entry::File),
            _ => self.enter(path, context).map(Entry::Folder),
        }
    }

    /// A loader for another kustomization: a folder or a remote repository.
    ///
    /// # Errors
    /// When there is no such folder, the repository cannot be had, or the
    /// kustomization would contain itself.
    pub(crate) fn enter(&self, path: &str, context: &Context<'_>) -> Result<Self> {
        if path.is_empty() {
            return Err(Cause::invalid("kustomize::empty-path", "an entry is empty").into());
        }
        let limits = &context.options.limits;
        if context.entered.fetch_add(1, Ordering::Relaxed) >= limits.max_folders {
            return Err(Cause::Limit(Limit::Folders(limits.max_folders)).into());
        }
        if self.chain().nth(limits.max_folder_depth).is_some() {
            return Err(Cause::Limit(Limit::FolderDepth(limits.max_folder_depth)).into());
        }
        if let Ok(spec) = RepoSpec::parse(path) {
            return self.enter_repository(path, &spec, context);
        }
        if Path::new(path).is_absolute() {
            return Err(Cause::invalid_with_help(
                "kustomize::absolute-path",
                format!("`{path}` is absolute"),
                "write the path from this kustomization's folder",
            )
            .into());
        }
        let resolved = self
            .tree
            .get()
            .resolve(&join(&self.root, path))
            .map_err(|source| Cause::Read { path: path.to_owned(), source })?;
        if resolved.kind != EntryKind::Directory {
            let source = TreeError::NotAFolder { path: resolved.path };
            return Err(Cause::Read { path: path.to_owned(), source }.into());
        }
        if let Some(repository) = self.containing_repository()
            && !resolved.path.starts_with(&repository.top)
        {
            let message = format!("`{path}` leaves the repository it is in");
            return Err(Cause::invalid("kustomize::outside-repository", message).into());
        }
        let child = Self {
            tree: self.tree.clone(),
            root: resolved.path,
            restrictor: self.restrictor,
            repository: None,
            referrer: Some(Arc::new(self.clone())),
        };
        self.refuse_cycle(&child)?;
        Ok(child)
    }

    fn enter_repository(&self, path: &str, spec: &RepoSpec, context: &Context<'_>) -> Result<Self> {
        let cycle = self.chain().filter_map(|loader| loader.repository.as_ref());
        if cycle.into_iter().any(|repository| repository.raw.starts_with(spec.raw())) {
            return Err(Cause::invalid("kustomize::cycle", format!("`{path}` refers back to itself")).into());
        }
        let unavailable = |source| Failure::from(Cause::Remote { url: path.to_owned(), source });
        let remote = context.options.remotes.repository(spec).map_err(unavailable)?;
        // Go joins texts: a path never starts over, however many slashes it starts with.
        let folder = join(&remote.root, spec.path.trim_start_matches('/'));
        let resolved = remote.tree.resolve(&folder).map_err(|source| Cause::Read { path: path.to_owned(), source })?;
        if resolved.kind != EntryKind::Directory {
            return Err(Cause::Read { path: path.to_owned(), source: TreeError::NotAFolder { path: folder } }.into());
        }
        if !resolved.path.starts_with(&remote.root) {
            let message = format!("`{path}` leads out of the repository");
            return Err(Cause::invalid("kustomize::outside-repository", message).into());
        }
        Ok(Self {
            tree: TreeRef::Remote(remote.tree),
            root: resolved.path,
            restrictor: LoadRestrictor::RootOnly,
            repository: Some(Repository { raw: spec.raw().to_owned(), top: remote.root }),
            referrer: Some(Arc::new(self.clone())),
        })
    }

    /// This loader and those that led to it.
    fn chain(&self) -> impl Iterator<Item = &Self> {
        std::iter::successors(Some(self), |loader| loader.referrer.as_deref())
    }

    fn containing_repository(&self) -> Option<&Repository> {
        self.chain().find_map(|loader| loader.repository.as_ref())
    }

    /// A kustomization may not enter a folder that holds one it came from.
    fn refuse_cycle(&self, child: &Self) -> Result<()> {
        let above = self.chain().filter(|loader| loader.tree.is_same(&child.tree));
        match above.into_iter().find(|loader| loader.root.starts_with(&child.root)) {
            None => Ok(()),
            Some(loader) => Err(Cause::invalid_with_help(
                "kustomize::cycle",
                format!("`{}` contains `{}`, which leads to it", child.display(), loader.display()),
                "a base must not be a folder above the kustomization that uses it",
            )
            .into()),
        }
    }
}

impl std::fmt::Debug for Loader<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Loader").field("root", &self.root).finish_non_exhaustive()
    }
}

/// Joins a path to a folder in the text, as Go's `filepath.Join`; an absolute
/// path stays.
pub(crate) fn join(folder: &Path, path: &str) -> PathBuf {
    crate::vfs::join(folder, Path::new(path))
}

/// A text that stands in a kustomization file itself. Its places are those of
/// the file: exact in a block (`|`) and on one line, the first line else.
pub(crate) fn inline_text(text: &str, span: Span, what: &str, context: &Context<'_>) -> Arc<Source> {
    let Some(file) = context.sources.get(span.source) else {
        return context.sources.add(format!("<{what}>"), text);
    };
    let start = file.line_column(span.start);
    let written = file.text().get(span.start as usize..).unwrap_or_default();
    let offset = match written.split_once('\n') {
        Some((header, body)) if header.starts_with(['|', '>']) => {
            let indent = body.bytes().take_while(|&byte| byte == b' ').count();
            LineColumn { line: start.line, column: u32::try_from(indent).unwrap_or(0) }
        }
        _ => {
            let quote = u32::from(written.starts_with(['"', '\'']));
            LineColumn { line: start.line - 1, column: start.column - 1 + quote }
        }
    };
    context.sources.add_part(file.name(), text, offset)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kustomize::{BuildOptions, build, to_yaml};
    use crate::vfs::{MemoryTree, RemoteFile, RemoteRepository, Remotes};

    /// Has one repository under every name.
    struct OneRepository;

    impl Remotes for OneRepository {
        fn file(&self, _url: &str) -> std::result::Result<Option<RemoteFile>, RemoteError> {
            Ok(None)
        }

        fn repository(&self, _spec: &RepoSpec) -> std::result::Result<RemoteRepository, RemoteError> {
            let tree = MemoryTree::from_files([
                ("/repo/app/kustomization.yaml", "resources: [r.yaml]\n"),
                ("/repo/app/r.yaml", "kind: A\nmetadata: {name: a}\n"),
                ("/app/kustomization.yaml", "namePrefix: outside-\nresources: [r.yaml]\n"),
                ("/app/r.yaml", "kind: A\nmetadata: {name: a}\n"),
            ]);
            Ok(RemoteRepository { tree: Arc::new(tree), root: "/repo".into(), commit: None, tree_id: None })
        }
    }

    #[test]
    fn a_path_in_a_repository_starts_at_its_top_however_many_slashes_it_has() {
        for (path, is_there) in [("//app", true), ("///app", true), ("//////app/.", true), ("////../app", false)] {
            let kustomization = format!("resources: ['https://example.com/org/repo.git{path}']\n");
            let tree = MemoryTree::from_files([("/k/kustomization.yaml", kustomization)]);
            let options = BuildOptions { remotes: &OneRepository, ..BuildOptions::default() };
            let text = build(&tree, "/k".as_ref(), &options).and_then(|objects| to_yaml(&objects, &options));
            let expected = is_there.then(|| b"kind: A\nmetadata:\n  name: a\n".to_vec());
            assert_eq!(text.ok(), expected, "{path}");
        }
    }
}
