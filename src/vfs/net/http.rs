//! Exchanges over HTTP.

use std::io::Read;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use ureq::config::RedirectAuthHeaders;
use ureq::http::{Response, Uri};
use ureq::tls::{Certificate, RootCerts, TlsConfig};
use ureq::{Agent, Body, Proxy, ProxyProtocol, ResponseExt};

use super::credentials::Login;
use super::{NetworkError, NetworkOptions};

/// The longest that a server may take to be there.
const CONNECT: Duration = Duration::from_secs(10);
/// The longest that nothing may come.
const SILENCE: Duration = Duration::from_secs(60);
const MOST_REDIRECTS: u32 = 5;

/// A client for both schemes.
pub(super) struct Http {
    options: NetworkOptions,
    https: OnceLock<Agent>,
    http: OnceLock<Agent>,
}

/// What a server answered, up to its body.
pub(super) struct Answer {
    /// The address that was asked for.
    url: String,
    /// Where it came from in the end. It can be signed: it is for no message.
    pub(super) origin: String,
    pub(super) content_type: String,
    /// Whether it says where it ends, so that an answer that was cut is known.
    pub(super) has_end: bool,
    body: Body,
}

impl Http {
    pub(super) fn new(options: NetworkOptions) -> Self {
        Self { options, https: OnceLock::new(), http: OnceLock::new() }
    }

    /// Asks for `url`. Redirects are followed, but never from https to http.
    pub(super) fn get(&self, url: &str, login: Option<&Login>) -> Result<Answer, NetworkError> {
        let mut request = self.agent(url)?.get(url);
        if let Some(login) = login {
            request = request.header("Authorization", login.basic());
        }
        answer(url, request.call())
    }

    /// Sends `body` to `url`. Nothing is sent again to where a redirect leads.
    pub(super) fn post(
        &self,
        url: &str,
        [content_type, accept]: [&str; 2],
        body: &[u8],
        login: Option<&Login>,
    ) -> Result<Answer, NetworkError> {
        let mut request = self.agent(url)?.post(url).header("Content-Type", content_type).header("Accept", accept);
        if let Some(login) = login {
            request = request.header("Authorization", login.basic());
        }
        answer(url, request.config().max_redirects(0).max_redirects_will_error(false).build().send(body))
    }

    fn agent(&self, url: &str) -> Result<&Agent, NetworkError> {
        let is_https = check_address(url)?;
        let place = if is_https { &self.https } else { &self.http };
        if let Some(agent) = place.get() {
            return Ok(agent);
        }
        let agent = self.new_agent(is_https)?;
        Ok(place.get_or_init(|| agent))
    }

    fn new_agent(&self, is_https: bool) -> Result<Agent, NetworkError> {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .https_only(is_https)
            .max_redirects(MOST_REDIRECTS)
            .redirect_auth_headers(RedirectAuthHeaders::SameHost)
            .user_agent(concat!("quintet/", env!("CARGO_PKG_VERSION")))
            .proxy(self.proxy(is_https)?)
            .timeout_connect(Some(CONNECT))
            .timeout_recv_response(Some(SILENCE.min(self.options.timeout)))
            .timeout_per_read(Some(SILENCE.min(self.options.timeout)))
            .timeout_global(Some(self.options.timeout))
            // Also for http: a redirect can lead to https.
            .tls_config(self.tls(is_https)?);
        Ok(config.build().into())
    }

    fn proxy(&self, is_https: bool) -> Result<Option<Proxy>, NetworkError> {
        let (scheme, named) = match is_https {
            true => ("https", &self.options.https_proxy),
            false => ("http", &self.options.http_proxy),
        };
        let Some(named) = named.as_deref().filter(|named| !named.is_empty()) else { return Ok(None) };
        let unusable = || NetworkError::Proxy { scheme };
        let proxy = Proxy::new(named).map_err(|_| unusable())?;
        if !matches!(proxy.protocol(), ProxyProtocol::Http | ProxyProtocol::Https) {
            return Err(unusable());
        }
        let Some(except) = self.options.no_proxy.as_deref().filter(|except| !except.is_empty()) else {
            return Ok(Some(proxy));
        };
        let mut builder = Proxy::builder(proxy.protocol()).host(proxy.host()).port(proxy.port());
        if let Some(name) = proxy.username() {
            builder = builder.username(name);
        }
        if let Some(password) = proxy.password() {
            builder = builder.password(password);
        }
        for host in except.split(',').map(str::trim).filter(|host| !host.is_empty()) {
            builder = builder.no_proxy(host);
            // As for curl and git, a name stands for those below it, and one with a dot for itself.
            match host.strip_prefix('.') {
                Some(name) => builder = builder.no_proxy(name),
                None if host != "*" => builder = builder.no_proxy(&format!(".{host}")),
                None => {}
            }
        }
        builder.build().map(Some).map_err(|_| unusable())
    }

