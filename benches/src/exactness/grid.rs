//! Triangles on a grid of whole numbers, as drawings and rasters have them: touching, shared edges, and
//! triangles of zero area are common.

use scalar::dim2::Triangle;

use crate::workload::Uniform;

/// Two triangles whose coordinates are whole numbers from `-reach` to `reach`.
pub fn triangles(uniform: &mut Uniform, reach: i32) -> (Triangle, Triangle) {
    let mut corner = || [0; 2].map(|_: i32| uniform.integer(-reach, reach) as f32);
    let mut triangle = || Triangle { a: corner(), b: corner(), c: corner() };
    (triangle(), triangle())
}

#[cfg(test)]
mod tests {
    use super::triangles;
    use crate::exactness::generated;
    use scalar::exact::triangle_triangle;

    #[test]
    fn whole_numbers_fill_the_range() {
        let (left, right) = generated(1_000, |uniform| triangles(uniform, 8));
        let all = || left.iter().chain(&right).flat_map(|t| [t.a, t.b, t.c]).flatten();
        assert!(all().all(|x| x.fract() == 0.0));
        assert_eq!((all().fold(0.0, f32::min), all().fold(0.0, f32::max)), (-8.0, 8.0));
        let hits = left.iter().zip(&right).filter(|(s, t)| triangle_triangle(s, t)).count();
        assert!((100..900).contains(&hits), "{hits}");
    }
}
