"""The classes of shapes: what users have, as columns."""

import numpy as np

from ._octet import Columns, column_names, grown_kind, swept_kind


def _float32(values, name, copy):
    """A contiguous float32 array; what would have to be rounded is refused."""
    if hasattr(values, "__dlpack__") and not isinstance(values, np.ndarray):
        values = np.from_dlpack(values)
    has_type = hasattr(values, "dtype")
    array = np.asarray(values)
    if not has_type and array.dtype.kind in "iuf":
        # A list of Python's numbers has no type of its own.
        rounded = array.astype(np.float32)
        if np.array_equal(rounded, array, equal_nan=array.dtype.kind == "f"):
            array = rounded
    if array.dtype.kind != "f" or array.dtype.itemsize != 4:
        raise TypeError(
            f"column {name} is {array.dtype}: octet answers exactly for float32 "
            f"and rounds nothing in silence; "
            f"write {name}.astype(np.float32)"
        )
    ready = np.require(array, np.dtype("=f4"), ["C", "A"])
    if ready is not array and not np.shares_memory(ready, array) and copy is False:
        raise ValueError(f"column {name} is strided, misaligned or of another byte order, and copy=False")
    return ready


def max_distance(distance):
    """One float32, or a contiguous array of them; what would have to be rounded is refused."""
    if np.ndim(distance):
        return _float32(_series(distance), "distance", None)
    with np.errstate(over="ignore"):
        rounded = float(np.float32(distance))
    if rounded != distance and distance == distance:
        raise TypeError(
            f"distance {distance!r} is not a float32: octet answers exactly for float32 "
            f"and rounds nothing in silence; "
            f"write np.float32({distance!r})"
        )
    return rounded


def row_numbers(pairs):
    """The rows of pairs: two contiguous arrays of uint32."""
    if pairs is None:
        return None
    left, right = (np.asarray(_series(rows)) for rows in pairs)
    for rows in (left, right):
        if rows.ndim != 1 or rows.size and rows.dtype.kind not in "iu":
            raise TypeError(f"pairs are two arrays of row numbers, (n,), not {rows.dtype} {rows.shape}")
        if rows.size and not 0 <= rows.min() <= rows.max() < 2**32:
            raise IndexError("pairs hold a number that no row has")
    return tuple(np.ascontiguousarray(rows, np.uint32) for rows in (left, right))


def grow(shapes, distance):
    """The shapes that these become when they grow by a distance on all sides: what is within it of each.

    Points become Disks or Spheres, Segments become Capsules, Disks, Aabbs and Triangles get round corners.
    Their columns are shared. distance is one float32, or an array of one for each row.

    >>> import octet as oc
    >>> roads = oc.grow(oc.Segments([0, 9], [0, 0], [4, 0], [0, 4]), 2)
    >>> roads, roads[0]
    (Capsules(2), [0.0, 0.0, 4.0, 0.0, 2.0])
    """
    distance = max_distance(distance)
    if not np.ndim(distance):
        distance = np.full(len(shapes), distance, np.float32)
    kind = grown_kind(shapes.kind)
    return Columns.__new__(_class_of(kind), kind, grown=(shapes, distance))


def swept(shapes, motions):
    """What Disks or Spheres sweep that move by the motion of their row, which is a point: Capsules or Capsules3.

    They touch what the moving shape touches at any time. Columns are shared, where both have arrays.

    >>> import octet as oc
    >>> paths = oc.swept(oc.Disks([2], [0], [1]), oc.Points([16], [0]))
    >>> paths, paths[0]
    (Capsules(1), [2.0, 0.0, 16.0, 0.0, 1.0])
    """
    kind = swept_kind(shapes.kind, motions.kind)
    return Columns.__new__(_class_of(kind), kind, swept=(shapes, motions))


def _class_of(kind):
    return next(cls for cls in ALL if cls.kind == kind)


