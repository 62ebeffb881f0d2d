//! A server on loopback that answers as a test says, plainly or through TLS.

use std::io::{self, BufReader, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};

use rustls::{ServerConfig, ServerConnection, StreamOwned};

use super::ca::{Ca, LOOPBACK};
use super::listener::{Listener, Stop};
use super::message::{Request, Response};
use super::wire::{self, End};

/// Answers every request by a function of the test, each on a connection of
/// its own. Ends with all its threads when dropped.
pub(crate) struct Server {
    // Ends first: its threads write to the log.
    listener: Listener,
    log: Arc<Log>,
    scheme: &'static str,
}

impl Server {
    /// A server without TLS.
    pub(crate) fn start(handler: impl Fn(&Request) -> Response + Send + Sync + 'static) -> Self {
        Self::serve(None, handler)
    }

    /// A server with TLS that shows a certificate of `ca` for `127.0.0.1` and
    /// `localhost`.
    pub(crate) fn start_tls(ca: &Ca, handler: impl Fn(&Request) -> Response + Send + Sync + 'static) -> Self {
        Self::start_tls_as(ca, &LOOPBACK, handler)
    }

    /// A server with TLS that shows a certificate of `ca` for `names`.
    pub(crate) fn start_tls_as(
        ca: &Ca,
        names: &[&str],
        handler: impl Fn(&Request) -> Response + Send + Sync + 'static,
    ) -> Self {
        Self::serve(Some(ca.server(names)), handler)
    }

    fn serve(tls: Option<Arc<ServerConfig>>, handler: impl Fn(&Request) -> Response + Send + Sync + 'static) -> Self {
        let log = Arc::new(Log::default());
        let scheme = if tls.is_some() { "https" } else { "http" };
        let listener = Listener::start({
            let log = Arc::clone(&log);
            move |socket, stop| match &tls {
                None => answer(socket, false, &handler, &log, stop),
                Some(config) => {
                    let session = ServerConnection::new(Arc::clone(config)).map_err(io::Error::other)?;
                    answer(StreamOwned::new(session, socket), true, &handler, &log, stop)
                }
            }
        });
        Self { listener, log, scheme }
    }

    /// The address of `path`, which starts with a slash.
    pub(crate) fn url(&self, path: &str) -> String {
        format!("{}://{}{path}", self.scheme, self.address())
    }

    /// The same by the name `localhost`, which is another host to clients.
    pub(crate) fn localhost_url(&self, path: &str) -> String {
        format!("{}://localhost:{}{path}", self.scheme, self.address().port())
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.listener.address()
    }

    /// What was asked, in order.
    pub(crate) fn requests(&self) -> Vec<Request> {
        self.log.all()
    }
}

/// An address that nothing listens on.
pub(crate) fn refused_url(path: &str) -> String {
    let socket = TcpListener::bind("127.0.0.1:0").expect("loopback has a free port");
    format!("http://{}{path}", socket.local_addr().expect("it is bound"))
}

/// What was asked of a server.
#[derive(Default)]
pub(super) struct Log(Mutex<Vec<Request>>);

impl Log {
    /// Numbers the request and keeps a copy.
    pub(super) fn add(&self, request: &mut Request) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        request.number = all.len();
        request.repeat =
            all.iter().filter(|one| (&one.method, &one.target) == (&request.method, &request.target)).count();
        all.push(request.clone());
    }

    pub(super) fn all(&self) -> Vec<Request> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// One request and its response.
fn answer<S: Connection>(
    stream: S,
    secure: bool,
    handler: &impl Fn(&Request) -> Response,
    log: &Log,
    stop: &Stop,
) -> io::Result<()> {
    let mut stream = BufReader::new(stream);
    let mut request = wire::read(&mut stream, secure)?;
    log.add(&mut request);
    let response = handler(&request);
    let end = wire::write(stream.get_mut(), &response, stop)?;
    finish(stream.get_mut(), end)
}

/// Ends a connection such that what was sent arrives: closed with something
/// unread, a socket would take back what the client has not read yet.
pub(super) fn finish(stream: &mut impl Connection, end: End) -> io::Result<()> {
    if end == End::Whole {
        stream.says_goodbye()?;
    }
    let socket = stream.socket();
    socket.shutdown(Shutdown::Write)?;
    io::copy(socket, &mut io::sink())?;
    Ok(())
}

/// A socket, plain or below TLS.
pub(super) trait Connection: Read + Write {
    /// Says that nothing was cut off, where the protocol has a word for it.
    fn says_goodbye(&mut self) -> io::Result<()>;
    fn socket(&mut self) -> &mut TcpStream;
}

impl Connection for TcpStream {
    fn says_goodbye(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn socket(&mut self) -> &mut TcpStream {
        self
    }
}

impl Connection for StreamOwned<ServerConnection, TcpStream> {
    fn says_goodbye(&mut self) -> io::Result<()> {
        self.conn.send_close_notify();
        self.flush()
    }

    fn socket(&mut self) -> &mut TcpStream {
        &mut self.sock
    }
}
