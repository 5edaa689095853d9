//! The service as clients see it: a real server on a free port, with the small board solved.

mod answers;
mod bad_input;
mod best;
mod connections;
mod documents;
mod download;
mod headers;
mod hostile;
mod http;
mod pocket;
mod remote;
#[path = "../../../bagh-remote/tests/remote/host.rs"]
mod remote_host;
mod solving;
mod world;
