"""The wheel: inputs, results, errors, threads."""

import os
import pickle
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import octet as oc
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from octet._octet import column_names

REPOSITORY = Path(__file__).resolve().parents[3]
KINDS = {shape.kind: shape for shape in oc._shapes.ALL}


def disks(n=3, seed=1, side=10.0):
    rng = np.random.default_rng(seed)
    x, y = rng.uniform(0, side, (2, n)).astype(np.float32)
    return oc.Disks(x, y, rng.uniform(0.1, 0.5, n).astype(np.float32))


def brute(a, b):
    """All pairs of disks, by Python's exact integers: the columns are multiples of 2^-k."""
    from fractions import Fraction

    rows = lambda shapes: [tuple(map(Fraction, map(float, row))) for row in zip(*shapes.columns())]
    return [
        (i, j)
        for i, (ax, ay, ar) in enumerate(rows(a))
        for j, (bx, by, br) in enumerate(rows(b))
        if (ax - bx) ** 2 + (ay - by) ** 2 <= (ar + br) ** 2
    ]


# Conformance.


def cases():
    """Each corpus file: its two classes, the rows and the answers."""
    # `oriented_boxes3` is `oriented_box3` in the name of a file.
    shapes = {re.sub(r"(?:(?<=x)e)?s(3?)$", r"\1", kind): shape for kind, shape in KINDS.items()}
    for file in sorted((REPOSITORY / "corpora").glob("*.txt")):
        if file.stem == "golden":
            continue
        left = max((name for name in shapes if file.stem.startswith(name + "_")), key=len)
        classes = shapes[left], shapes[file.stem.removeprefix(left + "_")]
        lines = [line.split("#")[0].split() for line in file.read_text().splitlines()]
        lines = [line for line in lines if line]
        words = np.array([[int(word, 16) for word in line[2:]] for line in lines], np.uint32)
        yield file.stem, classes, words.view(np.float32), np.array([line[1] == "1" for line in lines])


def test_every_case_of_the_corpora_is_answered_right():
    total = 0
    for name, (first, second), values, expected in cases():
        k = len(column_names(first.kind))
        columns = lambda values: (first(values[:, :k].copy()), second(values[:, k:].copy()))
        a, b = columns(values)
        assert np.array_equal(oc.intersects(a, b), expected), name
        assert np.array_equal(oc.intersects(b, a), expected), name
        # The diagonal of all pairs of some, through the index.
        left, right = oc.join(*columns(values[::7]))
        diagonal = np.zeros(len(expected[::7]), bool)
        diagonal[left[left == right]] = True
        assert np.array_equal(diagonal, expected[::7]), name
        total += len(expected)
    assert total >= 108_060


# Results.


coordinates = st.integers(-8, 8).map(float)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(coordinates, coordinates, st.integers(0, 3).map(float)), max_size=12),
       st.lists(st.tuples(coordinates, coordinates, st.integers(0, 3).map(float)), max_size=12))  # fmt: skip
def test_every_form_of_a_join_has_the_same_pairs(a, b):
    make = lambda rows: oc.Disks(*np.array(rows, np.float32).reshape(-1, 3).T)
    a, b = make(a), make(b)
    expected = brute(a, b)
    join = oc.Join(a, b)
    left, right = join.pairs()
    assert left.dtype == right.dtype == np.uint32
    assert list(zip(left, right)) == expected
    assert join.count() == len(expected) and join.any() == bool(expected)
    assert join.rows().tolist() == [any(i == row for i, _ in expected) for row in range(len(a))]
    offsets, lists = join.csr()
    assert [(i, j) for i in range(len(a)) for j in lists[offsets[i] : offsets[i + 1]]] == expected
    blocks = []
    join.blocks(lambda left, right: blocks.extend(zip(left, right)))
    assert blocks == expected
    query = oc.Index(b).query(a)
    assert query.dtype == np.int64 and query.shape == (2, len(expected)) and list(zip(*query)) == expected


def test_hits_are_bools_or_bits():
    a, b = disks(100_003), disks(100_003, seed=2)
    bools = oc.intersects(a, b)
    assert bools.dtype == bool and bools.shape == (100_003,)
    assert np.array_equal(np.packbits(bools, bitorder="little"), oc.intersects(a, b, packed=True))
    assert np.array_equal(bools, oc.intersects(a, b, threads=1))


def test_a_large_join_is_that_of_numpy():
    a, b = disks(20_000, side=100), disks(20_000, seed=2, side=100)
    left, right = oc.join(a, b)
    (ax, ay, ar), (bx, by, br) = (np.float64(c.columns()) for c in (a, b))
    found = set()
    for i in range(0, 20_000, 97):
        for j in np.flatnonzero((ax[i] - bx) ** 2 + (ay[i] - by) ** 2 <= (ar[i] + br) ** 2):
            found.add((i, int(j)))
    assert found == {(i, j) for i, j in zip(left.tolist(), right.tolist()) if i % 97 == 0}
    assert all(np.array_equal(x, y) for x, y in zip(oc.join(a, b, threads=1), (left, right)))


def test_nearest_and_refit():
    index = oc.Index(oc.Disks(*np.float32([[0, 10], [0, 0], [1, 3]])))
    rows, distances = index.nearest(oc.Points(*np.float32([[5, 100], [0, 0]])), within=10)
    assert rows.tolist() == [1, -1] and distances[0] == 2.0 and np.isnan(distances[1])
    index.refit(oc.Disks(*np.float32([[4, 10], [0, 0], [1, 3]])))
    assert index.nearest(oc.Points(*np.float32([[5], [0]])))[0].tolist() == [0]
    assert repr(index) == "Index(2 disks)" and len(index) == 2


def test_rays():
    floor = np.float32([[[0, 0, z], [4, 0, z], [0, 4, z]] for z in (0, 1)])
    index = oc.Index(oc.Triangles3(floor))
    rays = oc.Rays3(np.float32([[1, 2, 5, 0, 0, -2], [9, 9, 5, 0, 0, -2], [1, 1, 0.5, 0, 0, 1]]))
    row, t, u, v = index.cast(rays)
    assert row.dtype == np.int64 and {t.dtype, u.dtype, v.dtype} == {np.dtype(np.float32)}
    assert row.tolist() == [1, -1, 1] and np.isnan(t[1])
    assert (t[0], u[0], v[0]) == (2, 0.25, 0.5) and t[2] == 0.5
    assert index.cast_any(rays).tolist() == [True, False, True]
    segments = oc.Segments3(np.float32([[1, 2, 5, 0, 0, -3], [1, 2, 5, 0, 0, -4]]))
    assert index.cast_any(segments).tolist() == [False, True]
    pa = pytest.importorskip("pyarrow")
    nulls = pa.StructArray.from_arrays(
        [pa.array([7.0, x], pa.float32()) for x in (1, 2, 5, 0, 0, -2)],
        column_names("rays3"),
        mask=pa.array([True, False]),
    )
    assert index.cast(oc.Rays3(nulls))[0].tolist() == [-1, 1]
    assert index.cast_any(oc.Rays3(nulls)).tolist() == [False, True]
    with pytest.raises(TypeError, match="no such query of points3 and triangles3"):
        index.cast(oc.Points3(np.zeros((1, 3), np.float32)))


