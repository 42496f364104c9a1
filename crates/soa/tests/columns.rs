//! What holds rows and answers: columns, views, bits, pairs and lists.

use scalar::dim2::{Disk, Point, Segment};
use scalar::dim3::Segment3;
use soa::join::Join;
use soa::{Columns, Disks, Error, Hits, Points, Segments, Segments3, Shape, View, intersecting_pairs, join};

fn columns<S: Shape>(shapes: &[S]) -> Columns<S> {
    Columns::from_shapes(shapes).unwrap()
}

#[test]
fn columns_keep_what_was_put_in() {
    let more = Disk { center: [-1.0, -2.0], radius: 0.5 };
    for rows in 0..40 {
        let shapes: Vec<_> = (0..rows).map(|i| Disk { center: [i as f32, 0.5], radius: i as f32 }).collect();
        let mut disks = Disks::default();
        for &shape in &shapes {
            disks.push(shape).unwrap();
        }
        assert_eq!(disks, columns(&shapes));
        assert_eq!((disks.len(), disks.is_empty()), (rows, rows == 0));
        assert!(disks.iter().eq(shapes.iter().copied()));
        let buffer = disks.clone().into_columns().concat();
        assert_eq!(View::<Disk>::from_contiguous(&buffer).unwrap(), disks);
        if let Some(last) = rows.checked_sub(1) {
            assert_eq!(disks.set(last, more), Ok(()));
            assert_eq!(disks.get(last), Some(more));
        }
        let before = disks.clone();
        assert_eq!(disks.set(rows, more), Err(Error::NoSuchRow { row: rows, rows }));
        assert_eq!((disks.get(rows), &disks), (None, &before));
        disks.clear();
        assert!(disks.is_empty() && disks.get(0).is_none());
    }
}

/// Rows are taken a block at a time: a refused one in each place of a block, and of the next ones.
#[test]
fn rows_before_a_refused_one_have_been_appended() {
    let shapes: Vec<_> = (0..70).map(|i| Disk { center: [i as f32, 0.0], radius: 1.0 }).collect();
    for bad in [Disk { radius: f32::NAN, ..Disk::default() }, Disk { radius: -1.0, ..Disk::default() }] {
        for row in 0..shapes.len() {
            let mut given = shapes.clone();
            given[row] = bad;
            let mut disks = columns(&shapes[..3]);
            let refused = disks.extend(given).unwrap_err();
            assert!(matches!(refused, Error::InvalidValue { row: at, .. } if at == 3 + row), "{refused}");
            assert_eq!(disks, columns(&[&shapes[..3], &shapes[..row]].concat()));
        }
    }
}

/// Points on a line, one apart.
fn line(rows: usize) -> Points {
    columns(&(0..rows).map(|i| -> Point { [i as f32, 0.0] }).collect::<Vec<_>>())
}

/// Disks around every third of them that touch the points beside.
fn third(rows: usize) -> Disks {
    columns(&(0..rows).map(|i| Disk { center: [3.0 * i as f32, 0.0], radius: 1.0 }).collect::<Vec<_>>())
}

#[test]
fn each_row_has_its_bit() {
    for rows in 0..140 {
        for hit in (0..rows).chain([rows]) {
            let hits = Hits::from_bools((0..rows).map(|row| row == hit));
            let there = hit < rows;
            assert_eq!((hits.len(), hits.is_empty(), hits.any()), (rows, rows == 0, there));
            assert_eq!(hits.count(), usize::from(there));
            assert!(hits.iter().eq(there.then_some(hit)));
            assert!((0..rows).all(|row| hits.get(row) == Some(row == hit)) && hits.get(rows).is_none());
            assert_eq!(hits.to_bools().iter().position(|&hit| hit), there.then_some(hit));
            let mut bytes = vec![0; rows.div_ceil(8)];
            if there {
                bytes[hit / 8] = 1 << (hit % 8);
            }
            assert_eq!(hits.as_bytes(), bytes);
            assert_eq!(hits.into_bytes(), bytes);
        }
    }
    let all = Hits::from_bools([true; 70]);
    assert_eq!((all.count(), all.iter().collect::<Vec<_>>()), (70, (0..70).collect()));
    assert_eq!(format!("{:?}", Hits::from_bools([true, false, true])), "Hits(2 of 3: [0, 2])");
}