    fn tls(&self, is_needed: bool) -> Result<TlsConfig, NetworkError> {
        let NetworkOptions { ca_file, ca_folders, .. } = &self.options;
        let mut found = match (ca_file, ca_folders.is_empty()) {
            (None, true) => rustls_native_certs::load_native_certs(),
            (file, _) => rustls_native_certs::load_certs_from_paths(file.as_deref(), None),
        };
        for folder in ca_folders {
            let more = rustls_native_certs::load_certs_from_paths(None, Some(folder));
            found.certs.extend(more.certs);
            found.errors.extend(more.errors);
        }
        if found.certs.is_empty() && is_needed {
            let errors: Vec<String> = found.errors.iter().map(ToString::to_string).collect();
            let why = if errors.is_empty() { "the system has none".to_owned() } else { errors.join("; ") };
            return Err(NetworkError::NoCertificates { why });
        }
        let certificates: Vec<Certificate<'static>> =
            found.certs.iter().map(|one| Certificate::from_der(one.as_ref()).to_owned()).collect();
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        Ok(TlsConfig::builder()
            .root_certs(RootCerts::Specific(Arc::new(certificates)))
            .unversioned_rustls_crypto_provider(provider)
            .build())
    }
}

/// Whether `url` is one for https; an error when it is none to ask.
///
/// # Errors
/// When it is no address of a web server, or holds credentials.
pub(super) fn check_address(url: &str) -> Result<bool, NetworkError> {
    let refused = |url: &str, why| Err(NetworkError::Address { url: url.to_owned(), why });
    let Ok(uri) = url.parse::<Uri>() else {
        // What stands before an `@` may be a password, wherever it is.
        return refused(url.rsplit('@').next().unwrap_or_default(), "it is no address");
    };
    let authority = uri.authority().map(|authority| authority.as_str()).unwrap_or_default();
    if let Some((_, host)) = authority.rsplit_once('@') {
        let shown = format!("{}://{host}{}", uri.scheme_str().unwrap_or_default(), uri.path());
        return refused(&shown, "it holds credentials, which belong to a credential helper of git");
    }
    match uri.scheme_str() {
        Some("https") => Ok(true),
        Some("http") => Ok(false),
        _ => refused(url, "only https: and http: are spoken"),
    }
}

fn answer(url: &str, came: Result<Response<Body>, ureq::Error>) -> Result<Answer, NetworkError> {
    let response = came.map_err(|error| NetworkError::exchange(url, &error))?;
    let status = response.status();
    if !status.is_success() {
        return Err(NetworkError::Status { url: url.to_owned(), status: status.as_u16() });
    }
    let content_type = response.headers().get("content-type").and_then(|value| value.to_str().ok());
    let content_type = content_type.unwrap_or_default().to_owned();
    let has_end = ["content-length", "transfer-encoding"].iter().any(|name| response.headers().contains_key(*name));
    let (url, origin) = (url.to_owned(), response.get_uri().to_string());
    Ok(Answer { url, origin, content_type, has_end, body: response.into_body() })
}

impl Answer {
    /// The body, of which at most `limit` bytes are taken.
    pub(super) fn reader(self, limit: u64) -> impl Read {
        // One more than may come, for the end to be seen.
        self.body.into_with_config().limit(limit.saturating_add(1)).reader()
    }

    /// The whole body, of at most `limit` bytes. `received` is told of every part.
    pub(super) fn bytes(self, limit: u64, received: &dyn Fn(usize)) -> Result<Vec<u8>, NetworkError> {
        let url = self.url.clone();
        let mut reader = self.reader(limit);
        let mut bytes = Vec::new();
        let mut part = vec![0; 64 << 10];
        loop {
            match reader.read(&mut part) {
                Ok(0) => return Ok(bytes),
                Ok(length) => {
                    received(length);
                    bytes.extend_from_slice(&part[..length]);
                }
                Err(error) => return Err(read_failed(&url, limit, error)),
            }
            if bytes.len() as u64 > limit {
                return Err(NetworkError::TooLarge { url, limit });
            }
        }
    }
}

/// Reading a body failed.
pub(super) fn read_failed(url: &str, limit: u64, error: std::io::Error) -> NetworkError {
    match ureq::Error::from(error) {
        ureq::Error::BodyExceedsLimit(_) => NetworkError::TooLarge { url: url.to_owned(), limit },
        error => NetworkError::exchange(url, &error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_with_credentials_are_refused_and_not_repeated() {
        for url in ["https://user:hunter2@host/a", "http://hunter2@host/a"] {
            let message = check_address(url).unwrap_err().to_string();
            assert!(!message.contains("hunter2") && message.contains("://host/a"), "{message}");
        }
        for url in ["ssh://host/a", "git@host:a", "/a", "file:///a", "https://"] {
            assert!(check_address(url).is_err(), "{url}");
        }
        assert!(check_address("https://host/a").unwrap());
        assert!(!check_address("http://host/a").unwrap());
    }

    #[test]
    fn a_proxy_that_is_none_is_named_by_its_variable_only() {
        let options =
            NetworkOptions { https_proxy: Some("ht!tp://x:hunter2@".to_owned()), ..NetworkOptions::default() };
        let message = Http::new(options).agent("https://host/").unwrap_err().to_string();
        assert_eq!(message, "the environment names no usable proxy for https");
        for proxy in ["socks5h://host:1080", "socks4://host"] {
            let options = NetworkOptions { https_proxy: Some(proxy.to_owned()), ..NetworkOptions::default() };
            assert!(Http::new(options).agent("https://host/").is_err(), "{proxy}");
        }
    }
}
