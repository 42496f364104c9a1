//! Input that is refused, and the ends of the range that are not: every shape, every column, every rule.

use scalar::dim2::{
    Aabb, Capsule, Disk, Line, OrientedBox, Point, Ray, RoundedAabb, RoundedCapsule, RoundedDisk,
    RoundedOrientedBox, RoundedTriangle, Segment, Triangle,
};
use scalar::dim3::{
    Capsule3, Line3, OrientedBox3, Point3, Ray3, RoundedAabb3, RoundedCapsule3, RoundedSphere,
    RoundedTriangle3, Segment3, Sphere, Triangle3,
};
use soa::{Columns, Disks, Error, Points, Rule, Shape, Triangles, View};

mod common;
use common::queries;

/// Three valid rows: every box has `min < max`, every axis and extent is above zero.
fn valid<S: Shape>() -> Vec<Vec<f32>> {
    (0..S::COLUMNS.len()).map(|k| vec![k as f32 + 1.0; 3]).collect()
}

fn view<S: Shape>(columns: &[Vec<f32>]) -> Result<View<'_, S>, Error> {
    View::new(S::build(|k| columns[k].as_slice()))
}

fn owned<S: Shape>(columns: &[Vec<f32>]) -> Result<Columns<S>, Error> {
    Columns::new(S::build(|k| columns[k].clone()))
}

/// The error for this value in this place, the same from every way in.
fn refusal<S: Shape>(column: usize, row: usize, value: f32) -> Error {
    let mut columns = valid::<S>();
    columns[column][row] = value;
    let error = view::<S>(&columns).map(|_| ()).unwrap_err();
    let show = |error: &Error| error.to_string(); // NaN is not equal to itself
    assert_eq!(show(&owned::<S>(&columns).unwrap_err()), show(&error));
    let contiguous = columns.concat();
    assert_eq!(show(&View::<S>::from_contiguous(&contiguous).unwrap_err()), show(&error));
    let bytes = View::<S>::from_bytes(S::build(|k| bytemuck::cast_slice(&columns[k])));
    assert_eq!(show(&bytes.unwrap_err()), show(&error));
    let shapes: Vec<S> = (0..3).map(|row| S::from_values(|k| columns[k][row])).collect();
    assert_eq!(show(&Columns::from_shapes(&shapes).unwrap_err()), show(&error));

    // Row by row: refused, and nothing has changed.
    let mut kept = owned::<S>(&valid::<S>()).unwrap();
    let before = kept.clone();
    assert!(matches!(kept.push(shapes[row]), Err(Error::InvalidValue { row: 3, .. })));
    assert_eq!(show(&kept.set(row, shapes[row]).unwrap_err()), show(&error));
    assert_eq!(kept, before);
    // Without a look at the values nothing is refused.
    assert!(View::<S>::new_unvalidated(S::build(|k| columns[k].as_slice())).is_ok());
    error
}

/// NaN and infinities in every place, and every column of another length. Returns the number of columns.
fn every_column_of<S: Shape>() -> usize {
    assert_eq!(view::<S>(&valid::<S>()).map(|view| view.len()), Ok(3));
    for column in 0..S::COLUMNS.len() {
        for value in [f32::NAN, -f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            for row in 0..3 {
                match refusal::<S>(column, row, value) {
                    Error::InvalidValue { shape, column: name, row: found, value: bad, rule } => {
                        assert_eq!((shape, name, found), (S::NAME, S::COLUMNS[column], row));
                        assert_eq!((bad.to_bits(), rule), (value.to_bits(), Rule::NotFinite));
                    }
                    other => panic!("{other}"),
                }
            }
        }
        for rows in [0, 2, 4] {
            let mut columns = valid::<S>();
            columns[column].resize(rows, 1.0);
            // The first column is the measure of the others.
            let blamed = column.max(1);
            let error = Error::UnequalColumns {
                shape: S::NAME,
                column: S::COLUMNS[blamed],
                rows: columns[blamed].len(),
                expected: columns[0].len(),
            };
            assert_eq!(view::<S>(&columns).map(|_| ()), Err(error.clone()));
            assert_eq!(owned::<S>(&columns).map(|_| ()), Err(error));
        }
    }
    S::COLUMNS.len()
}

