"""Compares oc.join with the same join in Rust, in processes that take turns: python beside_rust.py RUST_TIMES

RUST_TIMES is the program of `cargo build --release --example rust_times`. Linux only.
"""

import subprocess
import sys
import tempfile
import time

import numpy as np

ROWS = 1_000_000

OURS = """
import sys, time, numpy as np, octet as oc
columns = list(np.fromfile(sys.argv[1], np.float32).reshape(9, -1))
disks, triangles = oc.Disks(*columns[:3]), oc.Triangles(*columns[3:])
oc.join(oc.Disks(*(c[:20_000] for c in columns[:3])), triangles, threads=1)
def status(name):
    return next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith(name))
before, least = status("VmRSS:"), 1e9
for _ in range(5):
    start = time.perf_counter()
    left, right = oc.join(disks, triangles, threads=1)
    least = min(least, time.perf_counter() - start)
    pairs = len(left)
    del left, right
print("join", least, status("VmHWM:") - before, pairs)
"""


def main(program, turns=4):
    rng, side = np.random.default_rng(1), ROWS**0.5
    corners = rng.uniform(0, side, (ROWS, 1, 2)) + rng.uniform(0, 1.6, (ROWS, 3, 2))
    disks = [*rng.uniform(0, side, (2, ROWS)), rng.uniform(0.1, 0.5, ROWS)]
    columns = np.array([*disks, *corners.reshape(ROWS, 6).T], np.float32)
    with tempfile.NamedTemporaryFile() as file:
        columns.tofile(file.name)
        outputs = {"Rust": [], "Python": []}
        for _ in range(turns):
            for name, command in [("Rust", [program]), ("Python", [sys.executable, "-c", OURS])]:
                done = subprocess.run([*command, file.name], capture_output=True, text=True, check=True)
                outputs[name].append([line.split() for line in done.stdout.splitlines()])
    best = {}
    for name, runs in outputs.items():
        joins = [run[0] for run in runs]
        best[name] = min(float(join[1]) for join in joins), min(int(join[2]) for join in joins)
        print(
            f"{name:7} join of {ROWS:,} disks and triangles: {best[name][0]:.4f} s, "
            f"{best[name][1] / 1024:.0f} MiB, {joins[0][3]} pairs"
        )
    ratios = (best["Python"][k] / best["Rust"][k] for k in (0, 1))
    print("Python / Rust: time {:.3f}, memory {:.3f}".format(*ratios))
    for i in (1, 2):
        plain, arrow = (min(float(run[i][k]) for run in outputs["Rust"]) for k in (2, 3))
        print(
            f"octet-arrow / soa, {outputs['Rust'][0][i][1]} rows: {arrow / plain:.4f}  ({plain * 1e6:.2f} us)"
        )


if __name__ == "__main__":
    main(sys.argv[1])
