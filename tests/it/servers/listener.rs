//! Threads that serve connections on loopback and all end when they are told.

use std::collections::BTreeMap;
use std::io;
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// A listening socket with one thread per connection. Dropped, it ends all of
/// them, also those whose client says nothing.
pub(super) struct Listener {
    address: SocketAddr,
    stop: Arc<Stop>,
    thread: Option<JoinHandle<usize>>,
}

impl Listener {
    /// Listens on a free port of 127.0.0.1; `serve` has a connection each.
    pub(super) fn start(serve: impl Fn(TcpStream, &Stop) -> io::Result<()> + Send + Sync + 'static) -> Self {
        let socket = TcpListener::bind("127.0.0.1:0").expect("loopback has a free port");
        let address = socket.local_addr().expect("it is bound");
        let stop = Arc::new(Stop::default());
        let thread = thread::spawn({
            let stop = Arc::clone(&stop);
            move || accept(&socket, &stop, &Arc::new(serve))
        });
        Self { address, stop, thread: Some(thread) }
    }

    pub(super) fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.stop.now();
        // The thread waits for a connection: this is one.
        let _ = TcpStream::connect(self.address);
        let broken = self.thread.take().map_or(0, |thread| thread.join().unwrap_or(1));
        // A second panic would end the process and hide the first.
        assert!(broken == 0 || thread::panicking(), "{broken} threads of a server panicked, as said above");
    }
}

/// Serves until the stop; says how many threads panicked.
fn accept<F>(socket: &TcpListener, stop: &Arc<Stop>, serve: &Arc<F>) -> usize
where
    F: Fn(TcpStream, &Stop) -> io::Result<()> + Send + Sync + 'static,
{
    let mut threads: Vec<JoinHandle<()>> = Vec::new();
    let mut broken = 0;
    for connection in socket.incoming() {
        if stop.is_now() {
            break;
        }
        let (ended, running) = threads.into_iter().partition(JoinHandle::is_finished);
        threads = running;
        broken += join(ended);
        let Ok(connection) = connection else { continue };
        let (stop, serve) = (Arc::clone(stop), Arc::clone(serve));
        threads.push(thread::spawn(move || {
            // An error here is a client that went away, as many tests want it.
            let _ = stop.watched(connection, |connection| serve(connection, &stop));
        }));
    }
    broken + join(threads)
}

fn join(threads: Vec<JoinHandle<()>>) -> usize {
    threads.into_iter().map(JoinHandle::join).filter(Result::is_err).count()
}

/// The end of a server, and the sockets that must not outlive it.
#[derive(Default)]
pub(super) struct Stop {
    state: Mutex<State>,
    told: Condvar,
}

#[derive(Default)]
struct State {
    stopped: bool,
    next: usize,
    sockets: BTreeMap<usize, TcpStream>,
}

impl Stop {
    /// Gives `connection` to `work`, and shuts it down afterwards or at the
    /// stop, whichever is first.
    ///
    /// # Errors
    /// Those of `work` and of the socket.
    pub(super) fn watched(
        &self,
        connection: TcpStream,
        work: impl FnOnce(TcpStream) -> io::Result<()>,
    ) -> io::Result<()> {
        connection.set_nodelay(true)?;
        let _watch = Watch { stop: self, number: self.register(connection.try_clone()?) };
        work(connection)
    }

    /// Waits; true where the stop came first.
    pub(super) fn waits(&self, pause: Duration) -> bool {
        let state = self.lock();
        let wait = self.told.wait_timeout_while(state, pause, |state| !state.stopped);
        wait.unwrap_or_else(PoisonError::into_inner).0.stopped
    }

    fn register(&self, socket: TcpStream) -> usize {
        let mut state = self.lock();
        if state.stopped {
            let _ = socket.shutdown(Shutdown::Both);
        }
        let number = state.next;
        state.next += 1;
        state.sockets.insert(number, socket);
        number
    }

    fn now(&self) {
        let mut state = self.lock();
        state.stopped = true;
        for socket in state.sockets.values() {
            let _ = socket.shutdown(Shutdown::Both);
        }
        drop(state);
        self.told.notify_all();
    }

    fn is_now(&self) -> bool {
        self.lock().stopped
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Forgets a socket, also where the work with it panicked.
struct Watch<'s> {
    stop: &'s Stop,
    number: usize,
}

impl Drop for Watch<'_> {
    fn drop(&mut self) {
        if let Some(socket) = self.stop.lock().sockets.remove(&self.number) {
            let _ = socket.shutdown(Shutdown::Both);
        }
    }
}
