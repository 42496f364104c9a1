"""The joins of the example beside_arrow in SedonaDB and DuckDB, on the columns that it has written.

usage: peers.py FOLDER THREADS. Geometries are made beforehand; each time is the best of two. Fails where an
engine counts other hits than ours.
"""

import sys
import time

import engines
import numpy as np
import pyarrow as pa
import shapely

folder, threads = sys.argv[1], sys.argv[2]


def columns(table, names):
    return [np.fromfile(f"{folder}/{table}_{name}.f32", "<f4").astype(np.float64) for name in names.split()]


def triangles(table):
    v = np.stack(columns(table, "ax ay bx by cx cy"), -1).reshape(-1, 3, 2)
    return shapely.polygons(shapely.linearrings(np.concatenate([v, v[:, :1]], 1)))


x, y, radius = columns("d", "x y radius")
geometries = {
    "p": shapely.points(*columns("p", "x y")),
    "d": shapely.points(x, y),
    "t": triangles("t"),
    "u": triangles("u"),
}
tables = {
    name: pa.table({"id": np.arange(len(of)), "w": pa.array(shapely.to_wkb(of), pa.binary())})
    for name, of in geometries.items()
}
tables["d"] = tables["d"].append_column("r", pa.array(radius))
JOINS = {
    "points with triangles": "SELECT count(*) FROM p JOIN t ON ST_Intersects(p.g, t.g)",
    "disks with triangles": "SELECT count(*) FROM d JOIN t ON ST_DWithin(d.g, t.g, d.r)",
    "triangles with triangles": "SELECT count(*) FROM u JOIN t ON ST_Intersects(u.g, t.g)",
}
with open(f"{folder}/counts") as lines:
    expected = {join: int(count) for join, count in (line.split(": ") for line in lines)}


def clock(engine, skipped, ask):
    for join, sql in JOINS.items():
        if join in skipped:
            continue
        times = []
        for _ in range(2):
            start = time.perf_counter()
            count = ask(sql)
            times.append(time.perf_counter() - start)
        print(f"{engine}: {join}: {count} hits, {min(times):.3f} s", flush=True)
        assert count == expected[join], f"{join}: {engine} counts {count}, and not {expected[join]}"


sedona = engines.sedona(threads)
for name, table in tables.items():
    more = ", r" if name == "d" else ""
    sedona.create_data_frame(table).to_view(f"{name}0")
    sedona.sql(f"SELECT id, ST_GeomFromWKB(w) AS g{more} FROM {name}0").to_memtable().to_view(name)
clock("SedonaDB", [], lambda sql: pa.table(sedona.sql(sql)).column(0)[0].as_py())

duck = engines.duck(threads)
for name, table in tables.items():
    more = ", r" if name == "d" else ""
    duck.register(f"{name}0", table)
    duck.execute(f"CREATE TABLE {name} AS SELECT id, ST_GeomFromWKB(w) AS g{more} FROM {name}0")
# ST_DWithin with a distance a row is no spatial join there, and does not end.
clock("DuckDB", ["disks with triangles"], lambda sql: int(duck.execute(sql).fetchone()[0]))
