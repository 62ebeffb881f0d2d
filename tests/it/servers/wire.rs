//! HTTP/1.1 on a stream: one request is read, one response is written.

use std::io::{self, BufRead, BufReader, Read, Write};

use super::listener::Stop;
use super::message::{Request, Response};

/// More than any client here has to say before its body.
const LINE_LIMIT: u64 = 64 * 1024;

/// The next request, yet without numbers.
///
/// # Errors
/// The client went away or does not speak HTTP/1.1.
pub(super) fn read<S: Read + Write>(stream: &mut BufReader<S>, secure: bool) -> io::Result<Request> {
    let line = read_line(stream)?;
    let [method, target, "HTTP/1.1" | "HTTP/1.0"] = line.split(' ').collect::<Vec<_>>()[..] else {
        return Err(io::Error::other(format!("not a request: {line:?}")));
    };
    let (method, target) = (method.to_owned(), target.to_owned());
    let mut request = Request { method, target, headers: Vec::new(), body: Vec::new(), secure, number: 0, repeat: 0 };
    loop {
        let line = read_line(stream)?;
        let Some((name, value)) = line.split_once(':') else { break };
        request.headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
    }
    if request.header("expect").is_some() {
        stream.get_mut().write_all(b"HTTP/1.1 100 Continue\r\n\r\n")?;
        stream.get_mut().flush()?;
    }
    request.body = read_body(stream, &request)?;
    Ok(request)
}

fn read_line(stream: &mut impl BufRead) -> io::Result<String> {
    let mut line = String::new();
    stream.by_ref().take(LINE_LIMIT).read_line(&mut line)?;
    match line.strip_suffix("\r\n") {
        Some(line) => Ok(line.to_owned()),
        None => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}

fn read_body(stream: &mut impl BufRead, request: &Request) -> io::Result<Vec<u8>> {
    let mut body = Vec::new();
    if request.header("transfer-encoding").is_some_and(|coding| coding.eq_ignore_ascii_case("chunked")) {
        loop {
            let line = read_line(stream)?;
            let size = line.split(';').next().unwrap_or_default().trim();
            let size = usize::from_str_radix(size, 16).map_err(io::Error::other)?;
            let start = body.len();
            body.resize(start + size, 0);
            stream.read_exact(&mut body[start..])?;
            read_line(stream)?;
            if size == 0 {
                return Ok(body);
            }
        }
    }
    let length = request.header("content-length").unwrap_or("0");
    body.resize(length.parse().map_err(io::Error::other)?, 0);
    stream.read_exact(&mut body)?;
    Ok(body)
}

/// How a response ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// As announced.
    Whole,
    /// Early, as wanted by the test or by the stop of the server.
    Broken,
}

/// Writes `response` and behaves as it says.
///
/// # Errors
/// The client went away.
pub(super) fn write(stream: &mut impl Write, response: &Response, stop: &Stop) -> io::Result<End> {
    if stop.waits(response.delay) || response.hangs_up {
        return Ok(End::Broken);
    }
    write_head(stream, response)?;
    let sent = response.cut_after.unwrap_or(usize::MAX).min(response.body.len());
    loop {
        if write_body(stream, &response.body[..sent], response, stop)? == End::Broken {
            return Ok(End::Broken);
        }
        if !response.endless {
            break;
        }
    }
    if response.cut_after.is_some() {
        return Ok(End::Broken);
    }
    if response.chunked {
        stream.write_all(b"0\r\n\r\n")?;
    }
    stream.flush()?;
    Ok(End::Whole)
}

fn write_head(stream: &mut impl Write, response: &Response) -> io::Result<()> {
    // Clients must not care for the words after the number.
    let mut head = format!("HTTP/1.1 {} -\r\nConnection: close\r\n", response.status);
    for (name, value) in &response.headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    if response.chunked {
        head.push_str("Transfer-Encoding: chunked\r\n\r\n");
    } else {
        head.push_str(&format!("Content-Length: {}\r\n\r\n", response.body.len()));
    }
    stream.write_all(head.as_bytes())?;
    stream.flush()
}

fn write_body(stream: &mut impl Write, body: &[u8], response: &Response, stop: &Stop) -> io::Result<End> {
    let size = if response.drip.is_some() { 1 } else { 16 * 1024 };
    for part in body.chunks(size) {
        if response.chunked {
            write!(stream, "{:x}\r\n", part.len())?;
        }
        stream.write_all(part)?;
        if response.chunked {
            stream.write_all(b"\r\n")?;
        }
        stream.flush()?;
        if response.drip.is_some_and(|pause| stop.waits(pause)) {
            return Ok(End::Broken);
        }
    }
    Ok(End::Whole)
}
