"""Exact spatial joins on columns: which of millions of triangles, disks, segments and boxes touch.

Shapes are columns of float32, borrowed from NumPy or Arrow. Answers are those of real arithmetic on these
coordinates; touching counts.

>>> import numpy as np, octet as oc
>>> disks = oc.Disks(*np.float32([[0, 9], [0, 9], [1, 0.5]]))  # x, y, radius
>>> points = oc.Points(*np.float32([[1, 5], [0, 5]]))
>>> oc.join(disks, points)
(array([0], dtype=uint32), array([0], dtype=uint32))
"""

from . import _octet
from ._mesh import Solid, self_intersections
from ._octet import (
    Index, InvalidValue, Join, LimitError, closest, contacts, distances, intersects, level, sweep,
)  # fmt: skip
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
    RoundedDisks,
    RoundedTriangles,
    Segments,
    Segments3,
    Shapes,
    Spheres,
    Triangles,
    Triangles3,
    max_distance,
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


def _progress(progress):
    return _print_progress if progress is True else progress or None


def _print_progress(done, of):
    import sys

    end = "\n" if done == of else ""
    print(f"\roctet: {done:,} of {of:,} rows", end=end, file=sys.stderr, flush=True)


__all__ = [
    "Aabbs", "Aabbs3", "Capsules", "Capsules3", "Disks", "Index", "InvalidValue", "Join", "LimitError",
    "Lines", "Lines3", "OrientedBoxes", "OrientedBoxes3", "Points", "Points3", "Rays", "Rays3",
    "RoundedAabbs", "RoundedDisks", "RoundedTriangles", "Segments", "Segments3", "Shapes", "Solid",
    "Spheres", "Triangles", "Triangles3", "closest", "contacts", "distances", "intersects", "join",
    "join_within", "level", "self_intersections", "sjoin", "sweep", "within",
]  # fmt: skip
