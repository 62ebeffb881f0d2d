//! How a remote in a kustomization is understood.

use std::path::{Component, Path};
use std::time::Duration;

use super::go_url::{parse_bool, parse_positive_duration, parse_query};
use super::lexical::clean;

/// How long kustomize lets a git command run.
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(27);

/// A git repository, a folder in it and a revision, as kustomize 5.8.1 reads
/// them from one text (`api/internal/git/repospec.go`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RepoSpec {
    /// Scheme, user and host with the separator after it: `https://github.com/`.
    pub host: String,
    /// The repository on the host: `org/name`.
    pub repo: String,
    /// The folder in the repository; empty for its top.
    pub path: String,
    /// Branch, tag or commit; empty for the default branch.
    pub reference: String,
    /// Whether submodules are fetched too.
    pub submodules: bool,
    /// How long fetching may take.
    pub timeout: Duration,
    raw: String,
}

/// Why a text names no git repository. To kustomize it is a local path then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RemoteSpecError {
    /// It starts with a slash.
    #[error("an absolute path is no git repository")]
    AbsolutePath,
    /// There is no scheme, and it is neither `user@host:path` nor on GitHub.
    #[error("it names no git repository: there is no scheme")]
    NoScheme,
    /// There is a scheme, but no host.
    #[error("it names no git repository: there is no host")]
    NoHost,
    /// The part that names the repository is missing or too short.
    #[error("it names no git repository: the host is not followed by a repository")]
    NoRepository,
    /// `..` leads out of the repository.
    #[error("its path leads out of the repository")]
    LeavesRepository,
}

impl RepoSpec {
    /// The same folder of the same repository at another revision.
    #[must_use]
    pub fn at(&self, reference: &str) -> Self {
        Self { reference: reference.to_owned(), ..self.clone() }
    }

    /// Reads `url` as a git repository.
    ///
    /// # Errors
    /// When kustomize would not take it for one.
    pub fn parse(url: &str) -> Result<Self, RemoteSpecError> {
        if url.starts_with('/') {
            return Err(RemoteSpecError::AbsolutePath);
        }
        let (location, query) = url.split_once('?').unwrap_or((url, ""));
        let (host, rest) = split_host(location)?;
        let (repo, path) = split_repository(rest, &host)?;
        let mut spec = Self {
            host,
            repo,
            path,
            reference: String::new(),
            submodules: true,
            timeout: DEFAULT_TIMEOUT,
            raw: url.to_owned(),
        };
        spec.read_query(query);
        Ok(spec)
    }

    /// What `git clone` gets.
    #[must_use]
    pub fn clone_spec(&self) -> String {
        format!("{}{}", self.host, self.repo)
    }

    /// The text it was read from; kustomize finds cycles by comparing these.
    #[must_use]
    pub fn raw(&self) -> &str {
        &self.raw
    }

    /// A malformed query, and a malformed value, count as absent.
    fn read_query(&mut self, query: &str) {
        let pairs = parse_query(query).unwrap_or_default();
        // Only the first of several values counts.
        let value = |name: &str| {
            let first = pairs.iter().find(|(key, _)| key == name);
            first.map(|(_, value)| value.as_str()).filter(|value| !value.is_empty())
        };
        if let Some(reference) = value("ref").or_else(|| value("version")) {
            reference.clone_into(&mut self.reference);
        }
        if let Some(submodules) = value("submodules").and_then(parse_bool) {
            self.submodules = submodules;
        }
        if let Some(timeout) = value("timeout").and_then(parse_timeout) {
            self.timeout = timeout;
        }
    }
}

/// Whole seconds, or a duration with units.
fn parse_timeout(text: &str) -> Option<Duration> {
    match text.parse::<i64>() {
        Ok(seconds) => u64::try_from(seconds).ok().filter(|&seconds| seconds > 0).map(Duration::from_secs),
        Err(_) => parse_positive_duration(text),
    }
}

fn split_host(location: &str) -> Result<(String, &str), RemoteSpecError> {
    // A leftover of go-getter's notation, which kustomize once used.
    let location = strip_prefix_any_case(location, "git::").unwrap_or(location);
    let schemes = ["ssh://", "https://", "http://", "file://"];
    let (scheme, after_scheme) = schemes
        .into_iter()
        .find_map(|scheme| Some((scheme, strip_prefix_any_case(location, scheme)?)))
        .unwrap_or(("", location));
    if scheme == "file://" {
        return Ok((scheme.to_owned(), after_scheme));
    }
    let (user, rest) = split_user(after_scheme);
    let on_github = ["github.com/", "github.com:"].iter().any(|host| strip_prefix_any_case(rest, host).is_some());
    let scp_like = scheme.is_empty() && (!user.is_empty() || on_github);
    if scheme.is_empty() && !scp_like {
        return Err(RemoteSpecError::NoScheme);
    }
    let (host, rest) = rest.split_at(end_of_host(rest, scp_like));
    if on_github {
        let over_ssh = scheme == "ssh://" || !user.is_empty();
        let host = if over_ssh { format!("{user}github.com:") } else { "https://github.com/".to_owned() };
        return Ok((host, rest));
    }
    if host.is_empty() { Err(RemoteSpecError::NoHost) } else { Ok((format!("{scheme}{user}{host}"), rest)) }
}

