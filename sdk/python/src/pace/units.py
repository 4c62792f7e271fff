"""From SI units and degrees of this package to the units of the API."""

from __future__ import annotations

import re
from typing import Any, Sequence, Union

import numpy as np
from numpy.typing import NDArray

from .errors import invalid

__all__ = [
    "SPEED_OF_LIGHT",
    "Range",
    "excitation_input",
    "frequency_input",
    "key_tenths",
    "mesh_size_mm",
    "range_values",
    "values_of",
]

SPEED_OF_LIGHT = 299792458.0
"""m/s"""

Range = Union[float, Sequence[float], NDArray[np.float64]]
"""
A number; a tuple (first, last, step); or a list or array of values: angles ascend by one step, frequencies by any.
"""

# Room for the noise of decimal numbers in binary, in steps: as in the server's contract.
_STEP_TOLERANCE = 1e-9


def _rounded(value: float) -> float:
    """Without the noise of repeated decimal steps: twelve significant digits."""
    return float(f"{value:.12g}")


def range_values(first: float, last: float, step: float) -> NDArray[np.float64]:
    """first, first + step, … up to last, as the server counts them."""
    if not step > 0 or last <= first:
        return np.array([first], dtype=float)
    count = int(np.floor((last - first) / step + _STEP_TOLERANCE)) + 1
    return np.array([min(_rounded(first + i * step), last) for i in range(count)])


def _number(value: Any, code: str, place: str) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise invalid(code, place, f"{value!r} is no number.") from None
    if not np.isfinite(number):
        raise invalid(code, place, f"{value!r} is not finite.")
    return number


def _triple(given: Any, code: str, place: str) -> tuple[float, float, float] | None:
    """(first, last, step); step is 0 of a single value. None of a list whose values do not ascend by one step."""
    if isinstance(given, tuple):
        if len(given) != 3:
            raise invalid(
                code, place, f"A tuple is (first, last, step), and {given!r} has {len(given)} values. Give a list for single values."
            )
        first, last, step = (_number(one, code, place) for one in given)
        return first, last, step
    if np.ndim(given) == 0:
        value = _number(given, code, place)
        return value, value, 0.0
    values = [_number(one, code, place) for one in given]
    if not values:
        raise invalid(code, place, "The list is empty: give one value at least.")
    first, last = values[0], values[-1]
    if len(values) == 1:
        return first, first, 0.0
    step = _rounded((last - first) / (len(values) - 1))
    even = range_values(first, last, step)
    if len(even) != len(values) or not np.allclose(even, values, rtol=1e-9, atol=1e-9 * max(step, 0.0)):
        return None
    return first, last, step


def values_of(given: Range) -> NDArray[np.float64]:
    """The frequencies that such a number, tuple or list stands for."""
    triple = _triple(given, "FREQUENCY_INVALID", "/frequency")
    if triple is not None:
        return range_values(*triple)
    values = np.asarray(given, dtype=float)
    if not np.all(np.diff(values) > 0):
        raise invalid("FREQUENCY_INVALID", "/frequency", "The frequencies of a list ascend, each once.")
    return values


def frequency_input(frequency: Range) -> dict[str, Any]:
    """`freqsweep` and the frequencies of the solver input, from Hz; the API has Hz too."""
    triple = _triple(frequency, "FREQUENCY_INVALID", "/frequency")
    if triple is None:
        return {"freqsweep": 2, "frequencylist": [float(one) for one in values_of(frequency)]}
    first, last, step = triple
    if first == last and not isinstance(frequency, tuple):
        return {"freqsweep": 0, "frequency": [first, -1, -1]}
    return {"freqsweep": 1, "frequency": [first, step, last]}


def _angles(given: Range) -> tuple[float, float, float]:
    triple = _triple(given, "ANGLE_INVALID", "/excitation")
    if triple is None:
        raise invalid(
            "ANGLE_INVALID",
            "/excitation",
            "Angles of one run ascend by one step. Give a run to each group of values and solve them with batch().",
        )
    return triple


def excitation_input(theta: Range, phi: Range, polarization: int) -> dict[str, Any]:
    """`anglesweep` and `excitation` of the solver input, from degrees; the API has degrees too."""
    t0, t1, dt = _angles(theta)
    p0, p1, dp = _angles(phi)
    if t0 == t1 and p0 == p1:
        return {"anglesweep": 0, "excitation": [t0, p0, polarization]}
    return {"anglesweep": 1, "excitation": [t0, t1, p0, p1, polarization, dt, dp]}


_OF_WAVELENGTH = re.compile(r"\s*(?:lambda|λ)\s*/\s*(\d+(?:\.\d*)?)\s*", re.IGNORECASE)


def mesh_size_mm(size: float | str, frequency: float | None) -> float:
    """
    `mesh_size` of the mesher in millimetres.

    size: metres, or "lambda/8" for an eighth of the wavelength at `frequency` (Hz).
    """
    if not isinstance(size, str):
        return _rounded(1000 * _number(size, "MESH_SIZE_INVALID", "/mesh_size"))
    match = _OF_WAVELENGTH.fullmatch(size)
    if match is None or float(match[1]) == 0:
        raise invalid("MESH_SIZE_INVALID", "/mesh_size", f'{size!r} is no size: give metres, or a text as "lambda/8".')
    if frequency is None:
        raise invalid("MESH_SIZE_INVALID", "/frequency", f"{size} needs the frequency that λ belongs to, in Hz.")
    hertz = _number(frequency, "FREQUENCY_INVALID", "/frequency")
    if not hertz > 0:
        raise invalid("FREQUENCY_INVALID", "/frequency", "The frequency must be above 0 Hz.")
    # Six decimals, as the wizard of the server proposes it.
    return round(1000 * SPEED_OF_LIGHT / (float(match[1]) * hertz), 6)


def key_tenths(degrees: float) -> float:
    """An angle as results are asked for by: degrees × 10."""
    return round(10 * float(degrees), 9)
