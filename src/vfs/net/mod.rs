//! The network: files of web servers and commits of git servers, into the
//! cache. Nothing here is used but by those who were told to fetch.
//!
//! `http` makes exchanges, `retry` repeats them; `upload_pack` says to git
//! servers what they understand, framed by `pkt_line`.

mod credentials;
mod error;
mod http;
mod options;
mod pkt_line;
mod remotes;
mod retry;
mod upload_pack;

use ureq::http::Uri;

use credentials::Login;
pub use error::NetworkError;
use http::{Answer, Http, read_failed};
pub use options::NetworkOptions;
pub use remotes::FetchingRemotes;
use retry::retry;
use upload_pack::{Advertisement, TalkError, read_pack};

use super::{Cache, CacheError, sha256_hex};

/// The longest list of refs that is read: a hundred thousand of them.
const MOST_REFS: u64 = 64 << 20;
/// The largest pack that is taken.
const LARGEST_PACK: u64 = 512 << 20;

/// Told how many bytes came, as they come.
pub type Received<'a> = dyn Fn(usize) + Sync + 'a;

/// Whoever asks servers.
pub struct Network {
    http: Http,
}

/// What a git server has, and where it really is.
pub struct GitServer {
    /// The address that was asked for.
    url: String,
    /// The address behind redirects.
    base: String,
    login: Option<Login>,
    advertised: Advertisement,
}

impl Network {
    /// Opens no connection yet.
    #[must_use]
    pub fn new(options: NetworkOptions) -> Self {
        Self { http: Http::new(options) }
    }

    /// The file at `url`, of at most `limit` bytes, with the type its server says
    /// it has. Nobody knows its digest, so the answer must say where it ends.
    fn typed_file(&self, url: &str, limit: u64) -> Result<(Vec<u8>, String), NetworkError> {
        retry(|| {
            let answer = self.get(url)?;
            let content_type = answer.content_type.clone();
            if !answer.has_end {
                let what = "its answer does not say where it ends, so nobody knows whether that is all".to_owned();
                return Err(NetworkError::Exchange { url: url.to_owned(), what, may_pass: false });
            }
            Ok((answer.bytes(limit, &|_| {})?, content_type))
        })
    }

    /// Fetches the file at `url` into the cache, when it has this digest.
    ///
    /// # Errors
    /// When it cannot be had, is another one, or cannot be kept.
    pub fn fetch_file(
        &self,
        url: &str,
        (sha256, size): (&str, u64),
        cache: &Cache,
        received: &Received<'_>,
    ) -> Result<(), NetworkError> {
        let bytes = match retry(|| self.get(url)?.bytes(size, received)) {
            Err(NetworkError::TooLarge { .. }) => {
                let (expected, actual) = (sha256.to_owned(), format!("more than its {size} bytes"));
                return Err(NetworkError::Digest { url: url.to_owned(), expected, actual });
            }
            bytes => bytes?,
        };
        let actual = sha256_hex(&bytes);
        if actual != sha256 {
            return Err(NetworkError::Digest { url: url.to_owned(), expected: sha256.to_owned(), actual });
        }
        cache.add_file(&bytes)?;
        Ok(())
    }

    /// Asks the git server at `url` what it has.
    ///
    /// # Errors
    /// When it cannot be asked, or is none.
    pub fn git_server(&self, url: &str) -> Result<GitServer, NetworkError> {
        retry(|| {
            let asked = format!("{}/info/refs?service=git-upload-pack", url.trim_end_matches('/'));
            let (answer, login) = self.get_as(url, &asked)?;
            if answer.content_type != "application/x-git-upload-pack-advertisement" {
                let what = format!("its answer is {:?}", answer.content_type);
                return Err(NetworkError::Protocol { url: url.to_owned(), what });
            }
            let Some(base) = base_of(&answer.origin) else {
                let what = "it leads to an address that is none of a git server".to_owned();
                return Err(NetworkError::Protocol { url: url.to_owned(), what });
            };
            let advertised = Advertisement::read(answer.reader(MOST_REFS));
            let advertised = advertised.map_err(|error| talk_failed(url, MOST_REFS, error))?;
            // A password is for the host that asked for it, and for no other that this one names.
            let login = login.filter(|_| host_of(&base) == host_of(url));
            Ok(GitServer { url: url.to_owned(), base, login, advertised })
        })
    }

    /// Fetches `commit` of the repository of `server` into the cache, under the
    /// address it was asked for by.
    ///
    /// # Errors
    /// When the server does not give it, or gives something else, or it cannot
    /// be kept.
    pub fn fetch_commit(
        &self,
        server: &GitServer,
        commit: &str,
        cache: &Cache,
        received: &Received<'_>,
    ) -> Result<(), NetworkError> {
        let GitServer { url, advertised, .. } = server;
        // Many servers give more than they say they do.
        let id = advertised.want_for(commit).unwrap_or(commit);
        let request = advertised.request(id).map_err(|error| talk_failed(url, 0, error))?;
        retry(|| {
            let pack = self.pack(server, &request, received).map_err(|error| match error {
                NetworkError::Refused { message, .. }
                    if ["not our ref", "not valid"].iter().any(|no| message.contains(no)) =>
                {
                    NetworkError::NotOffered { url: url.clone(), commit: commit.to_owned() }
                }
                error => error,
            })?;
            cache.add_pack(url, commit, &pack).map_err(|error| match error {
                CacheError::Git(error) if error.is_damage() => {
                    NetworkError::Incomplete { url: url.clone(), commit: commit.to_owned() }
                }
                CacheError::DamagedPack { .. } => {
                    NetworkError::Protocol { url: url.clone(), what: "its pack is damaged".to_owned() }
                }
                error => error.into(),
            })
        })
    }