#[test]
fn not_finite_values_and_unequal_columns() {
    let columns = [
        every_column_of::<Point>(),
        every_column_of::<Segment>(),
        every_column_of::<Ray>(),
        every_column_of::<Line>(),
        every_column_of::<Disk>(),
        every_column_of::<Aabb>(),
        every_column_of::<OrientedBox>(),
        every_column_of::<Triangle>(),
        every_column_of::<Capsule>(),
        every_column_of::<RoundedDisk>(),
        every_column_of::<RoundedAabb>(),
        every_column_of::<RoundedOrientedBox>(),
        every_column_of::<RoundedTriangle>(),
        every_column_of::<RoundedCapsule>(),
        every_column_of::<Point3>(),
        every_column_of::<Segment3>(),
        every_column_of::<Ray3>(),
        every_column_of::<Line3>(),
        every_column_of::<Sphere>(),
        every_column_of::<OrientedBox3>(),
        every_column_of::<Triangle3>(),
        every_column_of::<Capsule3>(),
        every_column_of::<RoundedSphere>(),
        every_column_of::<RoundedCapsule3>(),
        every_column_of::<RoundedAabb3>(),
        every_column_of::<RoundedTriangle3>(),
    ];
    assert_eq!(columns, [2, 4, 4, 4, 3, 4, 6, 6, 5, 4, 5, 7, 7, 6, 3, 6, 6, 6, 4, 15, 9, 7, 5, 8, 7, 10]);
}

/// The rule that this value breaks in this column, and the column that is blamed.
fn broken<S: Shape>(column: usize, value: f32) -> (&'static str, Rule) {
    match refusal::<S>(column, 1, value) {
        Error::InvalidValue { column, row: 1, rule, .. } => (column, rule),
        other => panic!("{other}"),
    }
}

#[test]
fn rules_of_shapes() {
    for value in [-1.0, -f32::MIN_POSITIVE, -1e-45, -f32::MAX] {
        assert_eq!(broken::<Disk>(2, value), ("radius", Rule::NegativeRadius));
        assert_eq!(broken::<Sphere>(3, value), ("radius", Rule::NegativeRadius));
        assert_eq!(broken::<Capsule3>(6, value), ("radius", Rule::NegativeRadius));
        assert_eq!(broken::<Capsule>(4, value), ("radius", Rule::NegativeRadius));
        assert_eq!(broken::<RoundedDisk>(2, value), ("radius", Rule::NegativeRadius));
        assert_eq!(broken::<RoundedDisk>(3, value), ("border_radius", Rule::NegativeRadius));
        assert_eq!(broken::<RoundedAabb>(4, value), ("border_radius", Rule::NegativeRadius));
        assert_eq!(broken::<RoundedOrientedBox>(3, value), ("hy", Rule::NegativeExtent));
        assert_eq!(broken::<RoundedOrientedBox>(6, value), ("border_radius", Rule::NegativeRadius));
        assert_eq!(broken::<RoundedTriangle>(6, value), ("border_radius", Rule::NegativeRadius));
        assert_eq!(broken::<RoundedCapsule>(4, value), ("radius", Rule::NegativeRadius));
        assert_eq!(broken::<RoundedCapsule>(5, value), ("border_radius", Rule::NegativeRadius));
        assert_eq!(broken::<RoundedSphere>(3, value), ("radius", Rule::NegativeRadius));
        assert_eq!(broken::<RoundedSphere>(4, value), ("border_radius", Rule::NegativeRadius));
        assert_eq!(broken::<RoundedCapsule3>(6, value), ("radius", Rule::NegativeRadius));
        assert_eq!(broken::<RoundedCapsule3>(7, value), ("border_radius", Rule::NegativeRadius));
        assert_eq!(broken::<RoundedAabb3>(6, value), ("border_radius", Rule::NegativeRadius));
        assert_eq!(broken::<RoundedTriangle3>(9, value), ("border_radius", Rule::NegativeRadius));
        assert_eq!(broken::<OrientedBox>(2, value), ("hx", Rule::NegativeExtent));
        assert_eq!(broken::<OrientedBox>(3, value), ("hy", Rule::NegativeExtent));
        assert_eq!(broken::<OrientedBox3>(5, value), ("hz", Rule::NegativeExtent));
    }
    assert_eq!(broken::<Aabb>(0, 3.5), ("min_x", Rule::InvertedBox));
    assert_eq!(broken::<Aabb>(1, 1e30), ("min_y", Rule::InvertedBox));
    assert_eq!(broken::<Aabb>(3, 1.5), ("min_y", Rule::InvertedBox));
}

