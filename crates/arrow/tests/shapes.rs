//! What is shared and what is copied, nulls, every refusal, round trips, and the conformance corpora.
#![allow(clippy::unwrap_used, missing_docs)]

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Float32Type, UInt32Type};
use arrow_array::{
    Array, ArrayRef, BooleanArray, FixedSizeListArray, Float32Array, Float64Array, Int32Array,
};
use arrow_array::{RecordBatch, StructArray, UInt32Array};
use arrow_buffer::NullBuffer;
use arrow_schema::{DataType, Field, Schema};
use octet_arrow::{Join, ShapeKind, Shapes, field};
use testkit::conformance;

fn floats(values: &[f32]) -> ArrayRef {
    Arc::new(Float32Array::from(values.to_vec()))
}

fn structs(named: &[(&str, ArrayRef)]) -> StructArray {
    let batch = RecordBatch::try_from_iter(named.iter().cloned()).unwrap();
    batch.into()
}

fn disks() -> StructArray {
    structs(&[
        ("radius", floats(&[1.0, 1.0, 0.5])),
        ("x", floats(&[0.0, 5.0, 9.0])),
        ("y", floats(&[0.0; 3])),
    ])
}

fn points(x: &[f32]) -> Shapes {
    Shapes::new(&structs(&[("x", floats(x)), ("y", floats(&vec![0.0; x.len()]))])).unwrap()
}

fn address(array: &StructArray, name: &str) -> usize {
    array.column_by_name(name).unwrap().as_primitive::<Float32Type>().values().as_ptr().addr()
}

#[test]
fn structs_and_slices_are_shared() {
    let whole = disks();
    for array in [whole.clone(), whole.slice(1, 2)] {
        let shapes = Shapes::new(&array).unwrap();
        assert_eq!((shapes.kind(), shapes.len()), (ShapeKind::Disk, array.len()));
        for (k, name) in ["x", "y", "radius"].into_iter().enumerate() {
            let column = shapes.view().unwrap().column(k).unwrap();
            assert_eq!((column.as_ptr().addr(), column.len()), (address(&array, name), array.len()));
        }
    }
    let sliced = Shapes::new(&whole.slice(1, 2)).unwrap();
    let hits = octet_arrow::intersects(&sliced, &points(&[4.0, 0.0])).unwrap();
    assert_eq!(hits, BooleanArray::from(vec![true, false]));
}

#[test]
fn nulls_answer_null_and_what_is_under_them_is_not_looked_at() {
    let parent = NullBuffer::from(vec![true, true, true, false]);
    let radius = Float32Array::from(vec![Some(1.0), None, Some(2.0), Some(f32::NAN)]);
    let columns: Vec<ArrayRef> =
        vec![floats(&[0.0, f32::NAN, 2.0, 0.0]), floats(&[0.0; 4]), Arc::new(radius)];
    let fields = ["x", "y", "radius"].map(|name| Field::new(name, DataType::Float32, true)).to_vec();
    let array = StructArray::try_new(fields.into(), columns, Some(parent)).unwrap();
    for (array, first) in [(array.clone(), 0), (array.slice(1, 3), 1)] {
        let disks = Shapes::new(&array).unwrap();
        let points = points(&[0.5, 0.0, 1.0, 0.0][first..]);
        let expected = [Some(true), None, Some(true), None];
        let hits = octet_arrow::intersects(&disks, &points).unwrap();
        assert_eq!(hits, BooleanArray::from(expected[first..].to_vec()));
        let join = Join::new(&disks, &points).unwrap();
        let rows = join.matched_left().unwrap();
        assert_eq!(rows, BooleanArray::from(expected[first..].to_vec()));
        let lists = join.lists().unwrap();
        assert_eq!((lists.len(), lists.null_count()), (4 - first, 2));
        let pairs = join.pairs().unwrap();
        let left = pairs.column(0).as_primitive::<UInt32Type>();
        let from_lists = (0..lists.len()).flat_map(|row| vec![row as u32; lists.value_length(row) as usize]);
        assert!(left.values().iter().copied().eq(from_lists));
        assert_eq!(lists.values().as_ref(), pairs.column(1).as_ref());
        assert_eq!(join.count(), pairs.num_rows() as u64);
        let mut blocks = 0;
        join.for_each_block(|block| {
            blocks += block.num_rows();
            Ok(())
        })
        .unwrap();
        assert_eq!(blocks, pairs.num_rows());
        let swapped = octet_arrow::join(&points, &disks).unwrap();
        assert_eq!(swapped.num_rows(), pairs.num_rows());
    }
}

