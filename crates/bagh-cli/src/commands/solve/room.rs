//! How much memory and disk there is.

use std::path::Path;

use sysinfo::{MemoryRefreshKind, RefreshKind, System};

use crate::numbers::bytes;

/// Bytes of memory that are available, if the system says.
pub fn memory() -> Option<u64> {
    let memory = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    let system = System::new_with_specifics(memory);
    let free = Some(system.available_memory()).filter(|&bytes| bytes > 0);
    // A container may be allowed less than the machine has. What it holds for files is given back
    // when it is needed, so only what its programs hold is taken off.
    let allowed = system
        .cgroup_limits()
        .filter(|limits| limits.total_memory > 0)
        .map(|limits| limits.total_memory.saturating_sub(limits.rss));
    match (free, allowed) {
        (Some(free), Some(allowed)) => Some(free.min(allowed)),
        (free, allowed) => free.or(allowed),
    }
}

/// What to do where there is too little memory for all that a command does.
pub const CLOSE_OTHERS: &str = "close other programs, or use a larger machine";

/// What to say if there is less memory than needed.
pub fn lacking_memory(free: Option<u64>, needed: u64, remedy: &str) -> Option<String> {
    let free = free.filter(|&free| free < needed)?;
    Some(format!("memory: found {} free, expected {}: {remedy}", bytes(free), bytes(needed)))
}

/// Bytes that can still be written to a folder, which need not be there yet, if the system says.
pub fn disk(folder: &Path) -> Option<u64> {
    // A relative path ends in the folder that we are in.
    let folders =
        folder.ancestors().map(|f| if f.as_os_str().is_empty() { Path::new(".") } else { f });
    folders.filter(|f| f.exists()).find_map(|f| fs4::available_space(f).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_machine_has_some_of_both() {
        assert!(memory().is_none_or(|bytes| bytes > 1 << 20));
        let here = tempfile::tempdir().unwrap();
        let deep = here.path().join("not/yet/there");
        assert!(disk(&deep).is_some_and(|bytes| bytes > 1 << 20));
        assert!(disk(Path::new("not-yet-there")).is_some());
    }
}
