//! Places for connections that stay: a limit for all, and one for each address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard};

use prometheus_client::metrics::gauge::Gauge;

use super::error::OnlineError;

/// The places there are.
pub(crate) struct Places {
    /// What they are called in refusals.
    key: &'static str,
    all: usize,
    each: usize,
    taken: Mutex<Taken>,
    /// Tells how many are taken.
    gauge: Gauge,
}

#[derive(Default)]
struct Taken {
    all: usize,
    by_address: HashMap<IpAddr, usize>,
}

impl Places {
    /// Places for connections: this many together, and this many from one address.
    pub fn new(key: &'static str, all: usize, each: usize) -> Arc<Places> {
        Places::told(key, all, each, Gauge::default())
    }

    /// The same, with a gauge that tells how many are taken.
    pub fn told(key: &'static str, all: usize, each: usize, gauge: Gauge) -> Arc<Places> {
        Arc::new(Places { key, all, each, taken: Mutex::default(), gauge })
    }

    fn taken(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(|e| e.into_inner())
    }

    /// A place for a connection from an address.
    pub fn take(self: &Arc<Places>, address: IpAddr) -> Result<Place, OnlineError> {
        let mut taken = self.taken();
        let from_there = taken.by_address.get(&address).copied().unwrap_or(0);
        if taken.all >= self.all || from_there >= self.each {
            return Err(OnlineError::TooMany(self.key, 10));
        }
        taken.all += 1;
        self.gauge.inc();
        taken.by_address.insert(address, from_there + 1);
        Ok(Place { places: self.clone(), address })
    }
}

/// A place that is taken until this is dropped.
pub(crate) struct Place {
    places: Arc<Places>,
    address: IpAddr,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.places.taken();
        taken.all = taken.all.saturating_sub(1);
        self.places.gauge.dec();
        if let Some(count) = taken.by_address.get_mut(&self.address) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                taken.by_address.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_limited_given_back_and_forgotten() {
        let gauge = Gauge::default();
        let places = Places::told("streams", 3, 2, gauge.clone());
        let [a, b] = [1, 2].map(|n| IpAddr::from([10, 0, 0, n]));
        let first = places.take(a).ok().unwrap();
        let _second = places.take(a).ok().unwrap();
        let refused = places.take(a).err().expect("an address has two places").json();
        assert_eq!(refused["key"], "streams", "{refused}");
        let third = places.take(b).ok().unwrap();
        assert!(places.take(b).is_err(), "there are three places");
        drop(first);
        let _again = places.take(a).ok().unwrap();
        drop(third);
        assert_eq!(gauge.get(), 2);
        assert_eq!(places.taken().by_address.len(), 1, "addresses without places are forgotten");
    }
}