    fn pack(&self, server: &GitServer, request: &[u8], received: &Received<'_>) -> Result<Vec<u8>, NetworkError> {
        let types = ["application/x-git-upload-pack-request", "application/x-git-upload-pack-result"];
        let asked = format!("{}/git-upload-pack", server.base);
        let answer = match self.http.post(&asked, types, request, server.login.as_ref()) {
            Err(error @ NetworkError::Status { status: 401, .. }) if server.login.is_none() => {
                let login = login_for(&server.base).ok_or(error)?;
                self.http.post(&asked, types, request, Some(&login))?
            }
            answer => answer?,
        };
        if answer.content_type != types[1] {
            let what = format!("its answer is {:?}", answer.content_type);
            return Err(NetworkError::Protocol { url: server.url.clone(), what });
        }
        read_pack(answer.reader(LARGEST_PACK), &|length| received(length))
            .map_err(|error| talk_failed(&server.url, LARGEST_PACK, error))
    }

    /// Asks for `url`, and once more with credentials when the server wants some.
    fn get(&self, url: &str) -> Result<Answer, NetworkError> {
        self.get_as(url, url).map(|(answer, _)| answer)
    }

    /// The same for `asked`, which belongs to what helpers know as `known`.
    fn get_as(&self, known: &str, asked: &str) -> Result<(Answer, Option<Login>), NetworkError> {
        match self.http.get(asked, None) {
            Err(error @ NetworkError::Status { status: 401, .. }) => {
                let login = login_for(known).ok_or(error)?;
                Ok((self.http.get(asked, Some(&login))?, Some(login)))
            }
            answer => Ok((answer?, None)),
        }
    }
}

impl GitServer {
    /// The commit that `reference` leads to: a tag, a branch, or a commit in full,
    /// which is believed; the default branch when it is empty.
    ///
    /// # Errors
    /// When there is none of that name.
    pub fn resolve(&self, reference: &str) -> Result<String, NetworkError> {
        let found = self.advertised.commit_of(reference);
        // As for git, an id is an id, whatever a branch is called.
        let itself = Some(reference).filter(|reference| super::is_hex(reference, 40));
        itself
            .or(found)
            .map(str::to_owned)
            .ok_or_else(|| NetworkError::NoRevision { url: self.url.clone(), reference: reference.to_owned() })
    }

    /// What became of `reference`, which led to `commit` when it was pinned.
    ///
    /// # Errors
    /// A tag that leads elsewhere: what was pinned by it is not what it was.
    pub fn hold(&self, reference: &str, commit: &str) -> Result<Standing, NetworkError> {
        if reference == commit {
            return Ok(Standing::Same);
        }
        let Some(actual) = self.advertised.commit_of(reference) else { return Ok(Standing::Gone) };
        if actual == commit {
            return Ok(Standing::Same);
        }
        if !self.advertised.is_tag(reference) {
            return Ok(Standing::MovedOn);
        }
        Err(NetworkError::Moved {
            url: self.url.clone(),
            reference: reference.to_owned(),
            expected: commit.to_owned(),
            actual: actual.to_owned(),
        })
    }
}

/// What became of a name since it was pinned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It leads to the same commit.
    Same,
    /// It is a branch, and leads to another one.
    MovedOn,
    /// There is none of that name.
    Gone,
}

/// Credentials for `url`. Only whoever can keep a secret is told one.
fn login_for(url: &str) -> Option<Login> {
    Some(url).filter(|url| url.starts_with("https://")).and_then(Login::from_helpers)
}

/// Scheme, host and port of an address.
fn host_of(url: &str) -> Option<(String, String)> {
    let uri: Uri = url.parse().ok()?;
    Some((uri.scheme_str()?.to_owned(), uri.authority()?.as_str().to_ascii_lowercase()))
}

/// The address of a repository whose list of refs is at `url`.
fn base_of(url: &str) -> Option<String> {
    let uri: Uri = url.parse().ok()?;
    let path = uri.path().strip_suffix("/info/refs")?;
    Some(format!("{}://{}{path}", uri.scheme_str()?, uri.authority()?))
}

fn talk_failed(url: &str, limit: u64, error: TalkError) -> NetworkError {
    let url = url.to_owned();
    match error {
        TalkError::Read(error) => read_failed(&url, limit, error),
        TalkError::Protocol(what) => NetworkError::Protocol { url, what },
        TalkError::Refused(message) => NetworkError::Refused { url, message },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repository_is_where_its_refs_are() {
        let base = base_of("https://host:8443/org/repo.git/info/refs?service=git-upload-pack");
        assert_eq!(base.as_deref(), Some("https://host:8443/org/repo.git"));
        assert_eq!(base_of("https://host/login?next=/info/refs"), None);
    }
}
