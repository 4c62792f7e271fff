"""Plots by matplotlib, where it is installed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .errors import invalid

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from .results import Results

__all__ = ["polar", "straight"]


def _new_axes(projection: str | None) -> Axes:
    try:
        import matplotlib.pyplot as plt
    except ImportError as error:
        raise ImportError("Plots need matplotlib: pip install matplotlib") from error
    return plt.figure().add_subplot(projection=projection)


def _chosen(results: Results, frequency: float | None, angle: bool) -> tuple[Any, Any, str]:
    """An index into arrays of the results, the axis that is left, and its name."""
    if not angle and frequency is None and len(results.frequency) > 1:
        if len(results.theta) * len(results.phi) > 1:
            raise invalid("VALIDATION", "/frequency", "The run sweeps angle and frequency: say which frequency.")
        return (slice(None), 0, 0), results.frequency, "frequency"
    if frequency is None and len(results.frequency) > 1:
        raise invalid("VALIDATION", "/frequency", "The run has several frequencies: say which one.")
    f = 0 if frequency is None else int(np.argmin(np.abs(results.frequency - frequency)))
    if len(results.theta) > 1 and len(results.phi) > 1:
        raise invalid("VALIDATION", "/theta", "The run sweeps theta and phi: plot rows of rcs() by yourself.")
    if len(results.phi) > 1:
        return (f, 0, slice(None)), results.phi, "phi"
    return (f, slice(None), 0), results.theta, "theta"


def polar(results: Results, frequency: float | None, term: str | None, ax: Axes | None, line: dict[str, Any]) -> Axes:
    index, axis, name = _chosen(results, frequency, angle=True)
    axes = _new_axes("polar") if ax is None else ax
    for one in results.terms[:1] if term is None else (term,):
        axes.plot(np.deg2rad(axis), results.rcs(one, dB=True)[index], **{"label": one, **line})
    axes.set_title(f"RCS [dBsm] over {name}")
    axes.legend()
    return axes


def straight(results: Results, frequency: float | None, term: str | None, ax: Axes | None, line: dict[str, Any]) -> Axes:
    index, axis, name = _chosen(results, frequency, angle=False)
    axes = _new_axes(None) if ax is None else ax
    for one in results.terms[:1] if term is None else (term,):
        axes.plot(axis, results.rcs(one, dB=True)[index], **{"label": one, **line})
        bar = results.bar(one, dB=True)
        if bar is not None:
            axes.fill_between(axis, bar.low[index], bar.high[index], alpha=0.2)
    axes.set_xlabel({"frequency": "frequency [Hz]"}.get(name, f"{name} [degrees]"))
    axes.set_ylabel("RCS [dBsm]")
    axes.legend()
    return axes
