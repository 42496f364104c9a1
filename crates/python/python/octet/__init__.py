"""Exact spatial joins on columns: which of millions of triangles, disks, segments and boxes touch.

Shapes are columns of float32, borrowed from NumPy or Arrow. Answers are those of real arithmetic on these
coordinates; touching counts.

>>> import numpy as np, octet as oc
>>> disks = oc.Disks(*np.float32([[0, 9], [0, 9], [1, 0.5]]))  # x, y, radius
>>> points = oc.Points(*np.float32([[1, 5], [0, 5]]))
>>> oc.join(disks, points)
(array([0], dtype=uint32), array([0], dtype=uint32))
"""

from ._mesh import Solid, self_intersections
from ._octet import Index, InvalidValue, Join, LimitError, intersects, level
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
)
from ._sjoin import sjoin


def join(left, right, *, threads=0, limit=None, progress=None):
    """All pairs of rows that intersect: (left, right), two uint32 arrays, sorted by left, then by right.

    threads: 0 for one a core. limit: the most pairs that are listed, by default 2**28; more raise LimitError.
    progress: True for a line on stderr, or a function of rows that are done and of all rows.
    """
    if progress is True:
        progress = _print_progress
    return Join(left, right, threads=threads, limit=limit, progress=progress or None).pairs()


def _print_progress(done, of):
    import sys

    end = "\n" if done == of else ""
    print(f"\roctet: {done:,} of {of:,} rows", end=end, file=sys.stderr, flush=True)


__all__ = [
    "Aabbs", "Aabbs3", "Capsules", "Capsules3", "Disks", "Index", "InvalidValue", "Join", "LimitError",
    "Lines", "Lines3", "OrientedBoxes", "OrientedBoxes3", "Points", "Points3", "Rays", "Rays3",
    "RoundedAabbs", "RoundedDisks", "RoundedTriangles", "Segments", "Segments3", "Shapes", "Solid",
    "Spheres", "Triangles", "Triangles3", "intersects", "join", "level", "self_intersections", "sjoin",
]  # fmt: skip