#[test]
fn a_zero_axis_is_refused_whatever_its_sign() {
    for zero in [0.0, -0.0] {
        let flat = OrientedBox { center: [0.0; 2], half_extents: [1.0; 2], axis: [0.0, zero] };
        let error = Columns::from_shapes(&[flat]).unwrap_err();
        assert_eq!(error.to_string(), "oriented_boxes: column ux, row 0: 0 begins an axis that is zero");
    }
    let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let cube = OrientedBox3 { center: [0.0; 3], half_extents: [1.0; 3], axes };
    assert!(Columns::from_shapes(&[cube]).is_ok());
    for (axis, name) in ["ux", "vx", "wx"].into_iter().enumerate() {
        let mut flat = cube;
        flat.axes[axis] = [0.0; 3];
        let error = Columns::from_shapes(&[flat]).unwrap_err();
        assert!(matches!(error, Error::InvalidValue { column, rule: Rule::ZeroAxis, .. } if column == name));
    }
}

#[test]
fn zeros_and_extremes_are_no_errors() {
    for radius in [0.0, -0.0, 1e-45, f32::MAX] {
        assert!(Disks::new([vec![-f32::MAX], vec![1e-45], vec![radius]]).is_ok());
    }
    assert!(Columns::from_shapes(&[Aabb { min: [0.0, -0.0], max: [-0.0, 0.0] }]).is_ok());
    assert!(Columns::from_shapes(&[Triangle::default(); 2]).is_ok());
    assert!(Columns::from_shapes(&[Segment::default()]).is_ok());
}

#[test]
fn buffers_that_do_not_divide() {
    let buffer = [0.0; 8];
    let refused = View::<Disk>::from_contiguous(&buffer).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "disks: a buffer of length 8 is not 3 columns: its length is no multiple of the number of columns"
    );
    assert_eq!(View::<Disk>::from_contiguous(&[]).map(|view| view.len()), Ok(0));
    assert!(View::<soa::Nothing>::from_contiguous(&[]).is_err());

    let bytes: &[u8] = bytemuck::cast_slice(&buffer);
    assert_eq!(View::<Point>::from_bytes([bytes, bytes]).map(|view| view.len()), Ok(8));
    for bad in [&bytes[1..5], &bytes[..7]] {
        let refused = View::<Point>::from_bytes([bytes, bad]).unwrap_err();
        assert!(
            matches!(refused, Error::BadBuffer { shape: "points", columns: 2, len, .. } if len == bad.len())
        );
    }
    let shorter = View::<Point>::from_bytes([bytes, &bytes[..4]]).unwrap_err();
    assert!(matches!(shorter, Error::UnequalColumns { column: "y", rows: 1, expected: 8, .. }));
}

#[test]
fn queries_refuse_unequal_rows_and_bad_shapes() {
    let disks = Disks::new([vec![0.0; 5], vec![0.0; 5], vec![1.0; 5]]).unwrap();
    let triangles = Triangles::from_shapes(&[Triangle::default(); 4]).unwrap();
    let points = Points::new([vec![0.0; 5], vec![0.0; 5]]).unwrap();
    let segments = Columns::from_shapes(&[Segment::default(); 4]).unwrap();
    let error = Error::UnequalRows { left: 5, right: 4 };
    for query in queries() {
        assert_eq!(query.intersects(&disks, &triangles), Err(error.clone()));
        assert_eq!(query.intersects(&triangles, &disks), Err(Error::UnequalRows { left: 4, right: 5 }));
        assert_eq!(query.squared_distances(&points, &segments), Err(error.clone()));
        for radius in [-1.0, f32::NAN, f32::INFINITY] {
            let one = Disk { center: [0.0; 2], radius };
            assert!(matches!(
                query.intersects_one(&one, &triangles),
                Err(Error::InvalidValue { column: "radius", .. })
            ));
        }
    }
}

