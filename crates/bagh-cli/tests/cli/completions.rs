//! `bagh completions`.

use crate::run::bagh;

#[test]
fn every_shell_gets_a_script() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = bagh(["completions", shell]).fine();
        assert!(script.contains("perft"), "{shell}");
    }
    assert!(bagh(["completions", "csh"]).refused().contains("csh"));
    let value: serde_json::Value =
        serde_json::from_str(&bagh(["completions", "bash", "--json"]).fine()).unwrap();
    assert_eq!(value["shell"], "bash");
}
