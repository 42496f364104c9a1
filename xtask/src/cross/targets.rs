//! What there is to run on.

/// A machine to build for, and what runs its programs here.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// What `--only` takes.
    pub name: &'static str,
    /// What it stands for.
    pub about: &'static str,
    /// As the compiler calls it.
    pub triple: &'static str,
    /// The linker and the package of Debian that brings it, with those for a C library. None for WebAssembly, for which Rust
    /// brings one.
    pub linker: Option<Linker>,
    /// For the compiler, beside what every target has.
    pub flags: &'static [&'static str],
    /// What runs its programs.
    pub runner: Runner,
}

/// A linker, and what it comes with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Linker {
    /// The program.
    pub program: &'static str,
    /// Packages of Debian.
    pub packages: &'static [&'static str],
}

/// What runs programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runner {
    /// This machine, if its CPU has this level.
    Native(&'static str),
    /// QEMU's emulator of this name, as this CPU.
    Qemu(&'static str, Option<&'static str>),
    /// Node's WASI.
    Node,
}

const X86_64: &str = "x86_64-unknown-linux-gnu";
const I686: &str = "i686-unknown-linux-gnu";
const AARCH64: &str = "aarch64-unknown-linux-gnu";
const S390X: &str = "s390x-unknown-linux-gnu";
const WASM: &str = "wasm32-wasip1";

const X86_64_LINKER: Linker =
    Linker { program: "x86_64-linux-gnu-gcc", packages: &["gcc-x86-64-linux-gnu", "libc6-dev-amd64-cross"] };
const I686_LINKER: Linker =
    Linker { program: "i686-linux-gnu-gcc", packages: &["gcc-i686-linux-gnu", "libc6-dev-i386-cross"] };
const AARCH64_LINKER: Linker = Linker {
    program: "aarch64-linux-gnu-gcc",
    packages: &["gcc-aarch64-linux-gnu", "libc6-dev-arm64-cross"],
};
const S390X_LINKER: Linker =
    Linker { program: "s390x-linux-gnu-gcc", packages: &["gcc-s390x-linux-gnu", "libc6-dev-s390x-cross"] };

/// Static programs need no C library of the emulated machine.
const STATIC: &str = "-Ctarget-feature=+crt-static";

/// Every target, the cheapest first.
pub const TARGETS: &[Target] = &[
    Target {
        name: "x86-64",
        about: "every level that this CPU has",
        triple: X86_64,
        linker: Some(X86_64_LINKER),
        flags: &[],
        runner: Runner::Native("portable"),
    },
    Target {
        name: "x86-64-sse2",
        about: "the same programs on an emulated CPU that has SSE2 alone",
        triple: X86_64,
        linker: Some(X86_64_LINKER),
        flags: &[],
        runner: Runner::Qemu("qemu-x86_64", Some("qemu64,-sse3")),
    },
    Target {
        name: "x86-64-sse4",
        about: "the same on a Nehalem, which has SSE4.2",
        triple: X86_64,
        linker: Some(X86_64_LINKER),
        flags: &[],
        runner: Runner::Qemu("qemu-x86_64", Some("Nehalem")),
    },
    Target {
        name: "x86-64-avx",
        about: "the same on a CPU that has AVX, but neither AVX2 nor FMA",
        triple: X86_64,
        linker: Some(X86_64_LINKER),
        flags: &[],
        runner: Runner::Qemu("qemu-x86_64", Some("max,-avx2,-fma")),
    },
    Target {
        name: "x86-64-avx2",
        about: "the same on a CPU that has AVX2 and FMA, but not AVX-512",
        triple: X86_64,
        linker: Some(X86_64_LINKER),
        flags: &[],
        runner: Runner::Qemu("qemu-x86_64", Some("max")),
    },
    Target {
        name: "x86-64-v3",
        about: "built for AVX2 and FMA, as by target-cpu=x86-64-v3: wide takes other instructions then",
        triple: X86_64,
        linker: Some(X86_64_LINKER),
        flags: &["-Ctarget-cpu=x86-64-v3"],
        runner: Runner::Native("avx2"),
    },
    Target {
        name: "x86-64-v4",
        about: "built for AVX-512",
        triple: X86_64,
        linker: Some(X86_64_LINKER),
        flags: &["-Ctarget-cpu=x86-64-v4"],
        runner: Runner::Native("avx512"),
    },
    Target {
        name: "i686",
        about: "32 bits, with SSE2 and what this CPU has beyond",
        triple: I686,
        linker: Some(I686_LINKER),
        flags: &[STATIC],
        runner: Runner::Native("portable"),
    },
    Target {
        name: "aarch64",
        about: "NEON",
        triple: AARCH64,
        linker: Some(AARCH64_LINKER),
        flags: &[STATIC],
        runner: Runner::Qemu("qemu-aarch64", None),
    },
    Target {
        name: "wasm32-simd128",
        about: "WebAssembly with SIMD, no threads",
        triple: WASM,
        linker: None,
        flags: &["-Ctarget-feature=+simd128"],
        runner: Runner::Node,
    },
    Target {
        name: "wasm32",
        about: "WebAssembly without SIMD, no threads",
        triple: WASM,
        linker: None,
        flags: &[],
        runner: Runner::Node,
    },
    Target {
        name: "s390x",
        about: "big-endian, no SIMD",
        triple: S390X,
        linker: Some(S390X_LINKER),
        flags: &[STATIC],
        runner: Runner::Qemu("qemu-s390x", None),
    },
];