#[test]
fn rows_beyond_the_end() {
    let mut disks = Disks::new([vec![0.0], vec![0.0], vec![1.0]]).unwrap();
    let disk = Disk { center: [1.0; 2], radius: 2.0 };
    let refused = disks.set(1, disk).unwrap_err();
    assert_eq!(refused, Error::NoSuchRow { row: 1, rows: 1 });
    assert_eq!(refused.to_string(), "there is no row 1; there are 1 rows");
    assert_eq!(disks.set(0, disk), Ok(()));
    assert_eq!((disks.get(0), disks.get(1)), (Some(disk), None));
    let view = disks.as_view();
    assert!(view.slice(0..2).is_none() && view.slice(2..2).is_none());
    let (from, to) = (1, 0);
    assert!(view.slice(from..to).is_none());
    assert_eq!(view.slice(1..1).map(|view| view.len()), Some(0));
}

#[test]
fn no_rows_and_one_row() {
    let none = (Disks::default(), Triangles::default());
    let disk = Disks::new([vec![0.0], vec![0.0], vec![1.0]]).unwrap();
    let one = (disk, Triangles::from_shapes(&[Triangle::default()]).unwrap());
    for query in queries() {
        assert!(query.intersects(&none.0, &none.1).unwrap().is_empty());
        assert_eq!(query.intersects(&one.0, &one.1).unwrap().to_bools(), [true]);
        for (a, b) in [(&none.0, &none.1), (&none.0, &one.1), (&one.0, &none.1)] {
            assert!(query.intersecting_pairs(a, b).unwrap().is_empty());
            assert_eq!(query.count_pairs(a, b), 0);
        }
        assert_eq!(query.intersecting_pairs(&one.0, &one.1).unwrap().iter().collect::<Vec<_>>(), [(0, 0)]);
        assert!(query.intersects_one(&Disk::default(), &none.1).unwrap().is_empty());
        assert!(query.circumcircles(&none.1).unwrap().is_empty());
        assert_eq!(query.signed_areas(&one.1).unwrap().get(0), Some(0.0));
    }
}

#[cfg(feature = "serde")]
mod serde {
    use super::{Columns, Disk, Disks, OrientedBox3, Shape, Triangle3, owned, valid};

    fn round_trip<S: Shape>() {
        let columns = owned::<S>(&valid::<S>()).unwrap();
        let text = serde_json::to_string(&columns).unwrap();
        assert_eq!(serde_json::from_str::<Columns<S>>(&text).unwrap(), columns);
    }

    #[test]
    fn columns_come_back() {
        round_trip::<Disk>();
        round_trip::<OrientedBox3>();
        round_trip::<Triangle3>();
        assert_eq!(serde_json::to_string(&Disks::default()).unwrap(), r#"{"x":[],"y":[],"radius":[]}"#);
    }

    #[test]
    fn bad_columns_are_refused() {
        for (text, reason) in [
            (r#"{"x":[0],"y":[0]}"#, "column radius is missing, double or unknown"),
            (r#"{"x":[0],"y":[0],"radius":[1],"r":[1]}"#, "column r is missing, double or unknown"),
            (r#"{"x":[0],"x":[0],"y":[0],"radius":[1]}"#, "column x is missing, double or unknown"),
            (r#"{"x":[0,1],"y":[0],"radius":[1]}"#, "column y has 1 rows, but the first column has 2"),
            (r#"{"x":[0],"y":[0],"radius":[-1]}"#, "column radius, row 0: -1 is a negative radius"),
            (r#"{"x":[0],"y":[1e39],"radius":[1]}"#, "number out of range"),
            (r"[1]", "a map with the columns"),
        ] {
            let error = serde_json::from_str::<Disks>(text).unwrap_err().to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }
}
