//! What a program has started, and how it is ended with it.
//!
//! A process group is ended as a whole. On Linux, programs that left the group are found by their
//! parents, as long as those run, and by a mark in their environment.

/// The environment variable that marks a program and everything it starts.
pub(super) const MARK: &str = "BAGH_BOT";

/// How often new children are looked for among programs that are being stopped.
#[cfg(target_os = "linux")]
const ROUNDS: usize = 100;

/// Ends a program of ours, which has not been waited for, with all that it has started and that
/// still has its parent or is in its process group.
#[cfg(target_os = "linux")]
pub(super) fn kill_family(id: u32) {
    use rustix::process::Signal;
    // A program could start another one after we looked and before we end it; a stopped one cannot.
    signal_group(id, Signal::STOP);
    let mut stopped: Vec<i32> = Vec::new();
    for _ in 0..ROUNDS {
        let mut new = family(id);
        new.retain(|member| !stopped.contains(member));
        if new.is_empty() {
            break;
        }
        signal_all(&new, Signal::STOP);
        stopped.extend(new);
    }
    // Once a program has ended, nothing says any more what it was the parent of.
    signal_group(id, Signal::KILL);
    signal_all(&stopped, Signal::KILL);
}

/// Ends the process group of a program.
#[cfg(all(unix, not(target_os = "linux")))]
pub(super) fn kill_family(id: u32) {
    signal_group(id, rustix::process::Signal::KILL);
}

#[cfg(not(unix))]
pub(super) fn kill_family(_: u32) {}

#[cfg(unix)]
fn signal_group(id: u32, signal: rustix::process::Signal) {
    let id = i32::try_from(id).ok().and_then(rustix::process::Pid::from_raw);
    if let Some(id) = id {
        let _ = rustix::process::kill_process_group(id, signal);
    }
}

/// Ends programs that left the process group: they still have the mark in their environment.
#[cfg(target_os = "linux")]
pub(super) fn kill_marked(mark: &str) {
    let wanted = format!("{MARK}={mark}");
    // A program may start another one while we look, so we look until none is found.
    for _ in 0..10 {
        let mut found = false;
        let Ok(processes) = std::fs::read_dir("/proc") else { return };
        for process in processes.flatten() {
            let Some(id) = process.file_name().to_str().and_then(|name| name.parse().ok()) else {
                continue;
            };
            let Ok(environment) = std::fs::read(process.path().join("environ")) else { continue };
            let mut variables = environment.split(|&byte| byte == 0);
            if variables.any(|variable| variable == wanted.as_bytes())
                && let Some(id) = rustix::process::Pid::from_raw(id)
                && rustix::process::kill_process(id, rustix::process::Signal::KILL).is_ok()
            {
                found = true;
            }
        }
        if !found {
            return;
        }
    }
}

#[cfg(not(target_os = "linux"))]
pub(super) fn kill_marked(_: &str) {}

/// Everything that a program of ours has started and that still has its parent, in whatever group.
#[cfg(target_os = "linux")]
fn family(id: u32) -> Vec<i32> {
    let Ok(processes) = std::fs::read_dir("/proc") else { return Vec::new() };
    let parents: Vec<(i32, i32)> = processes
        .flatten()
        .filter_map(|process| {
            let id = process.file_name().to_str()?.parse().ok()?;
            let stat = std::fs::read_to_string(process.path().join("stat")).ok()?;
            // The name of the program, in parentheses, may hold anything.
            let parent = stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()?;
            Some((id, parent))
        })
        .collect();
    // A number that is not our child's any more may be another's.
    let ours = std::process::id() as i32;
    let mut family: Vec<i32> =
        i32::try_from(id).into_iter().filter(|&id| parents.contains(&(id, ours))).collect();
    let mut at = 0;
    while let Some(&member) = family.get(at) {
        let children = parents.iter().filter(|&&(_, parent)| parent == member);
        family.extend(children.map(|&(id, _)| id));
        at += 1;
    }
    family.split_off(1.min(family.len()))
}

#[cfg(target_os = "linux")]
fn signal_all(ids: &[i32], signal: rustix::process::Signal) {
    for id in ids.iter().filter_map(|&id| rustix::process::Pid::from_raw(id)) {
        let _ = rustix::process::kill_process(id, signal);
    }
}