CUBE = np.float32([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)])
SIDES = [(0, 1, 3, 2), (4, 5, 7, 6), (0, 1, 5, 4), (2, 3, 7, 6), (0, 2, 6, 4), (1, 3, 7, 5)]
FACES = np.array([face for a, b, c, d in SIDES for face in ((a, b, c), (a, c, d))])


def test_solids():
    solid = oc.Solid(CUBE, FACES)
    assert len(solid) == 12 and repr(solid) == "Solid(12 faces)"
    points = np.float32([[0.5, 0.5, 0.5], [0, 0.5, 0.5], [1, 1, 1], [0.5, 0.5, 1.0000001], [2, 0, 0]])
    inside, boundary = solid.inside(oc.Points3(points))
    assert inside.tolist() == [True, False, False, False, False]
    assert boundary.tolist() == [False, True, True, False, False]
    with pytest.raises(ValueError, match="not closed: the edge at corner"):
        oc.Solid(CUBE, FACES[1:])
    with pytest.raises(IndexError, match="among the 8"):
        oc.Solid(CUBE, FACES + 1)
    with pytest.raises(ValueError, match="three columns"):
        oc.Solid(CUBE[:, :2], FACES)
    with pytest.raises(TypeError, match="points3"):
        solid.inside(oc.Points(np.zeros((1, 2), np.float32)))


def test_self_intersections():
    assert all(len(rows) == 0 for rows in oc.self_intersections(CUBE, FACES))
    vertices = np.concatenate([CUBE, np.float32([[-1, 0.3, 0.2], [2, 0.4, 0.3], [0.5, 0.4, 2]])])
    faces = np.concatenate([FACES, [[8, 9, 10], [8, 8, 9]]])
    left, right, zero_area = oc.self_intersections(vertices, faces)
    assert left.dtype == np.uint32 and set(right.tolist()) == {12} and zero_area.tolist() == [13]
    assert left.tolist() == oc.join(oc.Triangles3(vertices[faces[:12]]), oc.Triangles3(vertices[faces[12:13]]))[0].tolist()


# Distances, contacts and sweeps.


def random_columns(columns, n, seed):
    rng = np.random.default_rng(seed)
    return [rng.uniform(0, 10, n).astype(np.float32) for _ in range(columns)]


distance_of_tests = st.integers(0, 12).map(lambda x: x / 4)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(coordinates, coordinates, st.integers(0, 3).map(float), distance_of_tests), max_size=12),
       st.lists(st.tuples(coordinates, coordinates), max_size=12))  # fmt: skip
def test_within_a_distance_is_that_of_exact_numbers(a, b):
    disks = oc.Disks(*np.array([row[:3] for row in a], np.float32).reshape(-1, 3).T)
    points = oc.Points(*np.array(b, np.float32).reshape(-1, 2).T)
    # Of multiples of 1/4, which float64 squares exactly.
    is_near = lambda i, j, d: (a[i][0] - b[j][0]) ** 2 + (a[i][1] - b[j][1]) ** 2 <= (a[i][2] + d) ** 2
    every = [(i, j) for i in range(len(a)) for j in range(len(b))]
    each = np.array([row[3] for row in a], np.float32)
    pairs = lambda found: list(zip(*(rows.tolist() for rows in found)))
    assert pairs(oc.join_within(disks, points, 1.25)) == [(i, j) for i, j in every if is_near(i, j, 1.25)]
    assert pairs(oc.join_within(disks, points, each)) == [(i, j) for i, j in every if is_near(i, j, a[i][3])]
    back = oc.join_within(points, disks, 2)
    assert pairs(back) == sorted((j, i) for i, j in every if is_near(i, j, 2))
    n = min(len(a), len(b))
    left, right = (type(rows)(*(column[:n] for column in rows.columns())) for rows in (disks, points))
    assert oc.within(left, right, 0.5).tolist() == [is_near(i, i, 0.5) for i in range(n)]
    assert oc.within(right, left, each[:n]).tolist() == [is_near(i, i, a[i][3]) for i in range(n)]


def test_within_is_bools_or_bits_on_any_threads():
    a, b = disks(300_003), disks(300_003, seed=2)
    near = oc.within(a, b, 2)
    assert near.dtype == bool and near.shape == (300_003,) and 0 < near.sum() < len(near)
    assert np.array_equal(np.packbits(near, bitorder="little"), oc.within(a, b, 2, packed=True))
    assert np.array_equal(near, oc.within(a, b, np.full(300_003, 2, np.float32), threads=1))
    assert np.array_equal(oc.within(a, b, 0), oc.intersects(a, b))
    (ax, ay, ar), (bx, by, br) = (np.float64(c.columns()) for c in (a, b))
    apart = np.hypot(ax - bx, ay - by) - ar - br - 2
    sure = np.abs(apart) > 1e-9
    assert np.array_equal(near[sure], apart[sure] <= 0)


def test_a_large_join_within_a_distance_reports_and_has_a_limit():
    a, b = disks(40_000, side=400), disks(40_000, seed=2, side=400)
    seen = []
    left, right = oc.join_within(a, b, 1.5, progress=lambda done, of: seen.append((done, of)))
    assert seen[-1] == (40_000, 40_000) and left.dtype == right.dtype == np.uint32
    (ax, ay, ar), (bx, by, br) = (np.float64(c.columns()) for c in (a, b))
    found = {(i, int(j)) for i in range(0, 40_000, 97)
             for j in np.flatnonzero(np.hypot(ax[i] - bx, ay[i] - by) <= ar[i] + br + 1.5)}  # fmt: skip
    assert found == {(i, j) for i, j in zip(left.tolist(), right.tolist()) if i % 97 == 0}
    one = oc.join_within(a, b, 1.5, threads=1, limit=len(left))
    assert all(np.array_equal(x, y) for x, y in zip(one, (left, right)))
    with pytest.raises(oc.LimitError, match="raise the limit"):
        oc.join_within(a, b, 1.5, limit=len(left) - 1)


