//! Rate limits, for each address and each account.

use std::net::IpAddr;
use std::num::NonZeroU32;

use bagh_online::PlayerId;
use bagh_store::Account;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use super::error::OnlineError;

type Limiter<K> = DefaultKeyedRateLimiter<K>;

/// The limits. Each refusal names the limit and the seconds to wait.
pub(crate) struct Rates {
    clock: DefaultClock,
    requests: Limiter<IpAddr>,
    accounts: Limiter<IpAddr>,
    logins: Limiter<IpAddr>,
    names: Limiter<String>,
    commands: Limiter<PlayerId>,
    bot_commands: Limiter<PlayerId>,
    bot_challenges: Limiter<PlayerId>,
    challenges: Limiter<PlayerId>,
}

fn limiter<K: std::hash::Hash + Eq + Clone>(per_minute: u32, burst: u32, rate: u32) -> Limiter<K> {
    let number = |n: u32| NonZeroU32::new(n.saturating_mul(rate)).unwrap_or(NonZeroU32::MIN);
    RateLimiter::keyed(Quota::per_minute(number(per_minute)).allow_burst(number(burst)))
}

impl Rates {
    pub fn new(rate: u32) -> Rates {
        Rates {
            clock: DefaultClock::default(),
            // A whole village may share an address.
            requests: limiter(3_000, 600, rate),
            accounts: limiter(10, 40, rate),
            logins: limiter(10, 20, rate),
            names: limiter(5, 10, rate),
            commands: limiter(300, 60, rate),
            // A bot may play several quick games at a time.
            bot_commands: limiter(3_000, 300, rate),
            bot_challenges: limiter(120, 60, rate),
            challenges: limiter(20, 20, rate),
        }
    }

    fn check<K: std::hash::Hash + Eq + Clone>(
        &self,
        limiter: &Limiter<K>,
        key: &K,
        name: &'static str,
    ) -> Result<(), OnlineError> {
        limiter.check_key(key).map_err(|not_until| {
            let wait = not_until.wait_time_from(self.clock.now());
            OnlineError::TooMany(name, wait.as_secs() + 1)
        })
    }

    pub fn request(&self, address: &IpAddr) -> Result<(), OnlineError> {
        self.check(&self.requests, address, "requests")
    }

    pub fn new_account(&self, address: &IpAddr) -> Result<(), OnlineError> {
        self.check(&self.accounts, address, "accounts")
    }

    /// A password was tried: both the address and the name have a limit.
    pub fn login(&self, address: &IpAddr, name: &str) -> Result<(), OnlineError> {
        self.check(&self.logins, address, "logins")?;
        self.check(&self.names, &name.to_owned(), "logins")
    }

    /// A challenge for a passkey was asked for. It is limited like a password that is tried.
    pub fn passkey(&self, address: &IpAddr) -> Result<(), OnlineError> {
        self.check(&self.logins, address, "logins")
    }

    pub fn command(&self, player: &PlayerId) -> Result<(), OnlineError> {
        self.check(&self.commands, player, "commands")
    }

    pub fn bot_command(&self, bot: &PlayerId) -> Result<(), OnlineError> {
        self.check(&self.bot_commands, bot, "commands")
    }

    pub fn challenge(&self, player: &Account) -> Result<(), OnlineError> {
        let limiter = if player.bot { &self.bot_challenges } else { &self.challenges };
        self.check(limiter, &player.id, "challenges")
    }

    /// Forgets those who have not come near a limit for a while.
    pub fn tidy(&self) {
        self.requests.retain_recent();
        self.accounts.retain_recent();
        self.logins.retain_recent();
        self.names.retain_recent();
        self.commands.retain_recent();
        self.bot_commands.retain_recent();
        self.bot_challenges.retain_recent();
        self.challenges.retain_recent();
    }
}