#[test]
fn chunks_and_lists_are_copied_once() {
    let whole = disks();
    let chunks: [&dyn Array; 2] = [&whole.slice(0, 1), &whole.slice(1, 2)];
    let shapes = Shapes::of_chunks(None, &chunks).unwrap();
    let view = shapes.view().unwrap();
    assert_eq!(view.column(0), Some(&[0.0, 5.0, 9.0][..]));

    let rows = [Some([0.0, 1.0]), None, Some([4.0, 5.0])].map(|row| row.map(|row| row.map(Some)));
    let lists = FixedSizeListArray::from_iter_primitive::<Float32Type, _, _>(rows, 2);
    let read = Shapes::read_as(ShapeKind::Point, &lists.slice(1, 2)).unwrap();
    assert_eq!((read.len(), read.view().unwrap().column(1)), (2, Some(&[5.0][..])));
    assert_eq!(read.given_rows(), Some(&[1][..]));
    let none = FixedSizeListArray::from_iter_primitive::<Float32Type, [Option<f32>; 2], _>([], 2);
    assert!(Shapes::read_as(ShapeKind::Point, &none).unwrap().is_empty());
}

#[test]
fn a_prefix_and_a_kind_choose_columns() {
    let names = ["shot_x", "shot_y", "shot_dx", "shot_dy", "id"];
    let batch = RecordBatch::try_from_iter(names.map(|name| (name, floats(&[1.0])))).unwrap();
    assert_eq!(Shapes::of_batch(&batch, "shot_").unwrap().kind(), ShapeKind::Segment);
    let rays = Shapes::read_batch_as(ShapeKind::Ray, &batch, "shot_").unwrap();
    assert_eq!(rays.kind(), ShapeKind::Ray);
    let as_points = Shapes::read_batch_as(ShapeKind::Point, &batch, "shot_").unwrap();
    assert_eq!(as_points.kind(), ShapeKind::Point);
}

#[test]
fn what_is_refused_says_why() {
    let message = |result: Result<Shapes, octet_arrow::Error>| result.unwrap_err().to_string();
    let doubles = || Arc::new(Float64Array::from(vec![0.1])) as ArrayRef;
    let read = |named: &[(&str, ArrayRef)]| message(Shapes::new(&structs(named)));
    assert_eq!(
        message(Shapes::new(&Int32Array::from(vec![1]))),
        "shapes are a Struct of Float32 columns or a FixedSizeList of Float32, not Int32"
    );
    assert_eq!(
        read(&[("x", doubles()), ("y", doubles())]),
        "column x is Float64; cast it to Float32: octet answers for the f32 that it is given \
         (`Shapes::rounded` rounds to the nearest)"
    );
    assert_eq!(
        read(&[("x", floats(&[0.0])), ("y", Arc::new(Int32Array::from(vec![1])))]),
        "column y is Int32, but must be Float32"
    );
    assert_eq!(
        read(&[("x", floats(&[0.0])), ("size", floats(&[0.0]))]),
        "no shape has the columns x, size: name the shape with `Shapes::read_as`"
    );
    assert_eq!(message(Shapes::read_as(ShapeKind::Sphere, &disks())), "spheres: there is no column z");
    let lists = FixedSizeListArray::from_iter_primitive::<Float32Type, _, _>([Some([Some(0.0); 3])], 3);
    assert_eq!(
        message(Shapes::new(&lists)),
        "a FixedSizeList does not say its shape: name it with `Shapes::read_as`"
    );
    assert_eq!(
        message(Shapes::read_as(ShapeKind::Point, &lists)),
        "points are lists of 2 values, but these have 3"
    );
    let unknown = field("shape", ShapeKind::Disk)
        .with_metadata([("ARROW:extension:name".into(), "octet.blob".into())].into());
    assert_eq!(message(Shapes::of_field(&unknown, &disks())), "there is no extension type octet.blob");
    let dots = structs(&[("x", floats(&[0.0])), ("y", floats(&[0.0]))]);
    assert_eq!(
        message(Shapes::of_chunks(None, &[&disks(), &dots])),
        "a chunk holds points, but the first one disks"
    );
    let broken = Float32Array::from(vec![None, Some(1.0), Some(-1.0)]);
    let named =
        [("x", floats(&[0.0; 3])), ("y", floats(&[0.0; 3])), ("radius", Arc::new(broken) as ArrayRef)];
    // The row as it was given.
    assert_eq!(read(&named), "disks: column radius, row 2: -1 is a negative radius");
    let error = octet_arrow::intersects(&points(&[0.0]), &points(&[0.0, 1.0])).unwrap_err();
    assert_eq!(
        error.to_string(),
        "row by row needs equal lengths, but there are 1 rows on the left and 2 on the right"
    );
    let spheres =
        Shapes::new(&structs(&["x", "y", "z", "radius"].map(|name| (name, floats(&[0.0]))))).unwrap();
    let error = Join::new(&points(&[0.0]), &spheres).unwrap_err();
    assert_eq!(error.to_string(), "there is no such query of points and spheres");

    let rounded = Shapes::rounded(None, &structs(&[("x", doubles()), ("y", doubles())])).unwrap();
    assert_eq!(rounded.view().unwrap().column(0), Some(&[0.1_f32][..]));
}

