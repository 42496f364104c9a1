"""Spatial joins of data frames."""

import numpy as np

from ._octet import Join, column_names
from ._shapes import ALL


def sjoin(left_df, right_df, how="inner", *, on, suffix="_right", threads=0):
    """The rows of two data frames whose shapes intersect, side by side; pandas or polars.

    on: (left, right), each the names of the columns of a shape, or (class, names) if they have
    names of their own: on=((oc.Disks, ["lon", "lat", "r"]), ["ax", "ay", "bx", "by", "cx", "cy"]).
    how: "inner", or "left", which keeps left rows without a right one. Columns of the right frame that
    have the name of a left one get the suffix.
    """
    if how not in ("inner", "left"):
        raise ValueError(f"how must be 'inner' or 'left', not {how!r}")
    is_polars = type(left_df).__module__.startswith("polars")
    left, right = _shapes(left_df, on[0]), _shapes(right_df, on[1])
    rows, others = Join(left, right, threads=threads).pairs()
    rows, others = rows.astype(np.int64), others.astype(np.int64)
    if how == "left":
        lonely = np.setdiff1d(np.arange(len(left_df)), rows)
        rows, others = np.concatenate([rows, lonely]), np.concatenate([others, np.full(len(lonely), -1)])
        order = np.argsort(rows, kind="stable")
        rows, others = rows[order], others[order]
    names = {name: name + suffix for name in right_df.columns if name in list(left_df.columns)}
    if is_polars:
        import polars as pl

        picked = pl.Series(others).replace(-1, None) if how == "left" else pl.Series(others)
        right_rows = right_df.rename(names).select(pl.all().gather(picked))
        return left_df.select(pl.all().gather(pl.Series(rows))).hstack(right_rows)
    import pandas as pd  # type: ignore[import-untyped]

    right_rows = right_df.rename(columns=names).reset_index(drop=True)
    right_rows = right_rows.reindex(others) if how == "left" else right_rows.iloc[others]
    left_rows = left_df.iloc[rows]
    return pd.concat([left_rows, right_rows.set_index(left_rows.index)], axis=1)


def _shapes(frame, on):
    if isinstance(on[0], type):
        shape, names = on
    else:
        names = list(on)
        shape = next((shape for shape in ALL if column_names(shape.kind) == names), None)
        if shape is None:
            raise ValueError(f"no shape has the columns {', '.join(names)}: give (class, names)")
    return shape(*(frame[name] for name in names))
