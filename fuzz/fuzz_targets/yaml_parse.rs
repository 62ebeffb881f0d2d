//! The fast reader of YAML answers what the general one answers, or nothing.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quintet::yaml::assert_readers_agree;

fuzz_target!(|input: &[u8]| {
    if let Some(text) = quintet_fuzz::text(input) {
        assert_readers_agree(text);
    }
});