class Shapes(Columns):
    """Rows of one shape. Takes, for a shape of k columns:

    * k arrays of float32, each (n,): borrowed, if they are contiguous; copied once otherwise
    * one array of float32, (n, k), or (n, corners, dimensions): copied once, column by column
    * a DataFrame or a mapping that has the columns by name
    * an Arrow struct or fixed-size list (__arrow_c_array__, __arrow_c_stream__): borrowed, if it is a struct
      without nulls in one chunk

    copy=False refuses what would be copied. Arrays must not be written to while a call runs, and hold checked
    values as long as the shapes are used.
    """

    kind = "points"

    def __init_subclass__(cls):
        cls.__doc__ = f"Rows with the columns {', '.join(column_names(cls.kind))}.\n\n{Shapes.__doc__}"
        cls.__module__ = "octet"

    def __new__(cls, *columns, copy=None):
        names = column_names(cls.kind)
        if len(columns) == 1:
            (given,) = columns
            if hasattr(given, "columns") or isinstance(given, dict):
                frame = given
                columns = [_series(frame[name]) for name in names]
            elif hasattr(given, "__arrow_c_array__") or hasattr(given, "__arrow_c_stream__"):
                return super().__new__(cls, cls.kind, arrow=given)
            elif len(names) > 1:
                return cls._interleaved(given, names, copy)
        if len(columns) != len(names):
            raise TypeError(
                f"{cls.kind} have {len(names)} columns, {', '.join(names)}; {len(columns)} were given"
            )
        arrays = [_float32(_series(column), name, copy) for column, name in zip(columns, names)]
        for array, name in zip(arrays, names):
            if array.ndim != 1:
                raise ValueError(f"column {name} has the shape {array.shape}, but must be (n,)")
        return super().__new__(cls, cls.kind, arrays)

    @classmethod
    def _interleaved(cls, given, names, copy):
        array = _float32(given, "array", None)
        rows = len(array) if array.ndim else 0
        if array.ndim < 2 or array.size != rows * len(names):
            raise ValueError(
                f"{cls.kind} take an array of {len(names)} values a row, not of shape {array.shape}"
            )
        if copy is False:
            raise ValueError("an array of rows is copied into columns, and copy=False")
        columns = np.ascontiguousarray(array.reshape(rows, len(names)).T)
        return Columns.__new__(cls, cls.kind, list(columns))

    def __repr__(self):
        return f"{type(self).__name__}({len(self)})"

    def __reduce__(self):
        return type(self), tuple(self.columns())


def _series(column):
    """A pandas or polars series as an array, without a copy where there is none needed."""
    return column.to_numpy() if hasattr(column, "to_numpy") else column


def corners(vertices, faces):
    """Vertices, float32 (v, dimensions), and faces, (n, 3) numbers of vertices as uint32."""
    vertices, faces = _float32(vertices, "vertices", None), np.asarray(faces)
    if faces.ndim != 2 or faces.shape[1] != 3 or faces.dtype.kind not in "iu":
        raise ValueError(f"faces are integers of the shape (n, 3), not {faces.dtype} {faces.shape}")
    if faces.size and (faces.min() < 0 or faces.max() >= len(vertices)):
        raise IndexError(f"a face names a vertex that is not among the {len(vertices)} there are")
    return vertices, np.ascontiguousarray(faces, np.uint32)


class _FromMesh:
    @classmethod
    def from_mesh(cls, vertices, faces):
        """Triangles of a mesh: vertices float32 (v, dimensions), faces (n, 3) of row numbers of vertices."""
        vertices, faces = corners(vertices, faces)
        return cls(vertices[faces])


class Points(Shapes):
    kind = "points"


class Segments(Shapes):
    kind = "segments"


class Rays(Shapes):
    kind = "rays"


class Lines(Shapes):
    kind = "lines"


class Disks(Shapes):
    kind = "disks"


class Aabbs(Shapes):
    kind = "aabbs"


class OrientedBoxes(Shapes):
    kind = "oriented_boxes"


class Capsules(Shapes):
    kind = "capsules"


class RoundedDisks(Shapes):
    kind = "rounded_disks"


class RoundedCapsules(Shapes):
    kind = "rounded_capsules"


class RoundedAabbs(Shapes):
    kind = "rounded_aabbs"


class RoundedOrientedBoxes(Shapes):
    kind = "rounded_oriented_boxes"


class RoundedTriangles(Shapes):
    kind = "rounded_triangles"


class Points3(Shapes):
    kind = "points3"


class Segments3(Shapes):
    kind = "segments3"


class Rays3(Shapes):
    kind = "rays3"


class Lines3(Shapes):
    kind = "lines3"


class Spheres(Shapes):
    kind = "spheres"


class Aabbs3(Shapes):
    kind = "aabbs3"


class OrientedBoxes3(Shapes):
    kind = "oriented_boxes3"


class Capsules3(Shapes):
    kind = "capsules3"


class RoundedSpheres(Shapes):
    kind = "rounded_spheres"


class RoundedCapsules3(Shapes):
    kind = "rounded_capsules3"


class RoundedAabbs3(Shapes):
    kind = "rounded_aabbs3"


class RoundedTriangles3(Shapes):
    kind = "rounded_triangles3"


class Triangles(_FromMesh, Shapes):
    kind = "triangles"


class Triangles3(_FromMesh, Shapes):
    kind = "triangles3"


ALL = [
    Points, Segments, Rays, Lines, Disks, Aabbs, OrientedBoxes, Triangles,
    Capsules, RoundedDisks, RoundedCapsules, RoundedAabbs, RoundedOrientedBoxes, RoundedTriangles,
    Points3, Segments3, Rays3, Lines3, Spheres, Aabbs3, OrientedBoxes3, Triangles3,
    Capsules3, RoundedSpheres, RoundedCapsules3, RoundedAabbs3, RoundedTriangles3,
]  # fmt: skip
