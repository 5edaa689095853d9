//! A network client: requests, and a WebSocket.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::handshake::client::generate_key;
use tokio_tungstenite::tungstenite::http::Request;

/// A request that takes longer has failed.
const PATIENCE: Duration = Duration::from_secs(10);

fn failed(what: impl std::fmt::Display) -> io::Error {
    io::Error::other(what.to_string())
}

/// Sends a request. Gives the head and the body of an answer with status 200.
async fn exchange(
    node: SocketAddr,
    cookie: Option<&str>,
    first: &str,
    body: &str,
) -> io::Result<(String, String)> {
    let exchange = async {
        let mut stream = TcpStream::connect(node).await?;
        let cookie = cookie.map(|c| format!("Cookie: {c}\r\n")).unwrap_or_default();
        let head = format!(
            "{first} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: {}\r\n{cookie}\r\n",
            body.len()
        );
        stream.write_all(head.as_bytes()).await?;
        stream.write_all(body.as_bytes()).await?;
        let mut text = String::new();
        stream.read_to_string(&mut text).await?;
        Ok::<_, io::Error>(text)
    };
    let text = timeout(PATIENCE, exchange).await.map_err(failed)??;
    let (head, body) = text.split_once("\r\n\r\n").ok_or_else(|| failed("no answer"))?;
    if !head.starts_with("HTTP/1.1 200") {
        return Err(failed(format!("{}: {body}", head.lines().next().unwrap_or_default())));
    }
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
    if length.and_then(|length| length.parse().ok()) != Some(body.len()) {
        return Err(failed("the answer was cut off"));
    }
    Ok((head.to_owned(), body.to_owned()))
}

/// Sends a request. Gives the answer's JSON and the cookie that it sets.
pub async fn post(
    node: SocketAddr,
    cookie: Option<&str>,
    path: &str,
    body: &Value,
) -> io::Result<(Value, Option<String>)> {
    let (head, body) = exchange(node, cookie, &format!("POST {path}"), &body.to_string()).await?;
    let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: "));
    let cookie = cookie.and_then(|c| c.split(';').next()).map(str::to_owned);
    Ok((serde_json::from_str(&body)?, cookie))
}

/// Reads what is at a path.
pub async fn get(node: SocketAddr, path: &str) -> io::Result<String> {
    Ok(exchange(node, None, &format!("GET {path}"), "").await?.1)
}

/// A WebSocket.
pub struct Socket(WebSocketStream<TcpStream>);

impl Socket {
    pub async fn open(node: SocketAddr, cookie: Option<&str>) -> io::Result<Socket> {
        let mut request = Request::builder()
            .uri("ws://localhost/api/online/socket")
            .header("Host", "localhost")
            .header("Connection", "Upgrade")
            .header("Upgrade", "websocket")
            .header("Sec-WebSocket-Version", "13")
            .header("Sec-WebSocket-Key", generate_key());
        if let Some(cookie) = cookie {
            request = request.header("Cookie", cookie);
        }
        let request = request.body(()).map_err(failed)?;
        let stream = TcpStream::connect(node).await?;
        stream.set_nodelay(true)?;
        let open = tokio_tungstenite::client_async(request, stream);
        let (socket, _) = timeout(PATIENCE, open).await.map_err(failed)?.map_err(failed)?;
        Ok(Socket(socket))
    }

    pub async fn send(&mut self, message: &Value) -> io::Result<()> {
        self.0.send(Message::text(message.to_string())).await.map_err(failed)
    }

    /// The next message.
    pub async fn next(&mut self) -> io::Result<Value> {
        loop {
            match self.0.next().await {
                Some(Ok(Message::Text(text))) => return Ok(serde_json::from_str(text.as_str())?),
                Some(Ok(Message::Close(_))) | None => return Err(failed("closed")),
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(failed(error)),
            }
        }
    }
}