#[test]
fn pairs_and_lists_have_the_rows_of_both_sides() {
    for rows in [0, 1, 40] {
        let (points, disks) = (line(3 * rows), third(rows));
        // The disk around 3 i touches the points before and after it; there is none before the first.
        let mut expected: Vec<(u32, u32)> = (0..rows as u32)
            .flat_map(|i| (3 * i..=3 * i + 1).map(move |p| (i, p)).chain((i > 0).then(|| (i, 3 * i - 1))))
            .collect();
        expected.sort_unstable();
        let (left, right): (Vec<u32>, Vec<u32>) = expected.iter().copied().unzip();
        let pairs = intersecting_pairs(&disks, &points).unwrap();
        assert_eq!(pairs, join(&disks, &points).unwrap());
        assert!(pairs.iter().eq(expected.iter().copied()));
        assert_eq!((pairs.len(), pairs.is_empty()), (expected.len(), rows == 0));
        assert_eq!(format!("{pairs:?}"), format!("{expected:?}"));
        assert_eq!((pairs.left(), pairs.right()), (&left[..], &right[..]));
        assert_eq!(pairs.into_columns(), (left, right.clone()));
        let lists = Join::new(&disks, &points).unwrap().csr().unwrap();
        assert_eq!((lists.len(), lists.is_empty(), lists.right()), (rows, rows == 0, &right[..]));
        for (row, list) in lists.iter().enumerate() {
            assert!(expected.iter().filter(|pair| pair.0 == row as u32).map(|pair| &pair.1).eq(list));
            assert_eq!(lists.row(row), Some(list));
            assert_eq!(lists.offsets()[row + 1] - lists.offsets()[row], list.len() as u64);
        }
        assert_eq!((lists.offsets()[0], lists.row(rows), lists.row(usize::MAX)), (0, None, None));
        assert_eq!(lists.clone().into_columns(), (lists.offsets().to_vec(), right));
    }
}

#[test]
fn columns_are_equal_if_their_rows_are() {
    let (two, three) = (line(2), line(3));
    assert_eq!(two, two.clone());
    assert_eq!(two.as_view(), two);
    for other in [&three, &columns(&[[0.0, 0.0], [1.0, 1.0]])] {
        assert_ne!(&two, other);
        assert_ne!(other, &two);
        assert_ne!(&two.as_view(), other);
    }
    assert_eq!(format!("{two:?}"), "[[0.0, 0.0], [1.0, 0.0]]");
    assert_eq!(format!("{:?}", two.as_view()), format!("{two:?}"));
    assert!(Points::default().is_empty() && !two.is_empty() && two.as_view().len() == 2);
    assert!(Points::default().as_view().is_empty() && !two.as_view().is_empty());
}

#[test]
fn capacity_is_kept() {
    let mut disks = Disks::with_capacity(1000);
    assert!(disks.is_empty());
    let room = |disks: Disks| disks.into_columns().map(|column| column.capacity());
    assert!(room(disks.clone()).iter().all(|&rows| rows < 1000), "a copy is as large as its rows");
    disks.push(Disk::default()).unwrap();
    disks.clear();
    assert!(disks.is_empty() && disks.iter().len() == 0);
    assert!(room(disks).iter().all(|&rows| rows >= 1000));
}

#[test]
fn a_slice_has_the_rows_of_its_range() {
    let points = line(20);
    let view = points.as_view();
    let part = view.slice(5..9).unwrap();
    assert_eq!(
        (part.len(), part.get(0), part.get(3), part.get(4)),
        (4, Some([5.0, 0.0]), Some([8.0, 0.0]), None)
    );
    assert_eq!(part.columns(), [&[5.0, 6.0, 7.0, 8.0][..], &[0.0; 4]]);
    assert_eq!(part.iter().collect::<Vec<_>>(), part.clone().iter().collect::<Vec<_>>());
    assert_eq!(view.slice(0..20).unwrap(), points);
}

#[test]
fn segments_are_read_as_rays_and_lines() {
    let segment = Segment { start: [1.0, 2.0], direction: [3.0, 4.0] };
    let segments: Segments = columns(&[segment; 3]);
    let (rays, lines) = (segments.as_view().as_rays(), segments.as_view().as_lines());
    assert_eq!((rays.len(), lines.len()), (3, 3));
    assert_eq!((rays.get(2).unwrap().start, lines.get(2).unwrap().direction), ([1.0, 2.0], [3.0, 4.0]));
    let segment = Segment3 { start: [1.0, 2.0, 3.0], direction: [4.0, 5.0, 6.0] };
    let segments: Segments3 = columns(&[segment; 2]);
    let (rays, lines) = (segments.as_view().as_rays(), segments.as_view().as_lines());
    assert_eq!((rays.len(), lines.len()), (2, 2));
    assert_eq!(
        (rays.get(1).unwrap().direction, lines.get(1).unwrap().start),
        ([4.0, 5.0, 6.0], [1.0, 2.0, 3.0])
    );
}
