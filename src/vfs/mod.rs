//! Trees of files: on disk, in memory, in git objects, in mirrors and a cache.
//! The only room that touches files.
//!
//! `disk`, `memory`, `git_tree` and `recording` are trees; `output` writes.
//! `remote_spec` says what a remote is called, `remotes` who may have it;
//! `mirror` and `cache` have it on this machine, `net` asks servers for it, `providers` asks all of them in order. `worktree` lists the files of a
//! working folder.

mod cache;
mod cache_drafts;
mod cache_git;
mod cache_packs;
mod cache_remotes;
mod digest;
mod disk;
mod git_dir;
mod git_error;
#[cfg(test)]
mod git_fixture;
mod git_object;
mod git_store;
mod git_tree;
mod go_url;
mod lexical;
mod links;
mod listing;
mod memory;
mod mirror;
mod mirror_entry;
mod net;
mod output;
mod platform_file;
mod program;
mod providers;
mod recording;
mod remote_spec;
mod remotes;
mod rendered_folder;
mod spelling;
mod tree;
mod worktree;

pub use cache::{Cache, CacheError};
#[cfg(any(test, feature = "json-schema"))]
pub use digest::SHA256_PATTERN;
pub use digest::{is_hex, sha256_hex};
pub use disk::{DiskTree, READ_LIMIT};
pub use git_error::GitError;
pub use git_tree::{GitTree, git_has_commit, git_tree_id};
pub use go_url::is_remote_file;
#[cfg(any(test, feature = "json-schema"))]
pub use lexical::PLAIN_PATH_PATTERN;
pub use lexical::{clean, is_plain_path, join};
pub use listing::files_below;
pub use memory::MemoryTree;
pub use mirror::MirrorFile;
#[cfg(feature = "json-schema")]
pub use mirror_entry::mirrors_schema;
pub use mirror_entry::{MirrorEntry, MirrorError};
pub use net::{FetchingRemotes, GitServer, Network, NetworkError, NetworkOptions, Received, Standing};
pub use output::{OutputError, remove_file, replace_files, write_file_atomic, write_folder};
pub use platform_file::{API_VERSION, PlatformFileError, read_platform_file};
pub use program::{ProgramError, ScratchFolder, run_program};
pub use providers::Providers;
pub use recording::RecordingTree;
pub use remote_spec::{RemoteSpecError, RepoSpec};
pub use remotes::{NoRemotes, RemoteError, RemoteFile, RemoteRepository, Remotes};
pub use rendered_folder::replace_rendered_folder;
pub use spelling::{file_name, repository_name};
pub use tree::{EntryKind, Mismatch, Resolved, Tree, TreeError};
pub use worktree::{WorktreeError, list_files};
