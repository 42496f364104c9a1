//! `cargo xtask asm` refuses bad arguments before it builds anything.

use std::process::Command;

fn refused(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_xtask")).arg("asm").args(arguments).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn an_unknown_kernel_is_refused_with_the_names() {
    let message = refused(&["disk_disk", "square_circle"]);
    assert!(message.starts_with("error: no kernel is called `square_circle`; there are:"), "{message}");
    assert!(message.contains("\n  disk_triangle/seven_regions\n"), "{message}");
}

#[test]
fn an_unknown_level_is_refused_with_the_names() {
    let message = refused(&["--level", "avx2", "--level", "mmx"]);
    assert!(message.contains("there is no level \"mmx\"; there are portable, avx2, avx512"), "{message}");
    assert!(refused(&["--fast"]).contains("unexpected argument '--fast'"));
}
