"""Prints times of octet beside Shapely on the same rows, one thread each: python shapely_table.py [rows]

Geometries are made beforehand. Counts must be equal, or the run fails.
Least times of several runs, which take turns.
"""

import sys
import time

import numpy as np
import octet as oc
import shapely


def least(call, runs):
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        result = call()
        times.append(time.perf_counter() - start)
    return min(times), result


def main(rows=1_000_000):
    rng = np.random.default_rng(1)
    side = rows**0.5

    def triangles():
        corner = rng.uniform(0, side, (rows, 1, 2))
        return (corner + rng.uniform(0, 1.6, (rows, 3, 2))).astype(np.float32)

    def polygons(corners):
        rings = np.concatenate([corners, corners[:, :1]], axis=1).astype(np.float64)
        return shapely.polygons(rings)

    points = rng.uniform(0, side, (rows, 2)).astype(np.float32)
    radius = rng.uniform(0.1, 0.5, rows).astype(np.float32)
    first, second = triangles(), triangles()
    start = time.perf_counter()
    theirs = {
        "points": shapely.points(points.astype(np.float64)),
        "a": polygons(first),
        "b": polygons(second),
    }
    print(
        f"rows: {rows:,}; Shapely geometries made in {time.perf_counter() - start:.2f} s; level {oc.level()}"
    )
    ours = {
        "points": oc.Points(points), "a": oc.Triangles(first), "b": oc.Triangles(second),
        "disks": oc.Disks(points[:, 0], points[:, 1], radius),
    }  # fmt: skip
    build, tree = least(lambda: shapely.STRtree(theirs["b"]), 1)

    print(f"{'':28}{'pairs':>10}{'octet s':>9}{'Shapely s':>11}{'times':>7}   (+ {build:.2f} s for its tree)")
    joins = [
        ("points in triangles", "points", lambda: tree.query(theirs["points"], predicate="intersects")),
        ("triangles with triangles", "a", lambda: tree.query(theirs["a"], predicate="intersects")),
        (
            "disks with triangles",
            "disks",
            lambda: tree.query(theirs["points"], predicate="dwithin", distance=radius),
        ),
    ]
    for name, left, call in joins:

        def mine():
            return oc.join(ours[left], ours["b"], threads=1)

        before, (pairs, _) = least(mine, 3)
        peer, found = least(call, 2)
        after, _ = least(mine, 3)
        report(name, len(pairs), min(before, after), peer, found.shape[1])

    # Row by row: about one pair in ten intersects.
    near, wide = rng.uniform(0, 2, (rows, 2)).astype(np.float32), rng.uniform(0, 2, (2, rows, 1, 2))
    close = [(corner + rng.uniform(0, 1, (rows, 3, 2))).astype(np.float32) for corner in wide]
    theirs = {
        "points": shapely.points(near.astype(np.float64)),
        "a": polygons(close[0]),
        "b": polygons(close[1]),
    }
    ours = {
        "points": oc.Points(near), "a": oc.Triangles(close[0]), "b": oc.Triangles(close[1]),
        "disks": oc.Disks(near[:, 0], near[:, 1], radius),
    }  # fmt: skip
    rowwise = [
        ("points, row by row", "points", lambda: shapely.intersects(theirs["points"], theirs["b"])),
        ("triangles, row by row", "a", lambda: shapely.intersects(theirs["a"], theirs["b"])),
        ("disks, row by row", "disks", lambda: shapely.dwithin(theirs["points"], theirs["b"], radius)),
    ]
    for name, left, call in rowwise:
        for packed in (False, True):

            def hit():
                return oc.intersects(ours[left], ours["b"], threads=1, packed=packed)

            before, hits = least(hit, 9)
            peer, found = least(call, 3)
            after, _ = least(hit, 9)
            count = np.unpackbits(hits).sum() if packed else hits.sum()
            report(name + ", bits" * packed, count, min(before, after), peer, found.sum())

    eight = oc.Points(points[:8]), oc.Triangles(second[:8])

    def small():
        for _ in range(10_000):
            oc.intersects(*eight)

    calls, _ = least(small, 9)
    print(f"a call of 8 rows: {calls * 100:.2f} us")


def report(name, pairs, ours, peer, found):
    assert pairs == found, f"{name}: {pairs} pairs, but Shapely has {found}"
    print(f"{name:28}{pairs:>10,}{ours:>9.4f}{peer:>11.3f}{peer / ours:>7.0f}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
