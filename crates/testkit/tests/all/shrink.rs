//! What is simpler.

use testkit::shrink::{cost, simpler};

#[test]
fn simpler_values_are_simpler_and_come_to_an_end() {
    for start in [f32::MAX, -1.234_567, 1e-40, -0.0, f32::NAN, f32::INFINITY, 3.0, 0.75] {
        let mut x = start;
        let mut steps = 0;
        while let Some(next) = simpler(x).last() {
            assert!(cost(next) < cost(x), "{x} to {next}");
            x = next;
            steps += 1;
            assert!(steps < 100, "{start} does not come to an end");
        }
        assert_eq!(x.to_bits(), 0, "from {start}");
    }
}
