from collections.abc import Callable
from typing import Any, ClassVar, Literal, TypeVar, overload

import numpy as np
import numpy.typing as npt
from typing_extensions import Self

from . import _octet
from ._octet import Columns
from ._octet import Index as Index
from ._octet import InvalidValue as InvalidValue
from ._octet import Join as Join
from ._octet import LimitError as LimitError
from ._octet import intersects as intersects
from ._octet import join_sweep as join_sweep
from ._octet import level as level
from ._octet import sweep as sweep

__all__ = [
    "Aabbs", "Aabbs3", "Capsules", "Capsules3", "Disks", "Index", "InvalidValue", "Join", "LimitError",
    "Lines", "Lines3", "OrientedBoxes", "OrientedBoxes3", "Points", "Points3", "Rays", "Rays3",
    "RoundedAabbs", "RoundedDisks", "RoundedTriangles", "Segments", "Segments3", "Shapes", "Solid",
    "Spheres", "Triangles", "Triangles3", "closest", "contacts", "distances", "grow", "intersects", "join",
    "join_sweep", "join_within", "level", "self_intersections", "self_join_within", "sjoin", "sweep",
    "within",
]  # fmt: skip

_Frame = TypeVar("_Frame")
_Distance = float | np.float32 | npt.NDArray[np.float32]
_Pairs = tuple[npt.ArrayLike, npt.ArrayLike] | npt.NDArray[np.integer]
_On = list[str] | tuple[type[Shapes], list[str]]

class Shapes(Columns):
    kind: ClassVar[str]
    def __init_subclass__(cls) -> None: ...
    def __new__(cls, *columns: Any, copy: bool | None = None) -> Self: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

class Points(Shapes): ...
class Segments(Shapes): ...
class Rays(Shapes): ...
class Lines(Shapes): ...
class Disks(Shapes): ...
class Aabbs(Shapes): ...
class OrientedBoxes(Shapes): ...
class Capsules(Shapes): ...
class RoundedDisks(Shapes): ...
class RoundedAabbs(Shapes): ...
class RoundedTriangles(Shapes): ...
class Points3(Shapes): ...
class Segments3(Shapes): ...
class Rays3(Shapes): ...
class Lines3(Shapes): ...
class Spheres(Shapes): ...
class Aabbs3(Shapes): ...
class OrientedBoxes3(Shapes): ...
class Capsules3(Shapes): ...

class _FromMesh:
    @classmethod
    def from_mesh(cls, vertices: npt.NDArray[np.float32], faces: npt.NDArray[np.integer]) -> Self: ...

class Triangles(_FromMesh, Shapes): ...
class Triangles3(_FromMesh, Shapes): ...

class Solid(_octet.Solid):
    def __new__(
        cls, vertices: npt.NDArray[np.float32], faces: npt.NDArray[np.integer], *, threads: int = 0
    ) -> Self: ...

def self_intersections(
    vertices: npt.NDArray[np.float32], faces: npt.NDArray[np.integer], *, threads: int = 0
) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint32], npt.NDArray[np.uint32]]: ...
def join(
    left: Columns,
    right: Columns,
    *,
    threads: int = 0,
    limit: int | None = None,
    progress: Literal[True] | Callable[[int, int], object] | None = None,
) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint32]]: ...
@overload
def within(
    a: Columns, b: Columns, distance: _Distance, *, packed: Literal[False] = False, threads: int = 0
) -> npt.NDArray[np.bool_]: ...
@overload
def within(
    a: Columns, b: Columns, distance: _Distance, *, packed: Literal[True], threads: int = 0
) -> npt.NDArray[np.uint8]: ...
def join_within(
    left: Columns,
    right: Columns,
    distance: _Distance,
    *,
    threads: int = 0,
    limit: int | None = None,
    progress: Literal[True] | Callable[[int, int], object] | None = None,
) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint32]]: ...
def self_join_within(
    rows: Columns,
    distance: float | np.float32,
    *,
    threads: int = 0,
    limit: int | None = None,
    progress: Literal[True] | Callable[[int, int], object] | None = None,
) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint32]]: ...
def distances(
    a: Columns, b: Columns, *, pairs: _Pairs | None = None, threads: int = 0
) -> npt.NDArray[np.float32]: ...
def closest(
    a: Columns, b: Columns, *, pairs: _Pairs | None = None, threads: int = 0
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32], npt.NDArray[np.float32]]: ...
def contacts(
    a: Columns, b: Columns, margin: float = 0.0, *, pairs: _Pairs | None = None, threads: int = 0
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32], npt.NDArray[np.float32]]: ...
def grow(shapes: Shapes, distance: _Distance) -> Shapes: ...
def sjoin(
    left_df: _Frame,
    right_df: _Frame,
    how: Literal["inner", "left"] = "inner",
    *,
    on: tuple[_On, _On],
    suffix: str = "_right",
    threads: int = 0,
) -> _Frame: ...