def test_paths_are_clipped_by_round_shapes_boxes_and_triangles():
    rng = np.random.default_rng(5)
    start, direction, center = rng.uniform(-4, 4, (3, 1000, 3)).astype(np.float32)
    radius = rng.uniform(0, 4, 1000).astype(np.float32)
    rays, spheres = oc.Rays3(np.hstack([start, direction])), oc.Spheres(np.column_stack([center, radius]))
    t_enter, t_exit, entry = oc.clip(rays, spheres)
    hits = ~np.isnan(t_enter)
    assert 100 < hits.sum() < 900 and np.array_equal(hits, oc.intersects(rays, spheres))
    assert entry.shape == (1000, 3) and np.array_equal(hits, ~np.isnan(entry[:, 0]))
    for t in (t_enter[hits & (t_enter > 0)], t_exit[hits]):
        assert (t >= 0).all()
    outside = hits & (t_enter > 0)
    off = np.linalg.norm((entry - center).astype(np.float64), axis=1) - radius
    assert np.abs(off[outside]).max() < 1e-5
    at_exit = start.astype(np.float64) + t_exit[:, None].astype(np.float64) * direction
    assert np.abs(np.linalg.norm(at_exit - center, axis=1) - radius)[hits].max() < 1e-4

    left, right = oc.join(rays, spheres)
    of_pairs = oc.clip(rays, spheres, pairs=(left, right))
    assert len(left) > 10_000 and not np.isnan(of_pairs[0]).any()
    own = left == right
    assert np.array_equal(of_pairs[2][own], entry[hits])

    t_enter, t_exit, entry = oc.clip(oc.Segments([0], [1], [4], [0]), oc.Aabbs([1], [0], [2], [2]))
    assert (t_enter.tolist(), t_exit.tolist(), entry.tolist()) == ([0.25], [0.5], [[1.0, 1.0]])
    floor = oc.Triangles3(np.float32([[[0, 0, 0], [4, 0, 0], [0, 4, 0]]]))
    down = oc.Rays3(np.float32([[1, 2, 3, 0, 0, -2]]))
    assert [x.tolist() for x in oc.clip(down, floor)] == [[1.5], [0.25], [0.5]]
    with pytest.raises(TypeError):
        oc.clip(floor, down)


def test_distances_and_closest_points_are_those_of_float64():
    n = 20_000
    a, b = disks(n), oc.Points(*random_columns(2, n, 7))
    (x, y, r), (px, py) = (np.float64(c.columns()) for c in (a, b))
    expected = np.maximum(np.hypot(px - x, py - y) - r, 0)
    distances, on_a, on_b = oc.closest(a, b)
    assert (distances.dtype, on_a.shape, on_b.dtype) == (np.float32, (n, 2), np.float32)
    assert np.array_equal(distances, oc.distances(a, b)) and np.array_equal(distances, oc.distances(b, a))
    # One rounding to float32, and what float64 here is off by.
    assert np.all(np.abs(distances - expected) <= 2.0**-24 * expected + 1e-12)
    assert np.allclose(on_b, np.column_stack(b.columns()), rtol=0, atol=2e-6)
    apart = expected > 0
    assert 0 < apart.sum() < n and np.array_equal(on_a[~apart], on_b[~apart])
    length = np.hypot(*(np.float64(on_a) - np.column_stack([x, y]))[apart].T)
    assert np.all(np.abs(length - r[apart]) < 2e-6)
    back, on_b_again, on_a_again = oc.closest(b, a)
    assert np.array_equal(on_a, on_a_again) and np.array_equal(on_b, on_b_again)

    triangle = np.float32([[[0, 0, 0], [4, 0, 0], [0, 4, 0]]] * 3)
    points = oc.Points3(np.float32([[1, 1, 5], [-3, -4, 0], [6, 0, 0]]))
    distances, on_a, on_b = oc.closest(oc.Triangles3(triangle), points)
    assert distances.tolist() == [5, 5, 2] and on_a.tolist() == [[1, 1, 0], [0, 0, 0], [4, 0, 0]]
    assert on_b.shape == (3, 3) and np.array_equal(on_b, np.column_stack(points.columns()))


def test_contacts():
    n = 20_000
    a, b = disks(n, side=3), disks(n, seed=2, side=3)
    (ax, ay, ar), (bx, by, br) = (np.float64(c.columns()) for c in (a, b))
    length = np.hypot(bx - ax, by - ay)
    depth = ar + br - length
    normals, depths, points = oc.contacts(a, b, 0.25)
    assert (normals.shape, depths.shape, points.shape) == ((n, 2), (n, 2), (n, 2, 2))
    there = ~np.isnan(depths[:, 0])
    sure = np.abs(depth + 0.25) > 1e-6
    assert 0 < there.sum() < n and np.array_equal(there[sure], depth[sure] >= -0.25)
    assert np.all(np.abs(depths[there, 0] - depth[there]) <= 2.0**-24 * np.abs(depth[there]) + 1e-12)
    expected = np.column_stack([bx - ax, by - ay]) / length[:, None]
    assert np.all(np.abs(normals[there] - expected[there]) < 1e-6)
    assert np.isnan(depths[:, 1]).all() and np.isnan(normals[~there]).all() and np.isnan(points[~there]).all()
    box = oc.Aabbs(np.float32([[0, 0, 4, 2]])), oc.Aabbs(np.float32([[1, 1.5, 3, 9]]))
    normals, depths, points = oc.contacts(*box)
    assert normals.tolist() == [[0, 1]] and depths.tolist() == [[0.5, 0.5]]
    assert sorted(points[0].tolist()) == [[1, 1.75], [3, 1.75]]
    balls = oc.Spheres([0], [0], [0], [2]), oc.Spheres([3], [0], [0], [2])
    normals, depths, points = oc.contacts(*balls)
    assert (normals.tolist(), depths.tolist(), points.tolist()) == ([[1, 0, 0]], [[1]], [[[1.5, 0, 0]]])
    assert np.isnan(oc.contacts(*balls, margin=-1.5)[1]).all()
    # Two boxes on a floor and one in the air, by row and of pairs; in the plane there are two points anyway.
    floor = oc.Aabbs3(np.float32([[-9, -9, -1, 9, 9, 0]] * 3))
    boxes = oc.Aabbs3(np.float32([[0, 0, -0.25, 1, 1, 1], [0, 0, 7, 1, 1, 8], [2, 2, -0.5, 3, 4, 9]]))
    normals, depths, points = oc.contacts(floor, boxes, manifold=True)
    assert (normals.shape, depths.shape, points.shape) == ((3, 3), (3, 4), (3, 4, 3))
    assert depths.tolist()[::2] == [[0.25] * 4, [0.5] * 4] and np.isnan(depths[1]).all()
    corners = [[2, 2, -0.25], [2, 4, -0.25], [3, 2, -0.25], [3, 4, -0.25]]
    assert normals[2].tolist() == [0, 0, 1] and sorted(points[2].tolist()) == corners
    of_pair = oc.contacts(floor, boxes, manifold=True, pairs=([1], [2]))
    assert of_pair[1].tolist() == [[0.5] * 4] and np.array_equal(of_pair[2][0], points[2])
    assert oc.contacts(*box, manifold=True)[1].shape == (1, 2)
    lying, beside = oc.Capsules([0], [0], [8], [0], [1]), oc.Capsules([9], [1], [-5], [0], [2])
    normals, depths, points = oc.contacts(lying, beside)
    assert (normals.tolist(), depths.tolist()) == ([[0, 1]], [[2, 2]])
    assert points.tolist() == [[[4, 0], [8, 0]]]
    normals, depths, points = oc.contacts(oc.Disks([4], [2], [2]), lying)
    assert normals.tolist() == [[0, -1]] and depths[0, 0] == 1 and np.isnan(depths[0, 1])
    turned, triangle = oc.OrientedBoxes([4], [2], [2], [3], [0], [1]), oc.Triangles([4], [0.5], [0], [9], [8], [9])
    floor = oc.Aabbs([0], [-2], [8], [1.5])
    for a, b, depth in (
        (oc.Disks([4], [5], [2]), turned, 1),
        (lying, floor, 2.5),
        (lying, turned, 1),
        (lying, triangle, 0.5),
        (floor, turned, 1.5),
        (floor, triangle, 1),
        (turned, triangle, 3.5),
    ):
        (normals, depths, points), (back, same, there) = oc.contacts(a, b), oc.contacts(b, a)
        assert depths[0, 0] == depth and np.array_equal(depths, same, equal_nan=True)
        assert np.array_equal(normals, -back) and np.array_equal(points, there, equal_nan=True)
    capsule = oc.Capsules3([0], [0], [0], [8], [0], [0], [1])
    axes = ([1], [0], [0], [0], [1], [0], [0], [0], [1])
    turned, other = (oc.OrientedBoxes3([4], [0], [z], [2], [2], [1], *axes) for z in (1.5, 3))
    floor = oc.Aabbs3([0], [-9], [-4], [9], [9], [0.75])
    triangle = oc.Triangles3([0], [-9], [1], [9], [0], [1], [0], [9], [1])
    for a, b, depth in (
        (oc.Spheres([4], [0], [4], [2]), turned, 0.5),
        (capsule, turned, 0.5),
        (capsule, floor, 1.75),
        (capsule, triangle, 0),
        (floor, floor, 4.75),
        (floor, turned, 0.25),
        (floor, triangle, -0.25),
        (turned, other, 0.5),
        (triangle, turned, 0.5),
        (triangle, triangle, 0),
    ):
        (normals, depths, points), (back, same, there) = oc.contacts(a, b, 1), oc.contacts(b, a, 1)
        assert depths.tolist() == [[depth]] and np.array_equal(depths, same) and np.array_equal(points, there)
        assert np.array_equal(normals, back if a is b else -back) and np.isclose(np.linalg.norm(normals), 1)
    assert oc.contacts(capsule, capsule)[1].tolist() == [[2]]
    assert oc.contacts(oc.Spheres([4], [0], [2], [2]), capsule)[0].tolist() == [[0, 0, -1]]


