//! Online play as clients see it: a real server on a free port, with a database of its own.

mod authenticator;
mod bad_input;
mod both;
mod bots;
mod client;
mod described;
mod documented;
mod hostile;
mod limits;
mod passkeys;
mod people;
mod play;
mod presence;
#[path = "../../../bagh-remote/tests/remote/host.rs"]
mod remote_host;
mod restart;
mod sockets;
mod stalls;
mod watching;
