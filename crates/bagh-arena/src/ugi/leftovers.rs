//! What a program has started, and how it is ended with it.
//!
//! A process group is ended as a whole. On Linux, programs that left the group are found by their
//! parents, as long as those run, and by a mark in their environment.

/// The environment variable that marks a program and everything it starts.
pub(super) const MARK: &str = "BAGH_BOT";

/// Ends the process group of a program.
#[cfg(unix)]
pub(super) fn kill_group(id: u32) {
    let id = i32::try_from(id).ok().and_then(rustix::process::Pid::from_raw);
    if let Some(id) = id {
        let _ = rustix::process::kill_process_group(id, rustix::process::Signal::KILL);
    }
}

#[cfg(not(unix))]
pub(super) fn kill_group(_: u32) {}

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
pub(super) fn family(id: u32) -> Vec<i32> {
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

#[cfg(not(target_os = "linux"))]
pub(super) fn family(_: u32) -> Vec<i32> {
    Vec::new()
}

/// Ends programs.
#[cfg(target_os = "linux")]
pub(super) fn kill_all(ids: &[i32]) {
    for id in ids.iter().filter_map(|&id| rustix::process::Pid::from_raw(id)) {
        let _ = rustix::process::kill_process(id, rustix::process::Signal::KILL);
    }
}

#[cfg(not(target_os = "linux"))]
pub(super) fn kill_all(_: &[i32]) {}
