"""Exact spatial joins on columns: which of millions of triangles, disks, segments and boxes touch.

Shapes are columns of float32, borrowed from NumPy or Arrow. Answers are those of real arithmetic on these
coordinates; touching counts.

>>> import numpy as np, octet as oc
>>> disks = oc.Disks(*np.float32([[0, 9], [0, 9], [1, 0.5]]))  # x, y, radius
>>> points = oc.Points(*np.float32([[1, 5], [0, 5]]))
>>> oc.join(disks, points)
(array([0], dtype=uint32), array([0], dtype=uint32))
"""

import numpy as np

from . import _octet
from ._mesh import Solid, self_intersections
from ._octet import Index, InvalidValue, Join, LimitError, intersects, level, sweep
from ._shapes import (
    Aabbs,
    Aabbs3,
    Capsules,
    Capsules3,
    Disks,
    Lines,
    Lines3,
    OrientedBoxes,
    OrientedBoxes3,
    Points,
    Points3,
    Rays,
    Rays3,
    RoundedAabbs,
    RoundedAabbs3,
    RoundedCapsules,
    RoundedCapsules3,
    RoundedDisks,
    RoundedOrientedBoxes,
    RoundedSpheres,
    RoundedTriangles,
    RoundedTriangles3,
    Segments,
    Segments3,
    Shapes,
    Spheres,
    Triangles,
    Triangles3,
    grow,
    max_distance,
    row_numbers,
    swept,
)
from ._sjoin import sjoin


def join(left, right, *, threads=0, limit=None, progress=None):
    """All pairs of rows that intersect: (left, right), two uint32 arrays, sorted by left, then by right.

    threads: 0 for one a core. limit: the most pairs that are listed, by default 2**28; more raise LimitError.
    progress: True for a line on stderr, or a function of rows that are done and of all rows.
    """
    return Join(left, right, threads=threads, limit=limit, progress=_progress(progress)).pairs()


def within(a, b, distance, *, packed=False, threads=0):
    """Whether row i of a and row i of b are at most a distance apart: bool (n,), or uint8 with a bit a row.

    Exact: a distance of exactly `distance` counts. distance is one float32, or an array of one for each row.
    A null row is near nothing.

    >>> within(Points([0, 9], [0, 9]), Points([3, 3], [4, 4]), 5)
    array([ True, False])
    """
    return _octet.within(a, b, max_distance(distance), packed=packed, threads=threads)


def join_within(left, right, distance, *, threads=0, limit=None, progress=None):
    """All pairs of rows that are at most a distance apart, as join.

    Exact: a distance of exactly `distance` counts. distance is one float32, or an array of one for each left
    row.

    >>> join_within(Points([0, 9], [0, 9]), Points([3, 3], [4, 5]), 5)
    (array([0], dtype=uint32), array([0], dtype=uint32))
    """
    distance, progress = max_distance(distance), _progress(progress)
    return _octet.join_within(left, right, distance, threads=threads, limit=limit, progress=progress)


def self_join_within(rows, distance, *, threads=0, limit=None, progress=None):
    """All pairs of different rows that are at most a distance apart, each once, as join.

    The smaller row comes first. distance is one float32.

    >>> self_join_within(Points([0, 3, 6], [0, 4, 9]), 5)
    (array([0], dtype=uint32), array([1], dtype=uint32))
    """
    distance, progress = max_distance(distance), _progress(progress)
    return _octet.self_join_within(rows, distance, threads=threads, limit=limit, progress=progress)


def join_sweep(left, motions, right, *, threads=0, limit=None, progress=None):
    """All pairs of a row of left, moved by the same row of motions, and a row of right that it touches on its way.

    Returns left and right rows, as join, and after how much of its motion each touches: float32 from 0 to 1.
    Exact: grazing is a touch, and the time is never late and at most `2^-24` early.

    >>> join_sweep(Disks([0], [0], [1]), Points([8], [0]), Points([9, 3], [3, 0]))
    (array([0], dtype=uint32), array([1], dtype=uint32), array([0.24999994], dtype=float32))
    """
    return _octet.join_sweep(left, motions, right, threads=threads, limit=limit, progress=_progress(progress))


def distances(a, b, *, pairs=None, threads=0):
    """The distance of row i of a and row i of b, 0 where they meet: float32 (n,).

    pairs: two arrays of rows of a and of b, as a join returns them; then it is one distance a pair. NaN where
    a row is null.

    >>> a, b = Points([0, 6, 9], [0, 8, 9]), Points([3], [4])
    >>> distances(a, b, pairs=join_within(a, b, 5))
    array([5., 5.], dtype=float32)
    """
    return _octet.distances(a, b, pairs=row_numbers(pairs), threads=threads)