#[test]
fn numbers_are_null_where_there_is_none() {
    let box_columns = ["cx", "cy", "hx", "hy", "ux", "uy"];
    let values = [0.0, 0.0, 1.0, 1.0, 1.0, 0.0];
    let named: Vec<_> = box_columns.into_iter().zip(values).map(|(n, x)| (n, floats(&[x, x]))).collect();
    let boxes = Shapes::new(&structs(&named)).unwrap();
    let paths = structs(&[
        ("x", floats(&[-3.0, -3.0])),
        ("y", floats(&[0.5, 5.0])),
        ("dx", floats(&[1.0, 1.0])),
        ("dy", floats(&[0.0, 0.0])),
    ]);
    let rays = Shapes::of_field(&field("shot", ShapeKind::Ray), &paths).unwrap();
    let clips = octet_arrow::clip(&rays, &boxes).unwrap();
    assert_eq!((clips.is_valid(0), clips.is_valid(1)), (true, false));
    assert_eq!(clips.column_by_name("t_enter").unwrap().as_primitive::<Float32Type>().value(0), 2.0);
    let triangle = ["ax", "ay", "bx", "by", "cx", "cy"].into_iter().zip([0.0, 0.0, 4.0, 0.0, 0.0, 3.0]);
    let named: Vec<_> = triangle.map(|(name, x)| (name, floats(&[x]))).collect();
    let triangles = Shapes::new(&structs(&named)).unwrap();
    assert_eq!(octet_arrow::signed_areas(&triangles).unwrap(), Float32Array::from(vec![6.0]));
    assert_eq!(octet_arrow::circumcircles(&triangles).unwrap().num_columns(), 3);
    assert!(octet_arrow::unit_normals(&triangles).is_err());
}

