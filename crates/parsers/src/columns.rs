//! Columns of every shape.

use scalar::dim2::{
    Aabb, Capsule, Disk, Line, OrientedBox, Point, Ray, RoundedAabb, RoundedCapsule, RoundedDisk,
    RoundedOrientedBox, RoundedTriangle, Segment, Triangle,
};
use scalar::dim3::{
    Aabb3, Capsule3, Line3, OrientedBox3, Point3, Ray3, RoundedAabb3, RoundedCapsule3, RoundedSphere,
    RoundedTriangle3, Segment3, Sphere, Triangle3,
};
use soa::{AnyView, Columns, Error, Rule, Shape, View};

use crate::check_json;

/// A generic function for every shape.
macro_rules! of_shapes {
    ($function:ident) => {
        [
            $function::<Point>,
            $function::<Segment>,
            $function::<Ray>,
            $function::<Line>,
            $function::<Disk>,
            $function::<Aabb>,
            $function::<OrientedBox>,
            $function::<Triangle>,
            $function::<Point3>,
            $function::<Segment3>,
            $function::<Ray3>,
            $function::<Line3>,
            $function::<Sphere>,
            $function::<Aabb3>,
            $function::<OrientedBox3>,
            $function::<Triangle3>,
            $function::<Capsule>,
            $function::<Capsule3>,
            $function::<RoundedDisk>,
            $function::<RoundedAabb>,
            $function::<RoundedOrientedBox>,
            $function::<RoundedTriangle>,
            $function::<RoundedCapsule>,
            $function::<RoundedSphere>,
            $function::<RoundedCapsule3>,
            $function::<RoundedAabb3>,
            $function::<RoundedTriangle3>,
        ]
    };
}

/// A byte that is the number of a shape, then columns as JSON.
pub fn json(bytes: &[u8]) -> bool {
    let Some((&number, text)) = bytes.split_first() else { return false };
    let Ok(text) = str::from_utf8(text) else { return false };
    let parsers = of_shapes!(json_of);
    parsers[usize::from(number) % parsers.len()](text)
}

fn json_of<S: Shape>(text: &str) -> bool {
    match serde_json::from_str::<Columns<S>>(text) {
        Ok(columns) => {
            check_valid(&columns);
            let written = serde_json::to_string(&columns).unwrap_or_default();
            let read: Columns<S> = serde_json::from_str(&written).unwrap_or_default();
            assert!(same(&columns, &read), "{columns:?} was written as {written}");
            true
        }
        Err(error) => {
            check_json(text, &error);
            false
        }
    }
}

/// A byte that is the number of a shape, then floats, column behind column.
pub fn bytes(bytes: &[u8]) -> bool {
    let Some((&number, bytes)) = bytes.split_first() else { return false };
    let parsers = of_shapes!(bytes_of);
    parsers[usize::from(number) % parsers.len()](bytes)
}

fn bytes_of<S: Shape>(bytes: &[u8]) -> bool {
    let floats: Vec<f32> =
        bytes.chunks_exact(4).map(|x| f32::from_le_bytes([x[0], x[1], x[2], x[3]])).collect();
    let n = S::COLUMNS.len();
    let rows = floats.len() / n;
    let outcome = View::<S>::from_contiguous(&floats);
    if !floats.len().is_multiple_of(n) {
        assert!(matches!(outcome, Err(Error::BadBuffer { len, .. }) if len == floats.len()));
        // The last column is longer.
        let columns =
            S::build(|k| floats[k * rows..if k + 1 == n { floats.len() } else { (k + 1) * rows }].to_vec());
        let error = Columns::<S>::new(columns).err();
        let wanted = Error::UnequalColumns {
            shape: S::NAME,
            column: S::COLUMNS[n - 1],
            rows: rows + floats.len() % n,
            expected: rows,
        };
        assert!(error.as_ref() == Some(&wanted), "{error:?} is not {wanted:?}");
        return false;
    }
    let slices = S::build(|k| &floats[k * rows..(k + 1) * rows]);
    check_same::<S>(&outcome, slices.as_ref());
    let columns = S::build(|k| slices.as_ref()[k].to_vec());
    let shapes: Vec<S> = (0..rows).map(|row| S::from_values(|k| floats[k * rows + row])).collect();
    let of_columns = Columns::<S>::new(columns);
    let of_shapes = Columns::from_shapes(&shapes);
    match (&outcome, &of_columns, &of_shapes) {
        (Ok(view), Ok(columns), Ok(same)) => {
            check_valid(columns);
            assert!(view.iter().eq(columns.iter()) && columns == same);
            true
        }
        (Err(one), Err(two), Err(by_rows)) => {
            // Shapes are checked row by row, columns one after the other.
            assert!(format!("{one}") == format!("{two}"), "{one:?} is not {two:?}");
            for error in [one, by_rows] {
                check_error::<S>(error, &shapes);
            }
            false
        }
        all => panic!("they do not agree: {all:?}"),
    }
}

