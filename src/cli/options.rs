//! Options every command has, and the terminal they describe.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, ValueEnum, ValueHint};
use quintet::ops::{Failed, Limits, NetworkOptions, Output, PlatformOptions, RemoteOptions};
use quintet::report::{Diagnostic, TextStyle, render_text};
use quintet::text::SourceMap;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

use super::exit::{self, Exit};
use super::network::network;

/// When to use colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Color {
    /// On a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

#[derive(Args, Debug)]
#[command(next_help_heading = "Common options")]
pub(super) struct Common {
    /// Mirror file: where remote resources are on this machine
    #[arg(long, global = true, value_name = "FILE", value_hint = ValueHint::FilePath, env = "QUINTET_MIRROR")]
    mirror: Option<PathBuf>,

    /// Cache of pinned remote resources [default: the folder quintet of the user's cache folder]
    #[arg(long, global = true, value_name = "DIR", value_hint = ValueHint::DirPath, env = "QUINTET_CACHE")]
    cache: Option<PathBuf>,

    /// Fetch what neither mirror nor cache has; without it no connection is opened
    #[arg(long, global = true)]
    fetch: bool,

    /// The longest that one answer of a server may take
    #[arg(long, global = true, value_name = "SECONDS", hide_short_help = true,
        default_value_t = NetworkOptions::TIMEOUT.as_secs(), value_parser = clap::value_parser!(u64).range(1..=86_400))]
    timeout: u64,

    /// Colours in messages
    #[arg(long, global = true, value_name = "WHEN", value_enum, default_value_t)]
    color: Color,

    /// No warnings
    #[arg(short, long, global = true)]
    quiet: bool,
}

impl Common {
    pub(super) fn remotes(&self) -> RemoteOptions {
        RemoteOptions {
            mirror: self.mirror.clone(),
            cache: self.cache.clone().or_else(user_cache),
            fetch: self.fetch.then(|| self.network()),
        }
    }

    /// The network, for commands that were told to use it.
    pub(super) fn network(&self) -> NetworkOptions {
        network(self.timeout)
    }

    /// Whether the network was asked for.
    pub(super) fn fetches(&self) -> bool {
        self.fetch
    }

    /// A platform none of whose files may differ from the record.
    pub(super) fn platform(&self, repo: Option<PathBuf>) -> PlatformOptions {
        PlatformOptions { repo, current: self.current_folder(), remotes: self.remotes(), unverified: false }
    }

    /// The folder relative paths start from. When it is gone, only absolute
    /// paths lead anywhere.
    pub(super) fn current_folder(&self) -> PathBuf {
        std::env::current_dir().unwrap_or_else(|_| PathBuf::from("/"))
    }

    pub(super) fn terminal(&self) -> Terminal {
        #[expect(clippy::disallowed_methods, reason = "cli is where the environment is read")]
        let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let color = match self.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => !no_color && std::io::stderr().is_terminal(),
        };
        #[expect(clippy::disallowed_methods, reason = "cli is where the environment is read")]
        let columns = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
        Terminal { style: TextStyle { color, width: columns.unwrap_or(100).clamp(40, 200) }, quiet: self.quiet }
    }
}

/// The cache of the user, where there is one
/// (<https://specifications.freedesktop.org/basedir-spec/>).
fn user_cache() -> Option<PathBuf> {
    #[expect(clippy::disallowed_methods, reason = "cli is where the environment is read")]
    let folder = |name| std::env::var_os(name).map(PathBuf::from).filter(|folder| folder.is_absolute());
    let caches = folder("XDG_CACHE_HOME").or_else(|| Some(folder("HOME")?.join(".cache")))?;
    Some(caches.join("quintet"))
}

/// Options of every command that works on a platform.
#[derive(Args, Debug)]
#[command(next_help_heading = "Platform")]
pub(super) struct PlatformArgs {
    /// Platform root [default: the nearest folder above with compositions/kubeflow.yaml]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    repo: Option<PathBuf>,

    /// Go on when an upstream file is not the one on record, and say so
    #[arg(long)]
    unverified: bool,
}

impl PlatformArgs {
    pub(super) fn get(&self, common: &Common) -> PlatformOptions {
        PlatformOptions { unverified: self.unverified, ..common.platform(self.repo.clone()) }
    }
}

/// kustomize 5.8.1 refuses what is nested deeper; the stack of
/// [`InputLimits::with_stack`] is enough for it.
const DEEPEST: u64 = 10_000;

/// How much the input may ask of the machine: see [`Limits`].
#[derive(Args, Debug)]
#[command(next_help_heading = "Limits")]
pub(super) struct InputLimits {
    /// Bytes of one file
    #[arg(long, hide_short_help = true, value_name = "BYTES", default_value_t = Limits::DEFAULT.max_text_bytes)]
    max_text_bytes: usize,

