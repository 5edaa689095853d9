#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| bagh_fuzz::FORGER.site_piece(bytes));
