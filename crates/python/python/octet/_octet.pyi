from collections.abc import Callable
from typing import Any, Literal, final, overload

from typing_extensions import disjoint_base

import numpy as np
import numpy.typing as npt

__all__ = [
    "Columns", "Index", "InvalidValue", "Join", "LimitError", "Solid", "clip", "closest", "column_names", "contacts",
    "distances", "grown_kind", "intersects", "join_sweep", "join_within", "level", "self_intersections",
    "self_join_within", "sweep", "swept_kind", "within",
]  # fmt: skip

_Pairs = tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint32]]

class InvalidValue(ValueError):
    shape: str
    column: str
    row: int
    value: float

class LimitError(OverflowError): ...

@disjoint_base
class Columns:
    def __new__(
        cls,
        kind: str,
        arrays: list[npt.NDArray[np.float32]] | None = None,
        arrow: Any = None,
        grown: tuple[Columns, npt.NDArray[np.float32]] | None = None,
        swept: tuple[Columns, Columns] | None = None,
    ) -> Columns: ...
    def __len__(self) -> int: ...
    def __getitem__(self, key: int, /) -> list[float]: ...
    def columns(self) -> list[npt.NDArray[np.float32]]: ...
    def addresses(self) -> list[int]: ...
    def valid_rows(self) -> npt.NDArray[np.uint32] | None: ...

@final
class Join:
    def __new__(
        cls,
        left: Columns,
        right: Columns,
        *,
        threads: int = 0,
        limit: int | None = None,
        progress: Callable[[int, int], object] | None = None,
    ) -> Join: ...
    def pairs(self) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint32]]: ...
    def count(self) -> int: ...
    def any(self) -> bool: ...
    def rows(self, *, packed: bool = False) -> npt.NDArray[np.bool_] | npt.NDArray[np.uint8]: ...
    def csr(self) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint32]]: ...
    def blocks(self, f: Callable[[npt.NDArray[np.uint32], npt.NDArray[np.uint32]], object]) -> None: ...

@final
class Index:
    def __new__(
        cls, rows: Columns, *, threads: int = 0, progress: Callable[[int, int], object] | None = None
    ) -> Index: ...
    def __len__(self) -> int: ...
    def query(
        self, other: Columns, *, progress: Callable[[int, int], object] | None = None
    ) -> npt.NDArray[np.int64]: ...
    def nearest(
        self, points: Columns, *, within: float = ...
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]: ...
    def cast(
        self, rays: Columns
    ) -> tuple[
        npt.NDArray[np.int64], npt.NDArray[np.float32], npt.NDArray[np.float32], npt.NDArray[np.float32]
    ]: ...
    def cast_any(self, rays: Columns) -> npt.NDArray[np.bool_]: ...
    def sweep(
        self, a: Columns, motions: Columns
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float32]]: ...
    def refit(self, rows: Columns) -> bool: ...

@disjoint_base
class Solid:
    def __new__(
        cls, vertices: npt.NDArray[np.float32], faces: npt.NDArray[np.uint32], *, threads: int = 0
    ) -> Solid: ...
    def __len__(self) -> int: ...
    def inside(self, points: Columns) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]: ...

def self_intersections(
    vertices: npt.NDArray[np.float32], faces: npt.NDArray[np.uint32], *, threads: int = 0
) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint32], npt.NDArray[np.uint32]]: ...

@overload
def intersects(
    a: Columns, b: Columns, *, packed: Literal[False] = False, threads: int = 0
) -> npt.NDArray[np.bool_]: ...
@overload
def intersects(
    a: Columns, b: Columns, *, packed: Literal[True], threads: int = 0
) -> npt.NDArray[np.uint8]: ...
@overload
def within(
    a: Columns,
    b: Columns,
    distance: float | npt.NDArray[np.float32],
    *,
    packed: Literal[False] = False,
    threads: int = 0,
) -> npt.NDArray[np.bool_]: ...
@overload
def within(
    a: Columns,
    b: Columns,
    distance: float | npt.NDArray[np.float32],
    *,
    packed: Literal[True],
    threads: int = 0,
) -> npt.NDArray[np.uint8]: ...
def join_within(
    left: Columns,
    right: Columns,
    distance: float | npt.NDArray[np.float32],
    *,
    threads: int = 0,
    limit: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint32]]: ...
def self_join_within(
    rows: Columns,
    distance: float,
    *,
    threads: int = 0,
    limit: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint32]]: ...
def distances(
    a: Columns, b: Columns, *, pairs: _Pairs | None = None, threads: int = 0
) -> npt.NDArray[np.float32]: ...
def closest(
    a: Columns, b: Columns, *, pairs: _Pairs | None = None, threads: int = 0
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32], npt.NDArray[np.float32]]: ...
def clip(
    paths: Columns, shapes: Columns, *, pairs: _Pairs | None = None, threads: int = 0
) -> list[npt.NDArray[np.float32]]: ...
def contacts(
    a: Columns,
    b: Columns,
    margin: float = 0.0,
    *,
    manifold: bool = False,
    pairs: _Pairs | None = None,
    threads: int = 0,
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32], npt.NDArray[np.float32]]: ...
def sweep(
    a: Columns, motions: Columns, b: Columns, *, threads: int = 0
) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.float32]]: ...
def join_sweep(
    left: Columns,
    motions: Columns,
    right: Columns,
    *,
    threads: int = 0,
    limit: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint32], npt.NDArray[np.float32]]: ...
def grown_kind(kind: str) -> str: ...
def swept_kind(kind: str, motion: str) -> str: ...
def column_names(kind: str) -> list[str]: ...
def level() -> str: ...