def test_sweeps():
    n = 5_000
    a, motions = disks(n), oc.Points(*(c - 5 for c in random_columns(2, n, 8)))
    points = oc.Points(*random_columns(2, n, 9))
    hits, times = oc.sweep(a, motions, points)
    assert (hits.dtype, times.dtype) == (np.dtype(bool), np.dtype(np.float32))
    assert np.array_equal(hits, ~np.isnan(times)) and 0 < hits.sum() < n
    (x, y, r), (dx, dy), (px, py) = (np.float64(c.columns()) for c in (a, motions, points))
    # |c + t d - p| = r: a quadratic equation in t.
    ex, ey = x - px, y - py
    ee, ed, dd = ex * ex + ey * ey - r * r, ex * dx + ey * dy, dx * dx + dy * dy
    with np.errstate(invalid="ignore"):
        t = np.where(ee <= 0, 0, (-ed - np.sqrt(ed * ed - dd * ee)) / dd)
    expected = (t >= 0) & (t <= 1)
    # A NaN is no crossing, which is sure.
    sure = ~(np.abs(t - 1) <= 1e-6) & (np.abs(ed * ed - dd * ee) > 1e-6) & (np.abs(ee) > 1e-6)
    assert np.array_equal(hits[sure], expected[sure]) and sure.sum() > n - 100
    both = hits & sure
    assert np.all(times[both] <= t[both] + 1e-9) and np.all(t[both] - times[both] < 2.0**-24 + 1e-6)
    with pytest.raises(TypeError, match="takes points, but disks were given"):
        oc.sweep(a, a, points)
    with pytest.raises(TypeError, match="no such query of points and points"):
        oc.sweep(points, motions, points)


def test_sweeps_of_boxes():
    n = 5_000
    x, y, dx, dy, x2, y2 = random_columns(6, n, 10)
    a, b = oc.Aabbs(x, y, x + 1, y + 1), oc.Aabbs(x2, y2, x2 + 2, y2 + 1)
    motions = oc.Points(dx - 5, dy - 5)
    hits, times = oc.sweep(a, motions, b)
    assert np.array_equal(hits, ~np.isnan(times)) and 0 < hits.sum() < n
    # When the box has reached the other one along each axis, and when it has passed.
    (lx, ly, hx, hy), (mx, my), (lx2, ly2, hx2, hy2) = (np.float64(c.columns()) for c in (a, motions, b))
    first, last = np.zeros(n), np.ones(n)
    with np.errstate(divide="ignore"):
        for low, high, m, low2, high2 in ((lx, hx, mx, lx2, hx2), (ly, hy, my, ly2, hy2)):
            ends = np.array([(low2 - high) / m, (high2 - low) / m])
            first, last = np.maximum(first, ends.min(axis=0)), np.minimum(last, ends.max(axis=0))
    sure = np.abs(last - first) > 1e-6
    assert np.array_equal(hits[sure], (first <= last)[sure]) and sure.sum() > n - 100
    both = hits & sure
    assert np.all(times[both] <= first[both] + 1e-9) and np.all(first[both] - times[both] < 2.0**-24 + 1e-9)
    left, right, when = oc.join_sweep(a, motions, b)
    each = oc.sweep(*(type(c)(*(x[rows] for x in c.columns())) for c, rows in ((a, left), (motions, left), (b, right))))
    assert each[0].all() and np.array_equal(each[1], when)
    # Of an index the first of these, and the smaller row of two at once.
    few = oc.Aabbs(*(column[:5] for column in b.columns()))
    left, right, when = oc.join_sweep(a, motions, few)
    first = {}
    for i, j, t in zip(left.tolist(), right.tolist(), when.tolist()):
        first[i] = min(first.get(i, (t, j)), (t, j))
    rows, times = oc.Index(few).sweep(a, motions)
    assert (rows.dtype, times.dtype) == (np.dtype(np.int64), np.dtype(np.float32))
    assert {i: (t, j) for i, (j, t) in enumerate(zip(rows.tolist(), times.tolist())) if j >= 0} == first
    assert np.array_equal(rows == -1, np.isnan(times)) and n // 10 < len(first) < n and (times > 0).sum() > n // 10
    with pytest.raises(TypeError, match="no such query of points and aabbs"):
        oc.Index(few).sweep(motions, motions)
    with pytest.raises(TypeError, match="no such query of aabbs and rays"):
        oc.sweep(a, motions, oc.Rays(x, y, dx, dy))