    /// Collections inside each other
    #[arg(long, hide_short_help = true, value_name = "NUMBER", default_value_t = Limits::DEFAULT.max_depth as u64,
        value_parser = clap::value_parser!(u64).range(1..=DEEPEST))]
    max_depth: u64,

    /// Nodes of one document
    #[arg(long, hide_short_help = true, value_name = "NUMBER", default_value_t = Limits::DEFAULT.max_nodes)]
    max_nodes: usize,

    /// Nodes that aliases add to one document
    #[arg(long, hide_short_help = true, value_name = "NUMBER", default_value_t = Limits::DEFAULT.max_alias_nodes)]
    max_alias_nodes: usize,

    /// Bytes of text that aliases add to one document
    #[arg(long, hide_short_help = true, value_name = "BYTES", default_value_t = Limits::DEFAULT.max_alias_bytes)]
    max_alias_bytes: usize,

    /// Folders that one build enters
    #[arg(long, hide_short_help = true, value_name = "NUMBER", default_value_t = Limits::DEFAULT.max_folders)]
    max_folders: usize,

    /// Folders that lead to each other in one chain
    #[arg(long, hide_short_help = true, value_name = "NUMBER", default_value_t = Limits::DEFAULT.max_folder_depth)]
    max_folder_depth: usize,

    /// Bytes of all files that one build reads
    #[arg(long, hide_short_help = true, value_name = "BYTES", default_value_t = Limits::DEFAULT.max_read_bytes)]
    max_read_bytes: usize,

    /// Bytes of text that one build adds to its objects
    #[arg(long, hide_short_help = true, value_name = "BYTES", default_value_t = Limits::DEFAULT.max_gained_bytes)]
    max_gained_bytes: usize,
}

impl InputLimits {
    /// Runs `work` with a stack for the depth that is allowed. The usual one is
    /// enough for the default.
    pub(super) fn with_stack(&self, work: impl FnOnce() -> Exit + Send) -> Exit {
        if self.get().max_depth <= Limits::DEFAULT.max_depth {
            return work();
        }
        std::thread::scope(|scope| {
            let spawned = std::thread::Builder::new().stack_size(512 << 20).spawn_scoped(scope, work);
            match spawned.map(std::thread::ScopedJoinHandle::join) {
                Ok(Ok(exit)) => exit,
                _ => exit::INVALID,
            }
        })
    }

    pub(super) fn get(&self) -> Limits {
        Limits {
            max_text_bytes: self.max_text_bytes,
            max_depth: usize::try_from(self.max_depth).unwrap_or(usize::MAX),
            max_nodes: self.max_nodes,
            max_alias_nodes: self.max_alias_nodes,
            max_alias_bytes: self.max_alias_bytes,
            max_folders: self.max_folders,
            max_folder_depth: self.max_folder_depth,
            max_read_bytes: self.max_read_bytes,
            max_gained_bytes: self.max_gained_bytes,
        }
    }
}

/// Where messages go.
#[derive(Debug)]
pub(super) struct Terminal {
    style: TextStyle,
    quiet: bool,
}

impl Terminal {
    /// Whether only what matters is to be told.
    pub(super) fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// Tells warnings, unless they are not wanted.
    pub(super) fn warn(&self, warnings: &[Diagnostic], sources: &SourceMap) {
        if !self.quiet {
            warnings.iter().for_each(|warning| self.tell(warning, sources));
        }
    }

    /// Tells what an operation gave, or why it gave nothing.
    pub(super) fn answer(&self, done: Result<Output, Failed>) -> Exit {
        match done {
            Ok(output) => {
                self.warn(&output.warnings, &output.sources);
                self.write_data(&output.stdout)
            }
            Err(failed) => self.fail(&failed),
        }
    }

    /// Tells why an operation failed.
    pub(super) fn fail(&self, failed: &Failed) -> Exit {
        self.tell(&failed.diagnostic, &failed.sources);
        failed.refusal.into()
    }

    fn tell(&self, diagnostic: &Diagnostic, sources: &SourceMap) {
        self.tell_text(&render_text(diagnostic, sources, self.style));
    }

    /// Says that a command was used the wrong way.
    pub(super) fn refuse(&self, message: &str) -> Exit {
        self.tell_text(&format!("error: {message}\n"));
        exit::INVALID
    }

    /// How reports in files look.
    pub(super) fn plain_style(&self) -> TextStyle {
        TextStyle { color: false, ..self.style }
    }

    /// How reports on standard output look: in colour only where messages would
    /// be, and only on a terminal.
    pub(super) fn style_of_stdout(&self) -> TextStyle {
        TextStyle { color: self.style.color && std::io::stdout().is_terminal(), ..self.style }
    }

    /// Writes a report to a file.
    pub(super) fn write_file(&self, path: &Path, data: &[u8]) -> Exit {
        match quintet::vfs::write_file_atomic(path, data) {
            Ok(()) => exit::CLEAN,
            Err(error) => self.refuse(&format!("{error}")),
        }
    }

    fn tell_text(&self, text: &str) {
        // Nobody is left to tell when standard error is gone.
        let _ = std::io::stderr().lock().write_all(text.as_bytes());
    }

    /// Writes data to standard output, to the end: whoever asks the process to
    /// stop now gets all of it first. A reader that went away is an error.
    pub(super) fn write_whole(&self, data: &[u8]) -> Exit {
        for signal in [SIGHUP, SIGINT, SIGTERM] {
            // Where a signal cannot be caught, it ends the process, and that is no success either.
            let _ = signal_hook::flag::register(signal, Arc::default());
        }
        let mut stdout = std::io::stdout().lock();
        match stdout.write_all(data).and_then(|()| stdout.flush()) {
            Ok(()) => exit::CLEAN,
            Err(error) => {
                self.tell_text(&format!("error: cannot write to standard output: {error}\n"));
                exit::INVALID
            }
        }
    }

    /// Writes data to standard output. A reader that went away is no error.
    pub(super) fn write_data(&self, data: &[u8]) -> Exit {
        let mut stdout = std::io::stdout().lock();
        match stdout.write_all(data).and_then(|()| stdout.flush()) {
            Ok(()) => exit::CLEAN,
            Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => exit::CLEAN,
            Err(error) => {
                self.tell_text(&format!("error: cannot write to standard output: {error}\n"));
                exit::INVALID
            }
        }
    }
}
