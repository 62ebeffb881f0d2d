//! Spellings of one address.

/// A name under which all spellings of a repository's address are the same:
/// `host/path` without scheme, user, `.git` and slashes at the end, the host in
/// lower case. `https://GitHub.com/org/repo.git/`, `git@github.com:org/repo`
/// and `github.com/org/repo` are all `github.com/org/repo`.
///
/// What is found under the name is held by its commit and its sums, not by the
/// way it would have been fetched; so the scheme does not matter.
#[must_use]
pub fn repository_name(url: &str) -> String {
    let name = address(url, true);
    let name = name.trim_end_matches('/');
    name.strip_suffix(".git").unwrap_or(name).to_owned()
}

/// The same for a file on a web server. User and query belong to its name.
#[must_use]
pub fn file_name(url: &str) -> String {
    address(url, false).trim_end_matches('/').to_owned()
}

/// As much of a commit as tells it from others in a message.
pub(super) fn short_commit(commit: &str) -> &str {
    commit.get(..12).unwrap_or(commit)
}

fn address(url: &str, repository: bool) -> String {
    let url = match url.split_at_checked("git::".len()) {
        Some((forced, rest)) if repository && forced.eq_ignore_ascii_case("git::") => rest,
        _ => url,
    };
    let (rest, has_scheme) = match url.split_once("://") {
        // A local repository has no host, and must not be mistaken for one that has.
        Some((scheme, path)) if scheme.eq_ignore_ascii_case("file") => return format!("file://{path}"),
        Some((_, rest)) => (rest, true),
        None => (url, false),
    };
    let host_end = rest.find('/').unwrap_or(rest.len());
    let rest = match rest[..host_end].rfind('@') {
        Some(at) if repository => &rest[at + 1..],
        _ => rest,
    };
    // After a scheme, a colon stands before a port; without one, before the path.
    let separator = |c: char| c == '/' || !has_scheme && c == ':';
    match rest.split_once(separator) {
        Some((host, path)) => format!("{}/{path}", host.to_ascii_lowercase()),
        None => rest.to_ascii_lowercase(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_a_repository_have_one_name() {
        let spellings = [
            "https://github.com/Org/repo",
            "http://github.com/Org/repo",
            "HTTPS://GitHub.COM/Org/repo",
            "https://github.com/Org/repo/",
            "https://github.com/Org/repo.git",
            "https://github.com/Org/repo.git/",
            "https://user:word@github.com/Org/repo",
            "ssh://git@github.com/Org/repo.git",
            "git@github.com:Org/repo.git",
            "git::git@github.com:Org/repo",
            "github.com/Org/repo",
            "gitHub.com:Org/repo",
        ];
        for url in spellings {
            assert_eq!(repository_name(url), "github.com/Org/repo", "{url}");
        }
    }

    #[test]
    fn different_repositories_have_different_names() {
        let urls = [
            "https://github.com/org/repo",
            "https://github.com/Org/repo",
            "https://github.com/org/repo.github",
            "https://github.com:8443/org/repo",
            "https://github.com.example.org/org/repo",
            "file:///github.com/org/repo",
            "file://github.com/org/repo",
        ];
        let names: std::collections::BTreeSet<String> = urls.into_iter().map(repository_name).collect();
        assert_eq!(names.len(), urls.len(), "{names:?}");
    }

    #[test]
    fn a_file_keeps_all_but_scheme_and_case_of_the_host() {
        assert_eq!(file_name("https://Host.example/A/b.yaml?x=Y"), "host.example/A/b.yaml?x=Y");
        assert_eq!(file_name("host.example/A/b.git"), "host.example/A/b.git");
        assert_ne!(file_name("https://u@host/a"), file_name("https://host/a"));
        assert_eq!(file_name(""), "");
    }
}
