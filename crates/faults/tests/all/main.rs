//! All tests of this crate in one program: each program would compile and link the kernels once more.

mod joins;
mod lanes;
mod machines;
mod self_check;
