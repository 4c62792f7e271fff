"""Models for tests."""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np


def sphere_unv(path: Path, radius: float, quartered: int, centre: tuple[float, float, float] = (0, 0, 0)) -> Path:
    """A sphere of 20·4^quartered flat triangles as a universal file in metres, one part with the number 1."""
    golden = (1 + 5**0.5) / 2
    corners = [
        np.array(point) for s in (1, -1) for t in (golden, -golden) for point in ((0, s, t), (s, t, 0), (t, 0, s))
    ]
    near = [abs(np.linalg.norm(a - b) - 2) < 1e-9 for a, b in itertools.product(corners, corners)]
    triangles = [
        (corners[i], corners[j], corners[k])
        for i, j, k in itertools.combinations(range(12), 3)
        if near[12 * i + j] and near[12 * j + k] and near[12 * i + k]
    ]
    triangles = [(a, b, c) if np.dot(a, np.cross(b, c)) > 0 else (a, c, b) for a, b, c in triangles]
    for _ in range(quartered):
        triangles = [
            one
            for a, b, c in triangles
            for ab, bc, ca in [((a + b) / 2, (b + c) / 2, (c + a) / 2)]
            for one in ((a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca))
        ]
    labels: dict[tuple[float, ...], int] = {}
    elements = []
    for triangle in triangles:
        places = [radius * p / np.linalg.norm(p) + np.array(centre) for p in triangle]
        elements.append([labels.setdefault(tuple(np.round(p, 9) + 0.0), len(labels) + 1) for p in places])

    def real(value: float) -> str:
        return f"{value:.16E}".replace("E", "D").rjust(25)

    def columns(*values: int) -> str:
        return "".join(str(value).rjust(10) for value in values)

    lines = ["    -1", "   164", f"{columns(1)}{'SI: Meter (newton)':<20}{columns(2)}", real(1) * 3, real(273.15), "    -1"]
    lines += ["    -1", "  2411"]
    for place, label in labels.items():
        lines += [columns(label, 1, 1, 11), "".join(map(real, place))]
    lines += ["    -1", "    -1", "  2412"]
    for i, element in enumerate(elements):
        lines += [columns(i + 1, 91, 1, 1, 7, 3), columns(*element)]
    lines.append("    -1")
    path.write_text("\n".join(lines) + "\n")
    return path