/// One past the separator after the host. A colon separates only where no
/// scheme was written, and only before the first slash.
fn end_of_host(rest: &str, scp_like: bool) -> usize {
    let slash = rest.find('/');
    let colon = if scp_like { rest.find(':') } else { None };
    let separator = match (slash, colon) {
        (Some(slash), Some(colon)) if colon > 0 && colon < slash => Some(colon),
        (None, colon) => colon,
        (slash, _) => slash,
    };
    separator.map_or(rest.len(), |at| at + 1)
}

fn split_user(text: &str) -> (&str, &str) {
    match text.find('@') {
        Some(at)
            if text.starts_with(|first: char| first.is_ascii_alphabetic())
                && text[..at].bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') =>
        {
            text.split_at(at + 1)
        }
        _ => ("", text),
    }
}

fn strip_prefix_any_case<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    let (start, rest) = text.split_at_checked(prefix.len())?;
    start.eq_ignore_ascii_case(prefix).then_some(rest)
}

fn split_repository(text: &str, host: &str) -> Result<(String, String), RemoteSpecError> {
    let (repo, path) = split_at_marker(text)
        .or_else(|| if host.starts_with("file://") { Some((text, "")) } else { split_after_two_segments(text) })
        .filter(|(repo, _)| !repo.is_empty())
        .ok_or(RemoteSpecError::NoRepository)?;
    let path_below = path.strip_prefix('/').unwrap_or(path);
    if clean(Path::new(path_below)).components().next() == Some(Component::ParentDir) {
        return Err(RemoteSpecError::LeavesRepository);
    }
    Ok((repo.to_owned(), path_below.to_owned()))
}

/// `_git/name` and `name.git` end the repository, `//` stands after it; the
/// first of the three that occurs at all decides.
fn split_at_marker(text: &str) -> Option<(&str, &str)> {
    if let Some(at) = text.find("_git/") {
        let name = at + "_git/".len();
        let end = text[name..].find('/').map_or(text.len(), |length| name + length);
        return Some((&text[..end], text[end..].strip_prefix('/').unwrap_or("")));
    }
    text.split_once("//").or_else(|| text.find(".git").map(|at| text.split_at(at + ".git".len())))
}

fn split_after_two_segments(text: &str) -> Option<(&str, &str)> {
    let first = text.find('/')?;
    let second = text[first + 1..].find('/').map(|length| first + 1 + length);
    Some(second.map_or((text, ""), |at| (&text[..at], &text[at + 1..])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_query_falls_back_to_the_defaults() {
        let read = |query: &str| {
            let spec = RepoSpec::parse(&format!("https://github.com/org/repo?{query}")).unwrap();
            (spec.reference, spec.submodules, spec.timeout.as_secs())
        };
        let cases = [
            ("", "", true, 27),
            ("ref=v1.0.0", "v1.0.0", true, 27),
            ("ref=kustomize/v4.5.7", "kustomize/v4.5.7", true, 27),
            ("version=master", "master", true, 27),
            ("version=master&ref=v1.0.0", "v1.0.0", true, 27),
            ("version=master&ref=", "master", true, 27),
            ("ref=a&ref=b", "a", true, 27),
            ("ref=&ref=b", "", true, 27),
            ("ref=a%2Fb", "a/b", true, 27),
            ("ref=a;b", "", true, 27),
            ("ref=a&x=%zz&submodules=false", "", true, 27),
            ("submodules=", "", true, 27),
            ("submodules=maybe", "", true, 27),
            ("submodules=true", "", true, 27),
            ("submodules=false", "", false, 27),
            ("submodules=F", "", false, 27),
            ("timeout=", "", true, 27),
            ("timeout=jiffy", "", true, 27),
            ("timeout=0", "", true, 27),
            ("timeout=0s", "", true, 27),
            ("timeout=-5", "", true, 27),
            ("timeout=61", "", true, 61),
            ("timeout=1m1s", "", true, 61),
            ("version=master&submodules=false&timeout=1m1s", "master", false, 61),
        ];
        for (query, reference, submodules, timeout) in cases {
            assert_eq!(read(query), (reference.to_owned(), submodules, timeout), "{query}");
        }
    }

    #[test]
    fn odd_texts_are_errors_and_never_panics() {
        use RemoteSpecError::{AbsolutePath, LeavesRepository, NoRepository, NoScheme};
        let cases = [
            ("", NoScheme),
            ("/a", AbsolutePath),
            ("é@github.com/a/b", NoScheme),
            ("base/é", NoScheme),
            ("https://", RemoteSpecError::NoHost),
            ("https://h", NoRepository),
            ("https://h/x", NoRepository),
            ("file://", NoRepository),
            ("user@host", NoRepository),
            ("https://h/a/b/../..", LeavesRepository),
            ("https://h/a/b//../x", LeavesRepository),
        ];
        for (url, error) in cases {
            assert_eq!(RepoSpec::parse(url), Err(error), "{url}");
        }
        let spec = RepoSpec::parse("https://h/a_git/").unwrap();
        assert_eq!((spec.clone_spec().as_str(), spec.path.as_str()), ("https://h/a_git/", ""));
        assert_eq!(spec.raw(), "https://h/a_git/");
    }
}
