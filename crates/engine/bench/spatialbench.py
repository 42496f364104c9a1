"""Two queries of SpatialBench in octet-sql, SedonaDB and DuckDB, on Parquet files with the same rounded numbers.

usage: spatialbench.py FOLDER OCTET_SQL SPATIALBENCH_CLI THREADS

    Q8    trips that start within 0.0045 degrees, some 500 m, of each building: 6 million points, 20,000 triangles
    Q9    buildings that intersect, and the intersection over the union of their areas: boxes, as many as in the
          benchmark at scale 1 and 1000

Its generator makes buildings of three corners, or boxes, as spatialbench.yml says. Coordinates are rounded to f32 once.
A file has both the numbers and the geometry that is made of them: octet reads the former, the others the latter, as
binary (WKB), which is how the benchmark keeps them. Each time is the best of three, of queries that take turns; that of
octet is of the whole process. Fails where answers differ.
"""

import pathlib
import subprocess
import sys
import time

import engines
import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq
import shapely

folder, octet_sql, generator, threads = pathlib.Path(sys.argv[1]), *sys.argv[2:5]
WITHIN = float(np.float32(0.0045))


def generate(table, scale, shape="triangles"):
    """A column of geometries of a table of the benchmark."""
    target = folder / f"{table}-{shape}-{scale}"
    path = target / f"{table}.parquet"
    if not path.exists():
        target.mkdir(parents=True, exist_ok=True)
        config = pathlib.Path(__file__).with_name("spatialbench.yml").read_text()
        if shape == "boxes":
            config = config.replace("geom_type: polygon", "geom_type: box")
        (target / "config.yml").write_text(config)
        command = [generator, "--scale-factor", str(scale), "--tables", table]
        subprocess.run([*command, "--config", target / "config.yml", "--output-dir", target], check=True)
    column = {"trip": "t_pickuploc", "building": "b_boundary"}[table]
    return shapely.from_wkb(pq.read_table(path, columns=[column])[column].to_numpy())


def write(name, columns, geometries):
    """A file of numbers that are rounded, and of geometries that are made of them."""
    path = folder / f"{name}.parquet"
    arrays = {"key": np.arange(len(geometries))} | columns
    pq.write_table(pa.table(arrays | {"wkb": pa.array(shapely.to_wkb(geometries), pa.binary())}), path)
    return path


def rounded(coordinates):
    return coordinates.astype(np.float32)


def trips():
    x, y = rounded(shapely.get_coordinates(generate("trip", 1))).T
    return write("trips", {"x": x, "y": y}, shapely.points(x.astype(float), y.astype(float)))


def triangles():
    corners = rounded(shapely.get_coordinates(generate("building", 1)).reshape(-1, 4, 2))
    names = ["ax", "ay", "bx", "by", "cx", "cy"]
    columns = dict(zip(names, corners[:, :3].reshape(-1, 6).T.copy()))
    return write("buildings", columns, shapely.polygons(corners.astype(float)))


def boxes(scale):
    x0, y0, x1, y1 = rounded(shapely.bounds(generate("building", scale, "boxes"))).T
    columns = {"x0": x0, "y0": y0, "x1": x1, "y1": y1}
    return write(f"boxes{scale}", columns, shapely.box(*(side.astype(float) for side in columns.values())))


Q8 = f"""SELECT b.key, count(*) AS nearby FROM trips t JOIN buildings b ON {{on}}
    GROUP BY b.key ORDER BY nearby DESC, b.key"""
Q9 = """SELECT a, b, overlap / (area_a + area_b - overlap) AS iou FROM (
    SELECT a.key AS a, b.key AS b, {numbers} FROM boxes a JOIN boxes b ON {on} AND a.key < b.key)
    ORDER BY iou DESC, a, b"""


def octet(q):
    if q == "Q8":
        corners = "b.ax, b.ay, b.bx, b.by, b.cx, b.cy"
        return Q8.format(on=f"octet_within(point(t.x, t.y), triangle({corners}), {WITHIN!r})")
    box, double = "aabb({0}.x0, {0}.y0, {0}.x1, {0}.y1)", "({} - {})".format
    least, greatest = "least(a.{0}, b.{0})::double".format, "greatest(a.{0}, b.{0})::double".format
    overlap = f"{double(least('x1'), greatest('x0'))} * {double(least('y1'), greatest('y0'))} AS overlap"
    area = "({0}.x1::double - {0}.x0::double) * ({0}.y1::double - {0}.y0::double) AS area_{0}".format
    return Q9.format(
        numbers=f"{overlap}, {area('a')}, {area('b')}", on=f"octet_intersects({box.format('a')}, {box.format('b')})"
    )


def peer(q):
    a, b, t = (f"ST_GeomFromWKB({table}.wkb)" for table in "abt")
    if q == "Q8":
        return Q8.format(on=f"ST_DWithin({t}, {b}, {WITHIN!r})")
    numbers = f"ST_Area(ST_Intersection({a}, {b})) AS overlap, ST_Area({a}) AS area_a, ST_Area({b}) AS area_b"
    return Q9.format(numbers=numbers, on=f"ST_Intersects({a}, {b})")


def ask_octet(files, q):
    tables = [f"--table={name}={path}" for name, path in files.items()]
    out = subprocess.run([octet_sql, *tables, "--format=csv", octet(q)], check=True, stdout=subprocess.PIPE)
    return out.stdout


def ask_sedona(files, q):
    sedona = engines.sedona(threads)
    for name, path in files.items():
        sedona.read_parquet(str(path)).to_view(name)
    return pa.table(sedona.sql(peer(q)))


def ask_duck(files, q):
    duck = engines.duck(threads)
    for name, path in files.items():
        duck.execute(f"CREATE VIEW {name} AS FROM read_parquet('{path}')")
    return duck.execute(peer(q)).to_arrow_table()


def is_equal(answer, other):
    """Whole numbers are equal, and areas but for the roundings of another method."""
    if answer.num_rows != other.num_rows:
        return False
    keys = [name for name in answer.column_names if name != "iou"]
    order = [(name, "ascending") for name in keys]
    answer, other = answer.sort_by(order), other.sort_by(order)
    is_same = all(np.array_equal(answer[name].to_numpy(), other[name].to_numpy()) for name in keys)
    return is_same and ("iou" not in answer.column_names or np.allclose(answer["iou"], other["iou"]))


folder.mkdir(parents=True, exist_ok=True)
QUERIES = [
    ("Q8", "scale 1", {"trips": trips(), "buildings": triangles()}),
    ("Q9", "scale 1", {"boxes": boxes(1)}),
    ("Q9", "scale 1000", {"boxes": boxes(1000)}),
]
for q, scale, files in QUERIES:
    best, answers = {}, {}
    for _ in range(3):
        for engine, ask in {"octet-sql": ask_octet, "SedonaDB": ask_sedona, "DuckDB": ask_duck}.items():
            start = time.perf_counter()
            answers[engine] = ask(files, q)
            best[engine] = min(best.get(engine, np.inf), time.perf_counter() - start)
    ours = pyarrow.csv.read_csv(pa.BufferReader(answers.pop("octet-sql")))
    print(f"SpatialBench {q}, {scale}: {ours.num_rows} rows, octet-sql {best['octet-sql']:.3f} s", end="")
    for engine, answer in answers.items():
        print(f", {engine} {best[engine]:.3f} s ({best[engine] / best['octet-sql']:.1f} times)", end="")
    print(flush=True)
    for engine, answer in answers.items():
        assert is_equal(ours, answer), f"{q}: {engine} has another answer:\n{ours}\n{answer}"