def closest(a, b, *, pairs=None, threads=0):
    """Where row i of a and row i of b are closest: distances, points of a and points of b.

    They are float32 (n,), and twice (n, dimensions). Where rows meet, both points are one that they have in
    common.

    pairs: as for distances. NaN where a row is null.

    >>> _, on_a, on_b = closest(Disks([0], [0], [2]), Points([5], [0]))
    >>> on_a.tolist(), on_b.tolist()
    ([[2.0, 0.0]], [[5.0, 0.0]])
    """
    return _octet.closest(a, b, pairs=row_numbers(pairs), threads=threads)


def clip(paths, shapes, *, pairs=None, threads=0):
    """Where segment, ray or line i passes through row i of shapes: t_enter, t_exit and the first common point.

    Of disks, spheres and boxes: the parameters, in lengths of the direction, float32 (n,), and the point, float32
    (n, dimensions). Of triangles of space: the parameter t and the weights u and v of the second and the third vertex.
    NaN where they have no point in common, or a row is null.

    pairs: as for distances. With those of a join it casts rays at any shapes.

    >>> t_enter, t_exit, entry = clip(Rays([-6], [0], [2], [0]), Disks([0], [3], [5]))
    >>> t_enter.tolist(), t_exit.tolist(), entry.tolist()
    ([1.0], [5.0], [[-4.0, 0.0]])
    """
    first, second, *rest = _octet.clip(paths, shapes, pairs=row_numbers(pairs), threads=threads)
    return first, second, rest[0] if len(rest) == 1 else np.stack(rest, axis=1)


def contacts(a, b, margin=0.0, *, manifold=False, pairs=None, threads=0):
    """How to push row i of a and row i of b apart: unit normals, depths and points.

    Normals are from a to b, float32 (n, dimensions). Depths, float32 (n, k), and points midway between the
    borders, float32 (n, k, dimensions), are of up to two points in the plane and one in space. The first
    depth is how far to push; it is minus the distance of shapes that are apart.

    manifold: in space up to four points, where the faces of both lie on each other: the corners that a box
    stands on, the ends of a capsule that lies. The first one is the deepest; none is less deep than -margin.

    NaN where there is no point, where shapes are farther apart than the margin, and where a row is null. At a margin
    of 0 there is a contact exactly where intersects says yes; with a larger one the measure decides.

    Any two of disks, capsules, Aabbs, OrientedBoxes and triangles; in space any two of spheres, capsules, Aabbs3,
    OrientedBoxes3 and triangles.

    pairs: as for distances.

    >>> normals, depths, points = contacts(Spheres([0], [0], [0], [2]), Spheres([3], [0], [0], [2]))
    >>> normals.tolist(), depths.tolist(), points.tolist()
    ([[1.0, 0.0, 0.0]], [[1.0]], [[[1.5, 0.0, 0.0]]])
    >>> floor, lying = Aabbs3([-9], [-9], [-1], [9], [9], [0]), Capsules3([0], [0], [0.75], [4], [0], [0], [1])
    >>> contacts(floor, lying, manifold=True)[1].tolist()
    [[0.25, 0.25, nan, nan]]
    """
    return _octet.contacts(a, b, margin, manifold=manifold, pairs=row_numbers(pairs), threads=threads)


def _progress(progress):
    return _print_progress if progress is True else progress or None


def _print_progress(done, of):
    import sys

    end = "\n" if done == of else ""
    print(f"\roctet: {done:,} of {of:,} rows", end=end, file=sys.stderr, flush=True)


__all__ = [
    "Aabbs", "Aabbs3", "Capsules", "Capsules3", "Disks", "Index", "InvalidValue", "Join", "LimitError",
    "Lines", "Lines3", "OrientedBoxes", "OrientedBoxes3", "Points", "Points3", "Rays", "Rays3",
    "RoundedAabbs", "RoundedAabbs3", "RoundedCapsules", "RoundedCapsules3", "RoundedDisks",
    "RoundedOrientedBoxes", "RoundedSpheres", "RoundedTriangles", "RoundedTriangles3", "Segments", "Segments3", "Shapes", "Solid", "Spheres",
    "Triangles", "Triangles3", "clip", "closest", "contacts", "distances", "grow", "intersects", "join", "join_sweep",
    "join_within", "level", "self_intersections", "self_join_within", "sjoin", "sweep", "swept", "within",
]  # fmt: skip
