//! How the program is linked.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    #[expect(clippy::disallowed_methods, reason = "cargo talks to build scripts through the environment")]
    let is = |variable: &str, value: &str| std::env::var(variable).is_ok_and(|found| found == value);
    // A program at a fixed place has no addresses to set right when it starts:
    // of the 2 ms an empty build takes, a fifth. Heap, stack and libraries stay
    // at random places, and the program is safe Rust.
    if is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu") {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}
