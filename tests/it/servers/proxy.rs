//! An HTTP proxy on loopback that keeps a log, so that tests see who went
//! through it.

use std::io::{self, BufReader, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::Arc;
use std::thread;

use super::http::{Log, finish};
use super::listener::{Listener, Stop};
use super::message::{Request, Response};
use super::wire;

/// Tunnels (`CONNECT`) and plain requests with a whole URL.
pub(crate) struct Proxy {
    listener: Listener,
    log: Arc<Log>,
}

impl Proxy {
    /// A proxy that reaches only what is on loopback.
    pub(crate) fn start() -> Self {
        Self::leading(&[])
    }

    /// The same, but `host:port` of the table leads to a server on loopback:
    /// with a certificate for its name this is `github.com` for a client.
    pub(crate) fn leading(table: &[(&str, SocketAddr)]) -> Self {
        let table: Vec<_> = table.iter().map(|&(name, address)| (name.to_owned(), address)).collect();
        let log = Arc::new(Log::default());
        let listener = Listener::start({
            let log = Arc::clone(&log);
            move |socket, stop| pass(socket, &table, &log, stop)
        });
        Self { listener, log }
    }

    /// For `HTTP_PROXY` and `HTTPS_PROXY`.
    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.listener.address())
    }

    /// What was asked of the proxy, in order; not what went through tunnels.
    pub(crate) fn requests(&self) -> Vec<Request> {
        self.log.all()
    }
}

fn pass(socket: TcpStream, table: &[(String, SocketAddr)], log: &Log, stop: &Stop) -> io::Result<()> {
    let mut client = BufReader::new(socket);
    let mut request = wire::read(&mut client, false)?;
    log.add(&mut request);
    let mut client = client.into_inner();
    let tunnel = request.method == "CONNECT";
    let place = match request.target.strip_prefix("http://") {
        _ if tunnel => request.target.clone(),
        Some(rest) => rest.split('/').next().unwrap_or_default().to_owned(),
        None => String::new(),
    };
    let Some(server) = address(&place, table).and_then(|address| TcpStream::connect(address).ok()) else {
        let end = wire::write(&mut client, &Response::status(502), stop)?;
        return finish(&mut client, end);
    };
    stop.watched(server, |mut server| {
        if tunnel {
            client.write_all(b"HTTP/1.1 200 -\r\n\r\n")?;
        } else {
            server.write_all(&forwarded(&request, &place))?;
        }
        both_ways(&client, &server)
    })
}

/// Where a name leads: to the table or to loopback, never out of the machine.
fn address(place: &str, table: &[(String, SocketAddr)]) -> Option<SocketAddr> {
    if let Some((_, address)) = table.iter().find(|(name, _)| name == place) {
        return Some(*address);
    }
    let (host, port) = place.rsplit_once(':').unwrap_or((place, "80"));
    let on_loopback = host == "localhost" || host == "127.0.0.1";
    on_loopback.then_some(([127, 0, 0, 1], port.parse().ok()?).into())
}

/// The request as its server wants it: a path, and nothing for the proxy.
fn forwarded(request: &Request, place: &str) -> Vec<u8> {
    let path = request.target.strip_prefix("http://").and_then(|rest| rest.strip_prefix(place)).unwrap_or("/");
    let path = if path.is_empty() { "/" } else { path };
    let mut bytes = format!("{} {path} HTTP/1.1\r\n", request.method).into_bytes();
    for (name, value) in &request.headers {
        if !name.starts_with("proxy-") && name != "transfer-encoding" && name != "content-length" {
            bytes.extend_from_slice(format!("{name}: {value}\r\n").as_bytes());
        }
    }
    bytes.extend_from_slice(format!("content-length: {}\r\n\r\n", request.body.len()).as_bytes());
    bytes.extend_from_slice(&request.body);
    bytes
}

/// Until both have said all, or one is gone.
fn both_ways(client: &TcpStream, server: &TcpStream) -> io::Result<()> {
    thread::scope(|scope| {
        scope.spawn(|| one_way(client, server));
        one_way(server, client);
    });
    Ok(())
}

fn one_way(mut from: &TcpStream, mut to: &TcpStream) {
    let shut = match io::copy(&mut from, &mut to) {
        Ok(_) => Shutdown::Write,
        Err(_) => Shutdown::Both,
    };
    let _ = to.shutdown(shut);
    if shut == Shutdown::Both {
        let _ = from.shutdown(shut);
    }
}
