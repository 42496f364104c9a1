"""Which country is each of 135,233 cities in, and which cities lie within 0.1 degrees of a border?

python map_join.py FOLDER draws map_join.png there. Needs matplotlib, and Shapely
to cut countries into triangles.
"""

import gzip
import json
import sys
import time
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import octet as oc
import shapely

DATA = Path(__file__).resolve().parents[3] / "data"


def countries():
    """The polygons of each country, from TopoJSON: arcs of steps, shared by neighbours."""
    world = json.loads((DATA / "countries-50m.json").read_text())
    scale, shift = np.array(world["transform"]["scale"]), np.array(world["transform"]["translate"])
    arcs = [np.cumsum(arc, axis=0) * scale + shift for arc in world["arcs"]]

    def ring(numbers):
        return np.concatenate([arcs[n] if n >= 0 else arcs[~n][::-1] for n in numbers])

    for country in world["objects"]["countries"]["geometries"]:
        parts = country.get("arcs", [])
        for rings in [parts] if country["type"] == "Polygon" else parts:
            hull, *holes = (ring(numbers) for numbers in rings)
            yield country["properties"]["name"], shapely.make_valid(shapely.Polygon(hull, holes))


def main(folder="."):
    owners, corners = [], []
    names = {}
    for name, polygon in countries():
        for triangle in shapely.get_parts(shapely.constrained_delaunay_triangles(polygon)):
            owners.append(names.setdefault(name, len(names)))
            corners.append(shapely.get_coordinates(triangle)[:3])
    owners, land = np.array(owners), oc.Triangles(np.array(corners, np.float32))

    with gzip.open(DATA / "cities.tsv.gz", "rt", encoding="utf-8") as file:
        next(file)
        lon, lat = np.array([line.split("\t")[3:5] for line in file], np.float32).T
    lon, lat = np.ascontiguousarray(lon), np.ascontiguousarray(lat)

    start = time.perf_counter()
    city, triangle = oc.join(oc.Points(lon, lat), land)
    near, other = oc.join(oc.Disks(lon, lat, np.full(len(lon), 0.1, np.float32)), land)
    seconds = time.perf_counter() - start

    country = np.full(len(lon), -1)
    country[city] = owners[triangle]
    # A city is near a border if its disk touches two countries.
    of_two = np.unique(np.stack([near, owners[other]]), axis=1)[0]
    at_border = np.flatnonzero(np.bincount(of_two, minlength=len(lon)) > 1)
    print(f"{len(lon):,} cities, {len(land):,} triangles, both joins {seconds * 1000:.0f} ms")
    print(f"{(country < 0).sum():,} cities are in no country of the map, {len(at_border):,} near a border")

    figure, axes = plt.subplots(figsize=(16, 8), layout="constrained")
    colours = np.random.default_rng(3).permutation(len(names))
    inside = country >= 0
    axes.scatter(lon[inside], lat[inside], s=0.6, c=colours[country[inside]], cmap="turbo", linewidths=0)
    axes.scatter(
        lon[at_border], lat[at_border], s=1.2, c="black", linewidths=0, label="within 0.1 degrees of a border"
    )
    axes.set(
        xlim=(-180, 180), ylim=(-60, 80), aspect="equal", title="Cities, coloured by the country they are in"
    )
    axes.legend(loc="lower left", markerscale=8)
    figure.savefig(Path(folder) / "map_join.png", dpi=110)


if __name__ == "__main__":
    main(*sys.argv[1:])
