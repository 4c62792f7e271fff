"""Files of results: numpy, MATLAB, and tables as text."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from .mat import write_mat

if TYPE_CHECKING:
    from .results import Results

__all__ = ["OWN_FORMATS", "arrays_of", "save"]

OWN_FORMATS = ("npz", "mat", "csv", "txt")
"""Files that are written here; each is the ending of its name."""


def arrays_of(results: Results) -> dict[str, Any]:
    """
    frequency [Hz], theta, phi [degrees], S_VV … [m] and, where there are, S_VV_error … [m], the radii of their bars.
    Of a sweep with interpolated frequencies also computed, one a frequency: 1 solved, 0 interpolated.
    """
    arrays: dict[str, Any] = {"frequency": results.frequency, "theta": results.theta, "phi": results.phi}
    if not results.computed.all():
        arrays["computed"] = results.computed.astype(float)
    for term in results.terms:
        arrays[f"S_{term}"] = results.field(term)
        radius = results.radius(term)
        if radius is not None:
            arrays[f"S_{term}_error"] = radius
    return arrays


def save(results: Results, path: Path, kind: str) -> Path:
    """kind: one of OWN_FORMATS."""
    if kind == "npz":
        with path.open("wb") as file:
            np.savez(file, converged=results.converged, name=results.name, **arrays_of(results))
    elif kind == "mat":
        write_mat(path, {**arrays_of(results), "converged": results.converged, "name": results.name})
    else:
        path.write_text(_table(results, "," if kind == "csv" else " "), encoding="utf-8")
    return path


def _table(results: Results, separator: str) -> str:
    heads = ["frequency_Hz", "theta_deg", "phi_deg"]
    columns = list(np.broadcast_arrays(*np.ix_(results.frequency, results.theta, results.phi)))
    if not results.computed.all():
        heads.append("computed")
        columns.append(np.broadcast_to(results.computed.astype(int)[:, None, None], columns[0].shape))
    for term in results.terms:
        field = results.field(term)
        heads += [f"{term}_re_m", f"{term}_im_m"]
        columns += [field.real, field.imag]
    for term in results.terms:
        radius = results.radius(term)
        if radius is not None:
            heads.append(f"{term}_error_m")
            columns.append(radius)
    head = separator.join(heads) if separator == "," else "# " + " ".join(heads)
    # The shortest text that reads back as the same number.
    rows = zip(*(column.ravel().tolist() for column in columns))
    return "\n".join([head, *(separator.join(repr(value) for value in row) for row in rows)]) + "\n"