def test_sweeps_of_capsules():
    n = 5_000
    x, y, dx, dy, mx, my = random_columns(6, n, 11)
    a, motions = disks(n), oc.Points(mx - 5, my - 5)
    zero = np.zeros(n, np.float32)
    capsules, segments = oc.Capsules(x, y, dx - 5, dy - 5, zero + 1), oc.Segments(x, y, dx - 5, dy - 5)
    # A capsule of length zero is a disk, and either may move.
    ax, ay, r = a.columns()
    short = oc.Capsules(ax, ay, zero, zero, r)
    for other in (capsules, segments, oc.Points(x, y), disks(n, seed=2), oc.Aabbs(x, y, x + 1, y + 2)):
        hits, times = oc.sweep(a, motions, other)
        assert np.array_equal(hits, ~np.isnan(times)) and 0 < hits.sum() < n
        assert np.array_equal(oc.sweep(short, motions, other)[1], times, equal_nan=True)
    back = oc.Points(5 - mx, 5 - my)
    assert np.array_equal(oc.sweep(capsules, back, a)[1], oc.sweep(a, motions, capsules)[1], equal_nan=True)
    seen = []
    left, right, when = oc.join_sweep(capsules, motions, a, progress=lambda done, of: seen.append((done, of)))
    assert seen[-1] == (n, n)
    assert all(map(np.array_equal, oc.join_sweep(capsules, motions, a, limit=len(left)), (left, right, when)))
    with pytest.raises(oc.LimitError, match="raise the limit"):
        oc.join_sweep(capsules, motions, a, limit=len(left) - 1)
    each = oc.sweep(*(type(c)(*(x[rows] for x in c.columns())) for c, rows in ((capsules, left), (motions, left), (a, right))))
    assert each[0].all() and np.array_equal(each[1], when)


def test_a_self_join_within_a_distance():
    a = disks(30_000, side=400)
    left, right = oc.self_join_within(a, 1.5)
    both = np.array(oc.join_within(a, a, 1.5))
    both = both[:, both[0] < both[1]]
    assert len(left) > 1000 and np.array_equal(both, [left, right]) and left.dtype == np.uint32
    assert np.array_equal(oc.self_join_within(a, 1.5, threads=1), [left, right])
    with pytest.raises(oc.LimitError, match="raise the limit"):
        oc.self_join_within(a, 1.5, limit=1000)
    seen = []
    oc.self_join_within(a, 1.5, progress=lambda done, of: seen.append((done, of)))
    assert seen and seen[-1][0] == seen[-1][1] > 0


def test_numbers_of_pairs_are_those_of_their_rows():
    a, b = disks(20_000, side=200), disks(15_000, seed=2, side=200)
    pairs = oc.join_within(a, b, 1)
    assert len(pairs[0]) > 20_000
    left, right = (type(c)(*(column[rows] for column in c.columns())) for c, rows in zip((a, b), pairs))
    assert np.array_equal(oc.distances(a, b, pairs=pairs), oc.distances(left, right))
    for found, expected in zip(oc.closest(a, b, pairs=pairs, threads=1), oc.closest(left, right)):
        assert np.array_equal(found, expected)
    for found, expected in zip(oc.contacts(a, b, 0.5, pairs=pairs), oc.contacts(left, right, 0.5)):
        assert np.array_equal(found, expected, equal_nan=True)
    # Any order, any integers, and none.
    some = oc.distances(a, b, pairs=([7, 3, 7], np.array([0, 14_999, 0])))
    assert np.array_equal(some[[2, 1]], oc.distances(a, b, pairs=np.array([[7, 3], [0, 14_999]])))
    assert oc.distances(a, b, pairs=([], [])).shape == (0,)
    assert [part.shape for part in oc.contacts(a, b, pairs=([], []))] == [(0, 2), (0, 2), (0, 2, 2)]
    for pairs, error, message in (
        (([0], [15_000]), ValueError, "there is no row 15000; there are 15000 rows"),
        (([-1], [0]), IndexError, "a number that no row has"),
        (([2**32], [0]), IndexError, "a number that no row has"),
        (([0.5], [0]), TypeError, "two arrays of row numbers"),
        (([0, 1], [0]), ValueError, "2 rows on the left and 1 on the right"),
    ):
        for call in (oc.distances, oc.closest, oc.contacts):
            with pytest.raises(error, match=message):
                call(a, b, pairs=pairs)
    with pytest.raises(TypeError, match="no such query of disks and lines"):
        oc.distances(a, oc.Lines([0], [0], [1], [0]), pairs=([0], [0]))


def test_a_join_of_sweeps():
    n = 6_000
    a, motions = disks(n), oc.Points(*(c - 5 for c in random_columns(2, n, 8)))
    points = oc.Points(*random_columns(2, 12_000, 9))
    left, right, times = oc.join_sweep(a, motions, points)
    assert np.array_equal(oc.join_sweep(a, motions, points, threads=1)[2], times)
    assert (left.dtype, right.dtype, times.dtype) == (np.uint32, np.uint32, np.float32)
    take = lambda shapes, rows: type(shapes)(*(column[rows] for column in shapes.columns()))
    hits, each = oc.sweep(take(a, left), take(motions, left), take(points, right))
    assert len(left) > n and hits.all() and np.array_equal(each, times)
    row = oc.sweep(take(a, np.full(12_000, 5)), take(motions, np.full(12_000, 5)), points)[0]
    assert np.array_equal(np.flatnonzero(row), right[left == 5])
    with pytest.raises(TypeError, match="takes points, but disks were given"):
        oc.join_sweep(a, a, points)
    with pytest.raises(ValueError, match="6000 rows on the left and 12000 on the right"):
        oc.join_sweep(a, points, points)


GROWN = {
    oc.Points: oc.Disks, oc.Segments: oc.Capsules, oc.Disks: oc.RoundedDisks, oc.Aabbs: oc.RoundedAabbs,
    oc.OrientedBoxes: oc.RoundedOrientedBoxes, oc.Triangles: oc.RoundedTriangles, oc.Capsules: oc.RoundedCapsules, oc.Points3: oc.Spheres,
    oc.Segments3: oc.Capsules3, oc.Spheres: oc.RoundedSpheres, oc.Capsules3: oc.RoundedCapsules3,
    oc.Aabbs3: oc.RoundedAabbs3, oc.Triangles3: oc.RoundedTriangles3,
}  # fmt: skip