/// Views of bytes, and of a shape that is a value, are as those of floats.
fn check_same<S: Shape>(outcome: &Result<View<S>, Error>, columns: &[&[f32]]) {
    let of_bytes = View::<S>::from_bytes(S::build(|k| bytemuck::cast_slice(columns[k])));
    assert!(format!("{of_bytes:?}") == format!("{outcome:?}"), "{of_bytes:?} is not {outcome:?}");
    let any = AnyView::new(S::KIND, columns);
    let typed = any.as_ref().map(AnyView::typed::<S>);
    match (outcome, typed) {
        (Ok(view), Ok(Some(typed))) => assert!(view.iter().eq(typed.iter())),
        (Err(one), Err(other)) => assert!(format!("{one}") == format!("{other}"), "{one} is not {other}"),
        all => panic!("they do not agree: {all:?}"),
    }
    // Bytes that end within a float.
    let len = columns[0].len() * 4;
    if len > 0 {
        let cut = View::<S>::from_bytes(S::build(|k| &bytemuck::cast_slice(columns[k])[..len - 1]));
        assert!(matches!(cut, Err(Error::BadBuffer { len: named, .. }) if named == len - 1), "{cut:?}");
    }
}

/// An error names a value that is there, and the rule that it breaks.
fn check_error<S: Shape>(error: &Error, shapes: &[S]) {
    let &Error::InvalidValue { column, row, value, rule, .. } = error else { panic!("{error:?}") };
    let k = S::COLUMNS.iter().position(|name| *name == column);
    let Some(k) = k else { panic!("{error:?} names no column") };
    assert!(shapes[row].values()[k].to_bits() == value.to_bits(), "{error:?}");
    if rule == Rule::NotFinite {
        assert!(!value.is_finite(), "{error:?}");
    } else {
        assert!(shapes[row].broken_rule() == Some((k, rule)), "{error:?}");
    }
}

/// Every row is finite and keeps the rules of its shape.
fn check_valid<S: Shape>(columns: &Columns<S>) {
    for row in columns {
        assert!(row.values().iter().all(|x| x.is_finite()) && row.broken_rule().is_none(), "{row:?}");
    }
}

/// Whether they have the same bits.
fn same<S: Shape>(one: &Columns<S>, other: &Columns<S>) -> bool {
    let bits = |columns: &Columns<S>| -> Vec<u32> {
        columns.iter().flat_map(|row| row.values().iter().map(|x| x.to_bits()).collect::<Vec<_>>()).collect()
    };
    one.len() == other.len() && bits(one) == bits(other)
}

/// Two rows of every shape.
pub fn json_seeds() -> Vec<Vec<u8>> {
    numbered(&of_shapes!(json_seed))
}

/// The same as bytes.
pub fn byte_seeds() -> Vec<Vec<u8>> {
    numbered(&of_shapes!(byte_seed))
}

/// A seed of each shape behind its number.
fn numbered(seeds: &[fn() -> Vec<u8>]) -> Vec<Vec<u8>> {
    seeds.iter().zip(0..).map(|(seed, number)| [vec![number], seed()].concat()).collect()
}

fn json_seed<S: Shape>() -> Vec<u8> {
    serde_json::to_vec(&Columns::from_shapes(&rows::<S>()).unwrap_or_default()).unwrap_or_default()
}

fn byte_seed<S: Shape>() -> Vec<u8> {
    let columns = 0..S::COLUMNS.len();
    columns.flat_map(|k| rows::<S>().into_iter().flat_map(move |row| row.values()[k].to_le_bytes())).collect()
}

/// Two rows that keep every rule: numbers that rise.
fn rows<S: Shape>() -> [S; 2] {
    [0.5, -1e-40].map(|first| S::from_values(|k| if k == 0 { first } else { k as f32 * 1.1 }))
}
