//! A service that runs, on threads of its own.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::middleware;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::access;
use crate::app::App;
use crate::catalogue::Catalogue;
use crate::memory::give_back_after_crowds;
use crate::online::{Online, OnlineSettings};
use crate::pockets::Pockets;
use crate::routes::{counted, routes};
use crate::server;
use crate::settings::Settings;
use crate::solving::{self, Overseer};
use crate::start::StartError;

/// A service that runs until it is stopped or dropped.
pub struct Running {
    address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    server: Option<JoinHandle<()>>,
    /// Taken when it ends.
    runtime: Option<Runtime>,
    signals: Option<Signals>,
}

impl Running {
    /// Starts a service: from now on it answers, and solves what is not solved.
    pub fn start(settings: Settings, overseer: Arc<dyn Overseer>) -> Result<Running, StartError> {
        let catalogue =
            Catalogue::new(settings.boards.clone(), settings.place(), settings.limits.waiting)?;
        let queue = solving::queue(&catalogue, &settings);
        let pockets = match &settings.pocket {
            Some(folder) => {
                let usual = catalogue.entries().iter().map(|entry| entry.game().clone());
                Pockets::open(folder, usual.chain(settings.also.iter().cloned()))?
            }
            None => Pockets::default(),
        };
        let app = App::new(catalogue, pockets, &settings);
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .thread_name("service")
            .build()
            .map_err(StartError::Thread)?;
        let address = settings.address;
        let listener =
            runtime.block_on(TcpListener::bind(address)).map_err(|source| match source.kind() {
                io::ErrorKind::AddrInUse => StartError::InUse { address },
                _ => StartError::Listen { address, source },
            })?;
        let address =
            listener.local_addr().map_err(|source| StartError::Listen { address, source })?;
        if settings.solve && settings.remote.is_none() {
            solving::start(queue, &settings, overseer).map_err(StartError::Thread)?;
        }
        let (stop, stopped) = oneshot::channel();
        let mut router = routes(app.clone());
        runtime.spawn(give_back_after_crowds(app.clone()));
        if let Some(settings) = &settings.online {
            let settings = OnlineSettings { sockets: app.sockets, ..settings.clone() };
            let online = Online::start(&settings, &app);
            let online = runtime.block_on(online).map_err(StartError::Store)?;
            let names = middleware::from_fn_with_state(app.clone(), access::own_names_only);
            let count = middleware::from_fn_with_state(app.clone(), counted);
            router = router.merge(online.router().layer(names).layer(count));
        }
        let server = runtime.spawn(server::serve(listener, router, app, async {
            // Dropping the sender stops, too.
            let _ = stopped.await;
        }));
        Ok(Running {
            address,
            stop: Some(stop),
            server: Some(server),
            runtime: Some(runtime),
            signals: None,
        })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address for a browser.
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Listens for Ctrl-C and signals that ask the program to end, before anybody is told that it
    /// runs.
    pub fn listen_for_signals(&mut self) -> io::Result<()> {
        if let Some(runtime) = &self.runtime {
            let _here = runtime.enter();
            self.signals = Some(Signals::listen()?);
        }
        Ok(())
    }

    /// Waits until the program is asked to end (Ctrl-C or a signal), and stops.
    pub fn wait(mut self) -> io::Result<()> {
        if self.signals.is_none() {
            self.listen_for_signals()?;
        }
        if let (Some(runtime), Some(signals)) = (&self.runtime, self.signals.take()) {
            runtime.block_on(signals.come())?;
        }
        self.stop();
        Ok(())
    }

    /// Stops: answers what was asked, and asks for no more.
    pub fn stop(mut self) {
        self.end();
    }

    fn end(&mut self) {
        self.stop.take();
        if let (Some(runtime), Some(server)) = (self.runtime.take(), self.server.take()) {
            let _ = runtime.block_on(server);
            // A look-up that waits for the disk is not waited for.
            runtime.shutdown_background();
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.end();
    }
}

/// What tells that the user or the system wants the program to end.
struct Signals {
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
}

impl Signals {
    /// From now on signals are heard instead of ending the program at once.
    fn listen() -> io::Result<Signals> {
        #[cfg(unix)]
        {
            use tokio::signal::unix::{SignalKind, signal};
            Ok(Signals {
                interrupt: signal(SignalKind::interrupt())?,
                terminate: signal(SignalKind::terminate())?,
            })
        }
        #[cfg(not(unix))]
        Ok(Signals {})
    }

    /// Comes back when there was one.
    async fn come(mut self) -> io::Result<()> {
        #[cfg(unix)]
        {
            tokio::select! {
                _ = self.interrupt.recv() => (),
                _ = self.terminate.recv() => (),
            }
            Ok(())
        }
        #[cfg(not(unix))]
        tokio::signal::ctrl_c().await
    }
}
