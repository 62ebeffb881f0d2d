//! Where remote resources come from.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{Failed, Refusal};
use crate::text::SourceMap;
use crate::vfs::{DiskTree, MirrorFile, NoRemotes, Remotes};
use crate::yaml::Limits;

/// The options every command has for remote resources.
#[derive(Clone, Debug, Default)]
pub struct RemoteOptions {
    /// A mirror file.
    pub mirror: Option<PathBuf>,
}

impl RemoteOptions {
    /// The source of remote resources. No network is used.
    pub(super) fn open(
        &self,
        current: &Path,
        limits: &Limits,
        sources: &Arc<SourceMap>,
    ) -> Result<Box<dyn Remotes>, Failed> {
        let Some(path) = &self.mirror else { return Ok(Box::new(NoRemotes)) };
        let tree = DiskTree::new(current).with_limit(limits.max_text_bytes as u64);
        match MirrorFile::load(&tree, path, sources) {
            Ok(mirror) => Ok(Box::new(mirror)),
            Err(error) => Err(Failed::new(
                Refusal::Invalid,
                "pin::invalid-mirror",
                &error,
                error.span(),
                Some("a mirror file lists urls and where on this machine they are".to_owned()),
                sources,
            )),
        }
    }
}