#[test]
fn numbers_of_space_are_those_of_the_pair() {
    let shapes = |kind: ShapeKind, rows: [&[f32]; 2]| {
        let column = |(k, &name): (usize, &&'static str)| (name, floats(&rows.map(|row| row[k])));
        let named: Vec<_> = kind.columns().iter().enumerate().map(column).collect();
        Shapes::of_field(&field("shape", kind), &structs(&named)).unwrap()
    };
    let floor = shapes(ShapeKind::Triangle3, [&[0.0, 0.0, 0.0, 4.0, 0.0, 0.0, 0.0, 4.0, 0.0]; 2]);
    let (down, along) = ([1.0, 2.0, 3.0, 0.0, 0.0, -2.0], [1.0, 2.0, 3.0, 1.0, 0.0, 0.0]);
    let rays = shapes(ShapeKind::Ray3, [&down, &along]);
    let clips = octet_arrow::clip(&rays, &floor).unwrap();
    assert_eq!(
        (clips.column_names(), clips.is_valid(0), clips.is_valid(1)),
        (vec!["t", "u", "v"], true, false)
    );
    let number = |k: usize| clips.column(k).as_primitive::<Float32Type>().value(0);
    assert_eq!([number(0), number(1), number(2)], [1.5, 0.25, 0.5]);

    let points = shapes(ShapeKind::Point3, [&[1.0, 2.0, 5.0], &[-3.0, 0.0, 4.0]]);
    let segments = shapes(ShapeKind::Segment3, [&[0.0, 0.0, 0.0, 0.0, 0.0, 4.0]; 2]);
    let boxes = shapes(ShapeKind::Aabb3, [&[0.0, 0.0, 0.0, 1.0, 2.0, 3.0]; 2]);
    for (shapes, squares, nearest) in [
        (&floor, [25.0, 25.0], [0.0, 0.0]),
        (&segments, [6.0, 9.0], [4.0, 4.0]),
        (&boxes, [4.0, 10.0], [3.0, 3.0]),
    ] {
        let found = octet_arrow::squared_distances(&points, shapes).unwrap();
        assert_eq!(found, Float32Array::from(squares.to_vec()));
        let found = octet_arrow::closest_points(&points, shapes).unwrap();
        assert_eq!(found.column_names(), ["x", "y", "z"]);
        assert_eq!(found.column(2).as_primitive::<Float32Type>().values(), &nearest);
    }
    // Pairs of points have a cross product and nothing else, though that is three numbers, too.
    assert_eq!(octet_arrow::cross_products(&points, &points).unwrap().len(), 2);
    assert!(octet_arrow::closest_points(&points, &points).is_err());
    assert!(octet_arrow::squared_distances(&points, &points).is_err());
    assert!(octet_arrow::clip(&points, &floor).is_err());
}

#[test]
fn results_are_those_of_soa_in_its_own_memory() {
    let (a, b) = (points(&vec![1.0; 1000]), points(&vec![1.0; 1000]));
    let disks =
        Shapes::new(&structs(&["x", "y", "radius"].map(|name| (name, floats(&vec![1.0; 1000]))))).unwrap();
    let hits = octet_arrow::intersects(&a, &disks).unwrap();
    let expected = soa::Query::new().intersects_any(&a.view().unwrap(), &disks.view().unwrap()).unwrap();
    assert_eq!(hits.values().values(), expected.as_bytes());
    let pairs = octet_arrow::join(&b, &disks).unwrap();
    assert_eq!(pairs.num_rows(), 1_000_000);
    assert_eq!(pairs.column(0).as_any().downcast_ref::<UInt32Array>().unwrap().value(999_999), 999);
}

#[test]
fn extension_names_survive_ipc_and_the_c_interface() {
    let paths = structs(&["x", "y", "dx", "dy"].map(|name| (name, floats(&[1.0, 2.0]))));
    let shot = Field::new("shot", paths.data_type().clone(), true)
        .with_metadata(field("shot", ShapeKind::Ray).metadata().clone());
    let schema = Arc::new(Schema::new(vec![shot]));
    let batch = RecordBatch::try_new(schema.clone(), vec![Arc::new(paths.clone())]).unwrap();
    let mut bytes = Vec::new();
    let mut writer = arrow_ipc::writer::StreamWriter::try_new(&mut bytes, &schema).unwrap();
    writer.write(&batch).unwrap();
    writer.finish().unwrap();
    let mut reader = arrow_ipc::reader::StreamReader::try_new(bytes.as_slice(), None).unwrap();
    let read = reader.next().unwrap().unwrap();
    let shapes = Shapes::of_field(read.schema_ref().field(0), read.column(0)).unwrap();
    assert_eq!((shapes.kind(), shapes.len()), (ShapeKind::Ray, 2));

    let (array, c_schema) = arrow_array::ffi::to_ffi(&paths.to_data()).unwrap();
    assert_eq!(array.len(), 2);
    assert_eq!(Field::try_from(&c_schema).unwrap().data_type(), paths.data_type());
}

#[test]
fn every_case_of_the_corpora_is_answered_right() {
    let mut total = 0;
    for file in conformance::files() {
        let pair = conformance::of_file(&file).unwrap();
        let cases = conformance::read(pair, &file).unwrap();
        let side = |kind: ShapeKind, is_left: bool| {
            let of = |(left, right)| if is_left { left } else { right };
            let rows: Vec<&[f32]> = cases.iter().map(|case| of(pair.rows(case))).collect();
            let column = |(k, name): (usize, &&'static str)| {
                (*name, floats(&rows.iter().map(|row| row[k]).collect::<Vec<_>>()))
            };
            let named: Vec<_> = kind.columns().iter().enumerate().map(column).collect();
            Shapes::of_field(&field("shape", kind), &structs(&named)).unwrap()
        };
        let (a, b) = (side(pair.left, true), side(pair.right, false));
        let expected: BooleanArray = cases.iter().map(|case| case.expected).collect();
        assert!(octet_arrow::intersects(&a, &b).unwrap().iter().eq(expected.iter()), "{}", pair.stem);
        assert!(octet_arrow::intersects(&b, &a).unwrap().iter().eq(expected.iter()), "{}", pair.stem);
        total += cases.len();
    }
    assert!(total >= 41_527, "{total}");
}