def test_what_grows_shares_its_columns():
    for shape in KINDS.values():
        columns = [np.float32([0, 1, 2])] * len(column_names(shape.kind))
        shapes = shape(*columns) if "oriented" not in shape.kind else shape(*(c + 1 for c in columns))
        if shape not in GROWN:
            with pytest.raises(TypeError, match=f"no such query of {shape.kind} and distances"):
                oc.grow(shapes, 1)
            continue
        each = np.float32([1, 2, 3])
        grown = oc.grow(shapes, each)
        assert type(grown) is GROWN[shape] and len(grown) == 3
        assert grown.addresses() == [*shapes.addresses(), each.ctypes.data]
        assert oc.grow(shapes, 2).columns()[-1].tolist() == [2, 2, 2]
        assert pickle.loads(pickle.dumps(grown))[1] == grown[1]
    a, b = oc.Points(*random_columns(2, 500, 3)), oc.Segments(*random_columns(4, 400, 4))
    each = random_columns(1, 500, 5)[0] / 8
    assert np.array_equal(oc.join(oc.grow(a, each), b), oc.join_within(a, b, each))
    with pytest.raises(ValueError, match="there are 2 distances for 500 rows"):
        oc.grow(a, [1, 2])
    with pytest.raises(oc.InvalidValue, match="row 0: -1 is a negative distance"):
        oc.grow(a, -1)


def test_what_is_swept_shares_its_columns():
    disks, motions = oc.Disks(*np.float32([[0, 9], [0, 9], [1, 2]])), oc.Points(*np.float32([[8, 0], [0, 1]]))
    paths = oc.swept(disks, motions)
    assert type(paths) is oc.Capsules and paths[1] == [9, 9, 0, 1, 2]
    assert paths.addresses() == [*disks.addresses()[:2], *motions.addresses(), disks.addresses()[2]]
    spheres = oc.Spheres(*random_columns(3, 500, 6), np.abs(random_columns(1, 500, 7)[0]) / 8)
    vectors, points = oc.Points3(*random_columns(3, 500, 8)), oc.Points3(*random_columns(3, 400, 9))
    paths = oc.swept(spheres, vectors)
    assert type(paths) is oc.Capsules3 and pickle.loads(pickle.dumps(paths))[499] == paths[499]
    left, right, _ = oc.join_sweep(spheres, vectors, points)
    assert np.array_equal(oc.join(paths, points), [left, right]) and len(left)
    with pytest.raises(TypeError, match="segments"):
        oc.swept(oc.Segments([0], [0], [1], [1]), motions)
    with pytest.raises(ValueError, match="2 rows on the left and 1 on the right"):
        oc.swept(disks, oc.Points([1], [1]))


def test_null_rows_have_no_numbers_and_are_in_no_pair():
    pa = pytest.importorskip("pyarrow")
    mask = pa.array([False, True, False])
    columns = [pa.array(column, pa.float32()) for column in ([0, 1, 9], [0, 0, 0], [1, 1, 1])]
    a = oc.Disks(pa.StructArray.from_arrays(columns, ["x", "y", "radius"], mask=mask))
    b = oc.Points([9, 0, 3], [2, 3, 0])
    motions = oc.Points(pa.StructArray.from_arrays(columns[1:], ["x", "y"]))
    pairs = ([0, 1, 2, 2], [2, 2, 2, 0])
    assert np.array_equal(oc.distances(a, b, pairs=pairs), [2, np.nan, 5, 1], equal_nan=True)
    assert np.array_equal(oc.distances(b, a, pairs=pairs[::-1]), [2, np.nan, 5, 1], equal_nan=True)
    assert np.isnan(oc.closest(a, b, pairs=pairs)[2][:, 0]).tolist() == [False, True, False, False]
    grown = oc.grow(a, np.float32([1, np.nan, 1]))
    assert type(grown) is oc.RoundedDisks and len(grown) == 3 and grown.valid_rows().tolist() == [0, 2]
    for paths in oc.swept(a, motions), oc.swept(a, oc.Points([0, 0, 0], [1, 1, 1])):
        assert type(paths) is oc.Capsules and len(paths) == 3 and paths.valid_rows().tolist() == [0, 2]
        assert [column[1] for column in paths.columns()][::2] == [9, paths[1][2], 1]
    assert np.array(oc.join_within(a, b, 1)).T.tolist() == [[2, 0]]
    assert np.array(oc.self_join_within(a, 7)).T.tolist() == [[0, 2]]
    left, right, times = oc.join_sweep(a, motions, b)
    assert (left.tolist(), right.tolist()) == ([2], [0]) and 0.999 < times[0] <= 1


def test_distances_that_are_refused():
    a, b = oc.Points([0, 1], [0, 1]), oc.Points([0], [0])
    for call in (lambda: oc.within(a, b, 1), lambda: oc.distances(a, b), lambda: oc.closest(a, b)):
        with pytest.raises(ValueError, match="2 rows on the left and 1 on the right"):
            call()
    with pytest.raises(TypeError, match=re.escape("write np.float32(0.1)")):
        oc.within(a, a, 0.1)
    with pytest.raises(TypeError, match="column distance is float64"):
        oc.join_within(a, a, np.array([0.5, 1]))
    assert oc.within(a, a, np.float32(0.1)).all() and oc.within(a, a, [0, 1]).all()
    with pytest.raises(oc.InvalidValue, match="row 1: -1 is a negative distance"):
        oc.within(a, a, [0, -1])
    with pytest.raises(oc.InvalidValue, match="not a finite number"):
        oc.join_within(a, b, float("nan"))
    with pytest.raises(ValueError, match="there are 3 distances for 2 rows"):
        oc.join_within(a, b, [0, 1, 2])
    with pytest.raises(ValueError, match="margin within which contacts are wanted is NaN"):
        oc.contacts(oc.Disks([0], [0], [1]), oc.Disks([0], [0], [1]), float("nan"))
    lines, disks = oc.Lines([0, 1], [0, 1], [1, 1], [0, 0]), oc.Disks([0, 1], [0, 1], [1, 1])
    for call in (
        lambda: oc.within(disks, lines, 1),
        lambda: oc.join_within(disks, lines, 1),
        lambda: oc.distances(disks, lines),
        lambda: oc.closest(disks, lines),
        lambda: oc.contacts(disks, lines),
        lambda: oc.clip(disks, lines),
    ):
        with pytest.raises(TypeError, match="no such query of disks and lines"):
            call()


