"""Meshes: vertices, float32 (v, 3), and faces, (n, 3) numbers of vertices."""

from . import _octet
from ._shapes import corners


def self_intersections(vertices, faces, *, threads=0):
    """Where a mesh intersects itself: (left, right, zero_area).

    left, right: pairs of faces that have more in common than the corners and the edge that they share, each once,
    uint32. Corners are shared where their coordinates are equal. zero_area: the rows of faces without an area, which
    are in no pair.
    """
    return _octet.self_intersections(*corners(vertices, faces), threads=threads)


class Solid(_octet.Solid):
    """A closed mesh. ValueError names an edge of a hole, if there is one.

    A mesh is closed if each edge is on an even number of faces. Which way faces turn does not matter.
    """

    __module__ = "octet"

    def __new__(cls, vertices, faces, *, threads=0):
        return super().__new__(cls, *corners(vertices, faces), threads=threads)
