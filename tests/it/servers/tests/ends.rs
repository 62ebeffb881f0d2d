//! A server ends whatever its clients do, and its sockets with it.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use super::super::{Ca, Response, Server};

/// Says `text` on a new connection, and keeps it.
fn say(server: &Server, text: &str) -> TcpStream {
    let mut client = TcpStream::connect(server.address()).expect("it listens");
    client.set_read_timeout(Some(Duration::from_secs(10))).expect("a time");
    client.write_all(text.as_bytes()).expect("sent");
    client
}

fn requests_of(server: &Server, count: usize) {
    let start = Instant::now();
    while server.requests().len() < count {
        assert!(start.elapsed() < Duration::from_secs(10), "{count} requests did not come");
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn a_server_ends_at_once_with_clients_that_hang() {
    let hour = Duration::from_secs(3600);
    let server = Server::start(move |request| match request.path() {
        "/late" => Response::ok("x").delayed(hour),
        "/drip" => Response::ok("xyz").dripping(hour),
        "/endless" => Response::ok(vec![0; 100_000]).endless(),
        _ => Response::ok("whole"),
    });
    let ask = |path: &str| say(&server, &format!("GET {path} HTTP/1.1\r\n\r\n"));
    // The first says nothing, the second half a request, the others do not
    // read, or read and do not hang up.
    let clients = [say(&server, ""), say(&server, "GET / HT"), ask("/late"), ask("/drip"), ask("/endless"), ask("/")];
    let secure = Server::start_tls(&Ca::new(), |_| Response::ok(""));
    let greeting = say(&secure, "\x16\x03");
    requests_of(&server, 4);
    let (address, start) = (server.address(), Instant::now());
    drop((server, secure));
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
    assert!(TcpStream::connect(address).is_err(), "nobody listens");
    for mut client in clients.into_iter().chain([greeting]) {
        // Closed, or reset with something unread: in any case not open.
        if let Err(error) = client.read_to_end(&mut Vec::new()) {
            assert!(!matches!(error.kind(), std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut), "{error}");
        }
    }
}

#[test]
fn bodies_come_by_length_in_chunks_and_after_a_word() {
    let server = Server::start(|request| Response::ok(request.body.clone()));
    for head in ["Content-Length: 3\r\n\r\nabc", "Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1;x\r\nc\r\n0\r\n\r\n"] {
        let mut answer = String::new();
        say(&server, &format!("POST / HTTP/1.1\r\n{head}")).read_to_string(&mut answer).expect("it ends");
        assert_eq!(answer, "HTTP/1.1 200 -\r\nConnection: close\r\nContent-Length: 3\r\n\r\nabc");
    }
    let mut client = say(&server, "POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n");
    let mut word = [0; 25];
    client.read_exact(&mut word).expect("it may go on");
    assert_eq!(&word, b"HTTP/1.1 100 Continue\r\n\r\n");
    client.write_all(b"z").expect("sent");
    let mut answer = String::new();
    client.read_to_string(&mut answer).expect("it ends");
    assert!(answer.ends_with("\r\n\r\nz"), "{answer}");
    assert_eq!(server.requests().iter().map(|request| request.repeat).collect::<Vec<_>>(), [0, 1, 2]);
}

#[test]
fn a_drip_is_a_byte_at_a_time_and_a_cut_is_exact() {
    let server = Server::start(|request| match request.path() {
        "/drip" => Response::ok("abc").chunked().dripping(Duration::from_millis(20)),
        _ => Response::ok("abcdef").cut_after(2),
    });
    let ask = |path: &str| {
        let mut answer = String::new();
        say(&server, &format!("GET {path} HTTP/1.1\r\n\r\n")).read_to_string(&mut answer).expect("it ends");
        answer.split_once("\r\n\r\n").expect("a head").1.to_owned()
    };
    let start = Instant::now();
    assert_eq!(ask("/drip"), "1\r\na\r\n1\r\nb\r\n1\r\nc\r\n0\r\n\r\n");
    assert!(start.elapsed() >= Duration::from_millis(60));
    assert_eq!(ask("/cut"), "ab");
}

#[test]
fn a_panic_of_a_handler_is_a_failure_of_the_test() {
    let server = Server::start(|_| panic!("wanted by this test"));
    let mut answer = Vec::new();
    say(&server, "GET / HTTP/1.1\r\n\r\n").read_to_end(&mut answer).expect("it ends");
    assert!(answer.is_empty());
    let ended = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| drop(server)));
    assert!(ended.is_err());
}
