"""Prints how many conformance cases Shapely and octet answer wrong: python shapely_wrong.py

Only cases whose shapes Shapely holds exactly: coordinates are float64 there, and a disk is a point with a
distance (dwithin).
"""

from pathlib import Path

import numpy as np
import octet as oc
import shapely

CORPORA = Path(__file__).resolve().parents[3] / "corpora"


def points(v):
    return shapely.points(v), np.ones(len(v), bool)


def segments(v):
    start, end = v[:, :2], v[:, :2] + v[:, 2:]
    # Knuth's two-sum: whether the end is rounded.
    part = end - start
    rest = (start - (end - part)) + (v[:, 2:] - part)
    return shapely.linestrings(np.stack([start, end], axis=1)), (rest == 0).all(axis=1)


def triangles(v):
    corners = v.reshape(-1, 3, 2)
    return shapely.polygons(np.concatenate([corners, corners[:, :1]], axis=1)), np.ones(len(v), bool)


def aabbs(v):
    return shapely.box(*v.T), np.ones(len(v), bool)


SHAPES = {"point": (points, oc.Points), "segment": (segments, oc.Segments), "aabb": (aabbs, oc.Aabbs),
          "triangle": (triangles, oc.Triangles), "disk": (points, oc.Disks)}  # fmt: skip


def main():
    print(f"{'':22}{'cases':>8}{'octet wrong':>13}{'Shapely wrong':>15}")
    for file in sorted(CORPORA.glob("*.txt")):
        names = file.stem.split("_")
        if len(names) != 2 or not set(names) <= set(SHAPES):
            continue
        lines = [line.split("#")[0].split() for line in file.read_text().splitlines()]
        lines = [line for line in lines if line]
        expected = np.array([line[1] == "1" for line in lines])
        values = np.array([[int(word, 16) for word in line[2:]] for line in lines], np.uint32).view(
            np.float32
        )
        width = len(oc._octet.column_names(SHAPES[names[0]][1].kind))
        sides = values[:, :width], values[:, width:]
        ours = oc.intersects(*(SHAPES[name][1](np.ascontiguousarray(v)) for name, v in zip(names, sides)))
        shapes, distance, exact = [], np.zeros(len(lines)), np.ones(len(lines), bool)
        for name, v in zip(names, sides):
            v = v.astype(np.float64)
            if name == "disk":
                # The sum of two radii, if it is not rounded.
                total = distance + v[:, 2]
                exact &= (total - distance == v[:, 2]) & (total - v[:, 2] == distance)
                distance, v = total, v[:, :2]
            shape, is_exact = SHAPES[name][0](v)
            shapes.append(shape)
            exact &= is_exact
        theirs = shapely.dwithin(*shapes, distance) if "disk" in names else shapely.intersects(*shapes)
        wrong = [(answers != expected)[exact].sum() for answers in (ours, theirs)]
        print(f"{file.stem:22}{exact.sum():>8,}{wrong[0]:>13,}{wrong[1]:>15,}")


if __name__ == "__main__":
    main()