def test_a_null_row_is_near_nothing():
    pa = pytest.importorskip("pyarrow")

    def arrow(shape, columns, nulls):
        columns = [pa.array(column, pa.float32()) for column in columns]
        return shape(pa.StructArray.from_arrays(columns, column_names(shape.kind), mask=pa.array(nulls)))

    x = [0, 1, 2, 3, 4]
    a = arrow(oc.Disks, [x, [0] * 5, [1] * 5], [False, True, False, False, False])
    b = arrow(oc.Points, [x, [0, 0, 3, 0, 5]], [False, False, False, True, False])
    plain = oc.Points(x, [0, 0, 3, 0, 5])
    assert oc.intersects(a, b).tolist() == [True, False, False, False, False]
    assert oc.intersects(plain, a).tolist() == [True, False, False, True, False]
    assert oc.within(a, b, 2).tolist() == [True, False, True, False, False]
    assert oc.within(a, b, [0, 9, 0, 9, 4]).tolist() == [True, False, False, False, True]
    with pytest.raises(oc.InvalidValue, match="row 4: -1 is a negative distance"):
        oc.within(a, b, [0, 9, 0, 9, -1])
    assert len(oc.within(a, b, [0, -9, 0, 9, 1])) == 5
    assert [rows.tolist() for rows in oc.join_within(a, b, 0.5)] == [[0, 0, 2], [0, 1, 1]]
    assert [rows.tolist() for rows in oc.join_within(a, b, [0, 9, 2, 0, 0])] == [[0, 0, 2, 2, 2], [0, 1, 0, 1, 2]]
    with pytest.raises(oc.InvalidValue, match="row 2: -1 is a negative distance"):
        oc.join_within(a, b, [0, 9, -1, 0, 0])
    nan = float("nan")
    np.testing.assert_array_equal(oc.distances(a, b), np.float32([0, nan, 2, nan, 4]))
    distances, on_a, on_b = oc.closest(a, b)
    np.testing.assert_array_equal(distances, np.float32([0, nan, 2, nan, 4]))
    np.testing.assert_array_equal(on_a, np.float32([[0, 0], [nan, nan], [2, 1], [nan, nan], [4, 1]]))
    np.testing.assert_array_equal(on_b[[1, 2, 3]], np.float32([[nan, nan], [2, 3], [nan, nan]]))
    assert np.isnan(oc.contacts(a, a)[1][:, 0]).tolist() == [False, True, False, False, False]
    motions = arrow(oc.Points, [[0] * 5, [4] * 5], [False, False, False, False, True])
    hits, times = oc.sweep(a, motions, b)
    assert hits.tolist() == [True, False, True, False, False]
    np.testing.assert_allclose(times, [0, nan, 0.5, nan, nan], atol=1e-7)


# Inputs.


def test_columns_are_borrowed():
    x, y, r = np.float32([[0, 1], [2, 3], [4, 5]])
    assert oc.Disks(x, y, r).addresses() == [a.ctypes.data for a in (x, y, r)]
    assert all(a is b for a, b in zip(oc.Disks(x, y, r).columns(), (x, y, r)))
    frozen = x.copy()
    frozen.flags.writeable = False
    assert oc.Points(frozen, y, copy=False).addresses()[0] == frozen.ctypes.data


def test_other_layouts_are_copied_once_or_refused():
    wide = np.zeros((4, 2), np.float32)
    misaligned = np.frombuffer(b"\0" * 17, np.uint8)[1:].view(np.float32)
    for odd in (wide[:, 0], np.zeros(4, ">f4"), misaligned):
        plain = np.zeros(len(odd), np.float32)
        assert len(oc.Points(odd, plain)) == len(odd)
        with pytest.raises(ValueError, match="copy=False"):
            oc.Points(odd, plain, copy=False)
    with pytest.raises(ValueError, match="copy=False"):
        oc.Points(wide, copy=False)
    assert len(oc.Triangles(np.zeros((5, 3, 2), np.float32))) == 5


def test_dlpack_is_borrowed():
    class Tensor:
        """What torch and others have."""

        def __init__(self, array):
            self.array = array

        def __dlpack__(self, **options):
            return self.array.__dlpack__(**options)

        def __dlpack_device__(self):
            return self.array.__dlpack_device__()

    x, y = np.float32([[0, 1], [2, 3]])
    assert oc.Points(Tensor(x), Tensor(y)).addresses() == [x.ctypes.data, y.ctypes.data]


def test_nothing_is_rounded_in_silence():
    x = np.zeros(2, np.float32)
    with pytest.raises(TypeError, match=re.escape("column y is float64")) as error:
        oc.Points(x, x.astype(np.float64))
    assert "y.astype(np.float32)" in str(error.value)
    with pytest.raises(TypeError, match="float64"):
        oc.Points([0.1], [0])
    assert len(oc.Points([0.5, 1], [0, 2])) == 2
    with pytest.raises(TypeError, match="int64"):
        oc.Points(np.arange(2), x)


def test_errors_say_what_and_where():
    with pytest.raises(
        oc.InvalidValue, match="disks: column radius, row 1: -1 is a negative radius"
    ) as error:
        oc.Disks([0, 1], [0, 1], [1, -1])
    value = error.value
    assert (value.shape, value.column, value.row, value.value) == ("disks", "radius", 1, -1.0)
    assert isinstance(value, ValueError)
    with pytest.raises(TypeError, match="there is no such query of points and spheres"):
        oc.join(oc.Points([0], [0]), oc.Spheres([0], [0], [0], [1]))
    with pytest.raises(ValueError, match="first column has 2"):
        oc.Points([0, 1], [0])
    with pytest.raises(ValueError, match="1 rows on the left and 2 on the right"):
        oc.intersects(oc.Points([0], [0]), oc.Points([0, 1], [0, 1]))
    with pytest.raises(TypeError, match="points have 2 columns, x, y; 3 were given"):
        oc.Points([0], [0], [0])
    crowd = oc.Points(np.zeros(100, np.float32), np.zeros(100, np.float32))
    with pytest.raises((oc.LimitError, TypeError)):
        oc.join(oc.Disks([0] * 100, [0] * 100, [1] * 100), crowd, limit=99)


def test_values_written_after_the_check_do_no_harm():
    a = disks(5_000)
    a.columns()[0][::7] = np.nan
    a.columns()[2][::11] = np.inf
    assert len(oc.join(a, disks(5_000, seed=2))[0]) >= 0
    assert len(oc.intersects(a, disks(5_000, seed=2))) == 5_000
    oc.Index(a).query(disks(5_000, seed=2))


def test_parquet_keeps_columns_and_extension_names(tmp_path):
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    rows = disks(100)
    struct = pa.StructArray.from_arrays([pa.array(c) for c in rows.columns()], column_names("disks"))
    field = pa.field("shape", struct.type, metadata={"ARROW:extension:name": "octet.disk"})
    pq.write_table(pa.table([struct], schema=pa.schema([field])), tmp_path / "disks.parquet")
    table = pq.read_table(tmp_path / "disks.parquet")
    assert table.schema.field("shape").metadata[b"ARROW:extension:name"] == b"octet.disk"
    read = oc.Disks(table.column("shape"))
    assert all(np.array_equal(x, y) for x, y in zip(read.columns(), rows.columns()))
    assert np.array_equal(oc.join(read, rows), oc.join(rows, rows))


