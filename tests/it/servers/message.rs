//! Requests and responses as data, with the ways in which a response may fail
//! its client.

use std::time::Duration;

/// What a client asked.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    /// `GET`, `POST` or `CONNECT`.
    pub method: String,
    /// As written in the request line: a path with its query, a whole URL to a
    /// proxy, `host:port` to a tunnel.
    pub target: String,
    /// Names in lower case, in the order they came.
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
    /// Whether it came through TLS.
    pub secure: bool,
    /// How many requests came before it.
    pub number: usize,
    /// How many requests with this method and target came before it.
    pub repeat: usize,
}

impl Request {
    /// The first header of that name, given in lower case.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(written, _)| written == name).map(|(_, value)| value.as_str())
    }

    /// The target without its query.
    pub(crate) fn path(&self) -> &str {
        self.target.split_once('?').map_or(&self.target, |(path, _)| path)
    }

    /// The address of `path` at the host that was asked.
    pub(crate) fn url(&self, path: &str) -> String {
        let scheme = if self.secure { "https" } else { "http" };
        format!("{scheme}://{}{path}", self.header("host").unwrap_or("127.0.0.1"))
    }
}

/// What is answered, and how.
#[derive(Clone, Debug)]
pub(crate) struct Response {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
    pub(super) chunked: bool,
    pub(super) endless: bool,
    pub(super) hangs_up: bool,
    pub(super) cut_after: Option<usize>,
    pub(super) drip: Option<Duration>,
    pub(super) delay: Duration,
}

impl Response {
    /// 200 with `body`.
    pub(crate) fn ok(body: impl Into<Vec<u8>>) -> Self {
        Self {
            status: 200,
            headers: Vec::new(),
            body: body.into(),
            chunked: false,
            endless: false,
            hangs_up: false,
            cut_after: None,
            drip: None,
            delay: Duration::ZERO,
        }
    }

    /// `status` with its number as the body.
    pub(crate) fn status(status: u16) -> Self {
        Self { status, ..Self::ok(format!("{status}\n")) }
    }

    /// 302 to `location`.
    pub(crate) fn redirect(location: impl Into<String>) -> Self {
        Self::status(302).header("Location", location)
    }

    /// No answer: the connection ends once the request is read.
    pub(crate) fn hang_up() -> Self {
        Self { hangs_up: true, ..Self::ok("") }
    }

    /// With one more header.
    pub(crate) fn header(mut self, name: &str, value: impl Into<String>) -> Self {
        self.headers.push((name.to_owned(), value.into()));
        self
    }

    /// In chunks, without a `Content-Length`.
    pub(crate) fn chunked(mut self) -> Self {
        self.chunked = true;
        self
    }

    /// The body again and again, in chunks, until the client goes away.
    pub(crate) fn endless(mut self) -> Self {
        (self.chunked, self.endless) = (true, true);
        self
    }

    /// The connection ends after `bytes` of the body, whatever was promised.
    pub(crate) fn cut_after(mut self, bytes: usize) -> Self {
        self.cut_after = Some(bytes);
        self
    }

    /// One byte of the body, a pause, and so on.
    pub(crate) fn dripping(mut self, pause: Duration) -> Self {
        self.drip = Some(pause);
        self
    }

    /// Nothing, not even the status, before that time.
    pub(crate) fn delayed(mut self, delay: Duration) -> Self {
        self.delay = delay;
        self
    }
}

/// `handler` behind a lock: 401 unless the header `Authorization` is exactly
/// `authorization`.
pub(crate) fn guarded(
    authorization: String,
    handler: impl Fn(&Request) -> Response + Send + Sync + 'static,
) -> impl Fn(&Request) -> Response + Send + Sync + 'static {
    move |request| match request.header("authorization") {
        Some(given) if given == authorization => handler(request),
        _ => Response::status(401).header("WWW-Authenticate", "Basic realm=\"loopback\""),
    }
}

/// The value of the header `Authorization` for a name and a password.
pub(crate) fn basic(name: &str, password: &str) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = "Basic ".to_owned();
    for bytes in format!("{name}:{password}").as_bytes().chunks(3) {
        let group = (0..3).fold(0, |group, at| group << 8 | u32::from(bytes.get(at).copied().unwrap_or(0)));
        for at in 0..4 {
            let sextet = (group >> (18 - 6 * at)) as usize & 63;
            text.push(if at > bytes.len() { '=' } else { char::from(ALPHABET[sextet]) });
        }
    }
    text
}
