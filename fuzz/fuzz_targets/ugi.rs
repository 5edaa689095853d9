#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| bagh_fuzz::ugi(text));