def test_meshes_pickles_and_names():
    vertices = np.float32([[0, 0], [4, 0], [0, 4]])
    mesh = oc.Triangles.from_mesh(vertices, np.array([[0, 1, 2]]))
    assert mesh[0] == [0, 0, 4, 0, 0, 4] and repr(mesh) == "Triangles(1)"
    copy = pickle.loads(pickle.dumps(mesh))
    assert type(copy) is oc.Triangles and copy[0] == mesh[0]
    with pytest.raises(IndexError, match="names a vertex"):
        oc.Triangles.from_mesh(vertices, np.array([[0, 1, 3]]))
    assert oc.level() in ("portable", "avx2", "avx512")
    assert all("columns" in shape.__doc__ for shape in KINDS.values())


def test_arrow_structs_are_borrowed_and_nulls_touch_nothing():
    pa = pytest.importorskip("pyarrow")
    columns = [pa.array([0, 5, 9], pa.float32()) for _ in range(3)]
    struct = pa.StructArray.from_arrays(columns, ["x", "y", "radius"])
    assert oc.Disks(struct).addresses() == [column.buffers()[1].address for column in columns]
    with_null = pa.StructArray.from_arrays(columns, ["x", "y", "radius"], mask=pa.array([False, True, False]))
    shapes = oc.Disks(with_null)
    assert len(shapes) == 3 and shapes.valid_rows().tolist() == [0, 2]
    points = oc.Points([0, 5, 9], [0, 5, 9])
    assert oc.intersects(shapes, points).tolist() == [True, False, True]
    assert [rows.tolist() for rows in oc.join(shapes, points)] == [[0, 2, 2], [0, 1, 2]]
    assert oc.Join(shapes, points).rows().tolist() == [True, False, True]
    offsets, right = oc.Join(shapes, points).csr()
    assert offsets.tolist() == [0, 1, 1, 3] and right.tolist() == [0, 1, 2]
    chunked = pa.chunked_array([struct, with_null])
    assert len(oc.Disks(chunked)) == 6 and oc.Disks(chunked).valid_rows().tolist() == [0, 1, 2, 3, 5]
    with pytest.raises(TypeError, match="column x is float64"):
        oc.Points(pa.StructArray.from_arrays([pa.array([0.0])] * 2, ["x", "y"]))
    lists = pa.FixedSizeListArray.from_arrays(pa.array(range(6), pa.float32()), 2)
    assert oc.Points(lists)[2] == [4, 5]


def test_frames_and_sjoin():
    pd, pl = pytest.importorskip("pandas"), pytest.importorskip("polars")
    shots = {"x": np.float32([0, 50, 1]), "y": np.float32([0, 50, 0]), "id": [1, 2, 3]}
    targets = {
        "x": np.float32([0, 1]),
        "y": np.float32([0, 0]),
        "radius": np.float32([0.5, 1]),
        "name": ["a", "b"],
    }
    on = (["x", "y"], ["x", "y", "radius"])
    for library in (pd, pl):
        left, right = library.DataFrame(shots), library.DataFrame(targets)
        assert len(oc.Points(left)) == 3
        joined = oc.sjoin(left, right, on=on)
        assert list(zip(joined["id"], joined["name"])) == [(1, "a"), (1, "b"), (3, "b")]
        outer = oc.sjoin(left, right, how="left", on=on)
        assert outer["id"].to_list() == [1, 1, 2, 3]
        names = outer["name"].to_list()
        assert names[:2] + names[3:] == ["a", "b", "b"] and names[2] in (None, *names[2:3])
    # A polars series of structs is an Arrow stream.
    series = pl.DataFrame(targets).select(pl.struct("x", "y", "radius")).to_series()
    assert len(oc.Disks(series)) == 2


# Threads.


def test_the_gil_is_released():
    a, b = disks(300_000, side=300), disks(300_000, seed=2, side=300)
    count, done = 0, threading.Event()

    def tick():
        nonlocal count
        while not done.is_set():
            count += 1
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    before = count
    for _ in range(5):
        oc.join(a, b, threads=1)
    after = count
    done.set()
    thread.join()
    assert after - before > 20


def test_progress_is_reported():
    a, b = disks(200_000, side=200), disks(200_000, seed=2, side=200)
    seen = []
    oc.join(a, b, progress=lambda done, of: seen.append((done, of)))
    assert seen[-1] == (200_000, 200_000)
    with pytest.raises(ZeroDivisionError):
        oc.Join(a, b, progress=lambda done, of: 1 / 0).pairs()


CTRL_C = """
import numpy as np, octet as oc, os, signal, threading, time
x = np.random.default_rng(1).uniform(0, 30, (2, 400_000)).astype(np.float32)
disks = oc.Disks(x[0], x[1], np.full(400_000, 0.5, np.float32))
boxes, motions = oc.Aabbs(x[0], x[1], x[0] + 1, x[1] + 1), oc.Points(x[0], x[1])
threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT)).start()
start = time.time()
try:
    print("count", CALL)
except KeyboardInterrupt:
    print("interrupted after", time.time() - start)
print(len(oc.join(oc.Points([0], [0]), oc.Disks([0], [0], [1]))[0]))
"""

FORK = """
import numpy as np, octet as oc, os
x = np.random.default_rng(1).uniform(0, 300, (2, 100_000)).astype(np.float32)
disks = oc.Disks(x[0], x[1], np.full(100_000, 0.5, np.float32))
expected = oc.Join(disks, disks).count()
child = os.fork()
if child == 0:
    os._exit(0 if oc.Join(disks, disks).count() == expected else 1)
print("child", os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


def script(text, seconds):
    """What a program prints that must end in time."""
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=seconds)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("call", ["oc.Join(disks, disks).count()", "len(oc.join_sweep(boxes, motions, boxes)[0])"])
def test_ctrl_c_ends_a_join(call):
    out = script(CTRL_C.replace("CALL", call), 60)
    assert "interrupted after" in out and out.endswith("1\n"), out
    assert float(out.split()[2]) < 4


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_a_forked_child_has_threads_of_its_own():
    assert script(FORK, 20) == "child 0\n"


def test_a_thousand_joins_leave_no_memory_behind():
    resource = pytest.importorskip("resource")
    a, b = disks(20_000, side=100), disks(20_000, seed=2, side=100)
    for _ in range(100):
        oc.join(a, b)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(1_000):
        oc.join(a, b)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 8_192  # kB


def test_the_example_of_the_documentation():
    text = (REPOSITORY / "docs/python.md").read_text()
    for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
        exec(block, {})


def test_docstrings():
    import doctest

    assert doctest.testmod(oc).failed == doctest.testmod(oc._shapes).failed == 0
