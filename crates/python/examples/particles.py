"""Two hundred thousand particles fall on the Stanford bunny, and each stops where it touches.

python particles.py FOLDER draws particles.png there. Needs matplotlib.
"""

import sys
import time
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import octet as oc

DATA = Path(__file__).resolve().parents[3] / "data"
PARTICLES, FRAMES, RADIUS = 200_000, 100, 0.01


def bunny():
    """Its triangles, (n, 3, 3)."""
    lines = [line.split() for line in (DATA / "bunny.obj").read_text().splitlines()]
    vertices = np.array([line[1:] for line in lines if line[:1] == ["v"]], np.float32)
    faces = (
        np.array([[word.split("/")[0] for word in line[1:]] for line in lines if line[:1] == ["f"]], int) - 1
    )
    return vertices, faces


def main(folder="."):
    vertices, faces = bunny()
    tree = oc.Index(oc.Triangles3.from_mesh(vertices, faces))
    low, high = vertices.min(axis=0) - 0.2, vertices.max(axis=0) + 0.2
    rng = np.random.default_rng(1)
    x, z = (rng.uniform(low[k], high[k], PARTICLES).astype(np.float32) for k in (0, 2))
    y = rng.uniform(high[1], high[1] + 1, PARTICLES).astype(np.float32)
    falling = np.ones(PARTICLES, bool)
    step = np.float32((high[1] + 1 - low[1]) / FRAMES)
    start, tests = time.perf_counter(), 0
    for _ in range(FRAMES):
        # What moves sweeps its path of one frame; a path that touches the mesh ends the fall.
        rows = np.flatnonzero(falling)
        zero = np.zeros(len(rows), np.float32)
        paths = oc.Segments3(x[rows], y[rows], z[rows], zero, np.full(len(rows), -step), zero)
        hit = np.unique(tree.query(paths)[0])
        falling[rows[hit]] = False
        y[falling] -= step
        tests += len(rows)
    seconds = time.perf_counter() - start
    print(
        f"{tests:,} paths against {len(faces):,} triangles in {seconds:.2f} s: "
        f"{(~falling).sum():,} particles lie on it"
    )
    touching = oc.Join(
        oc.Spheres(x, y, z, np.full(PARTICLES, RADIUS, np.float32)), oc.Triangles3.from_mesh(vertices, faces)
    )
    print(f"{touching.rows().sum():,} of them touch it with radius {RADIUS}")

    figure = plt.figure(figsize=(10, 9), layout="constrained")
    axes = figure.add_subplot(projection="3d")
    lying = np.flatnonzero(~falling)
    axes.scatter(x[lying], z[lying], y[lying], s=0.7, c=y[lying], cmap="viridis", linewidths=0)
    axes.set_box_aspect([float(np.ptp(values[lying])) for values in (x, z, y)], zoom=1.4)
    axes.view_init(25, -70)
    axes.set_title(f"{len(lying):,} particles where they touched the bunny")
    axes.set_axis_off()
    figure.savefig(Path(folder) / "particles.png", dpi=110)


if __name__ == "__main__":
    main(*sys.argv[1:])
