"""
Terms of the scattering matrix, and their error bars.

Time dependence e^{+jωt}. S [m] is the far-field amplitude lim r·e^{jkr}·E over the field strength of the incident wave, and
σ = 4π|S|². The first letter is received, the second comes in: V along θ̂, H along φ̂, R and L circular by the IEEE sense along their
own propagation.
"""

from __future__ import annotations

from typing import Any, Mapping, NamedTuple, Sequence

import numpy as np
from numpy.typing import NDArray

from .errors import invalid

__all__ = ["LINEAR_TERMS", "Bar", "Fields", "POLARIZATIONS", "dbsm", "polarization_number"]

Complex = NDArray[np.complex128]
Real = NDArray[np.float64]

POLARIZATIONS = {"H": 0, "V": 1, "R": 2, "L": 3, "VH": 4}
"""Names of the incident waves and their numbers in the API; "VH": a vertical and a horizontal wave, solved together."""

LINEAR_TERMS = ("VV", "VH", "HV", "HH")
CIRCULAR_TERMS = ("RR", "RL", "LR", "LL")


def polarization_number(polarization: str | int) -> int:
    """The number in the API of "V", "H", "R", "L" or "VH"; a number of the API is taken as it is."""
    if isinstance(polarization, str):
        name = polarization.upper()
        number = POLARIZATIONS.get("VH" if name == "HV" else name)
    else:
        number = polarization if polarization in POLARIZATIONS.values() else None
    if number is None:
        raise invalid("ANGLE_INVALID", "/excitation", f'{polarization!r} is no polarization: give "V", "H", "R", "L" or "VH".')
    return number


class Bar(NamedTuple):
    """Between what a value lies, by the error estimate of the run."""

    low: Real
    high: Real


def dbsm(rcs_m2: Real) -> Real:
    """RCS in dBsm of RCS in m²; −inf of 0."""
    with np.errstate(divide="ignore"):
        return np.asarray(10 * np.log10(rcs_m2))


class Fields:
    """
    Far fields of many directions as arrays of one shape.

    columns: the numbers of the records of the API by their names: `s_VV_Real` …, or `e_Theta_Real` … of a single wave; NaN where a
    record is missing.
    """

    def __init__(self, polarization: int, columns: Mapping[str, Real]) -> None:
        self.polarization = polarization
        self._columns = columns

    @classmethod
    def of_records(
        cls, polarization: int, records: Sequence[Mapping[str, Any]], places: Sequence[Any], shape: tuple[int, ...]
    ) -> Fields:
        """Each record at its place in arrays of this shape."""
        columns: dict[str, Real] = {}
        for record, place in zip(records, places):
            for name, value in record.items():
                if name[:2] not in ("s_", "e_"):
                    continue
                if name not in columns:
                    columns[name] = np.full(shape, np.nan)
                columns[name][place] = value
        return cls(polarization, columns)

    @property
    def terms(self) -> tuple[str, ...]:
        """The terms that were computed: of both polarizations all of the matrix, of one wave what it scatters."""
        return {0: ("VH", "HH"), 1: ("VV", "HV"), 2: ("RR", "LR"), 3: ("RL", "LL")}.get(
            self.polarization, LINEAR_TERMS
        )

    def field(self, term: str) -> Complex:
        """S of a term [m], complex. Of one wave of 1 V/m also "theta" and "phi": E_θ and E_φ [V]."""
        name = self._known(term)
        if name in ("theta", "phi"):
            return self._one(name.capitalize())
        if self.polarization == 4:
            return self._of_matrix(name)
        received = name[0]
        e_theta, e_phi = self._one("Theta"), self._one("Phi")
        if received == "V":
            return e_theta
        if received == "H":
            return e_phi
        return np.asarray((e_theta + (1j if received == "R" else -1j) * e_phi) / np.sqrt(2))

    def radius(self, term: str) -> Real | None:
        """Radius of the disc around `field(term)` in which the exact value lies, in its unit; None where no errors were estimated."""
        name = self._known(term)
        if self.polarization == 4:
            radii = {one: self._columns.get(f"s_{one}_Error") for one in LINEAR_TERMS}
            if name in LINEAR_TERMS:
                return radii[name]
            return _sum_of(list(radii.values()), 0.5)
        parts = [self._columns.get(f"e_{one}_Error") for one in ("Theta", "Phi")]
        if name == "theta" or name[0] == "V":
            return parts[0]
        if name == "phi" or name[0] == "H":
            return parts[1]
        return _sum_of(parts, 1 / np.sqrt(2))

    def rcs(self, term: str = "total", dB: bool = False) -> Real:
        """σ = 4π|S|² of a term [m²], or dBsm; "total": the sum over all terms that were computed."""
        if term == "total":
            power = np.sum([np.abs(self.field(one)) ** 2 for one in self.terms], axis=0)
        else:
            power = np.abs(self.field(term)) ** 2
        value = np.asarray(4 * np.pi * power)
        return dbsm(value) if dB else value

    def bar(self, term: str = "total", dB: bool = False) -> Bar | None:
        """Between what `rcs(term, dB)` lies, in its unit; None where no errors were estimated."""
        low: Real = np.zeros(1)
        high: Real = np.zeros(1)
        for one in self.terms if term == "total" else (term,):
            radius = self.radius(one)
            if radius is None:
                return None
            size = np.abs(self.field(one))
            low = low + np.maximum(0, size - radius) ** 2
            high = high + (size + radius) ** 2
        bar = Bar(np.asarray(4 * np.pi * low), np.asarray(4 * np.pi * high))
        return Bar(dbsm(bar.low), dbsm(bar.high)) if dB else bar

    def _known(self, term: str) -> str:
        known = [*self.terms, *(CIRCULAR_TERMS if self.polarization == 4 else ("theta", "phi"))]
        if term not in known:
            raise invalid(
                "VALIDATION", "/term", f"This run has no term {term!r}. It has {', '.join(known)}; polarization=\"VH\" computes all."
            )
        return term

    def _one(self, component: str) -> Complex:
        return np.asarray(self._columns[f"e_{component}_Real"] + 1j * self._columns[f"e_{component}_Imag"])

    def _linear(self, term: str) -> Complex:
        return np.asarray(self._columns[f"s_{term}_Real"] + 1j * self._columns[f"s_{term}_Imag"])

    def _of_matrix(self, term: str) -> Complex:
        """Circular terms as in docs/conventions.md."""
        if term in LINEAR_TERMS:
            return self._linear(term)
        vv, vh, hv, hh = (self._linear(one) for one in LINEAR_TERMS)
        if term == "RR":
            return np.asarray((1j * (hh - vv) + vh + hv) / 2)
        if term == "LL":
            return np.asarray((1j * (vv - hh) + vh + hv) / 2)
        if term == "RL":
            return np.asarray((1j * (vv + hh) + vh - hv) / 2)
        return np.asarray((-1j * (vv + hh) + vh - hv) / 2)


def _sum_of(radii: Sequence[Real | None], factor: float) -> Real | None:
    given = [radius for radius in radii if radius is not None]
    if len(given) < len(radii):
        return None
    return np.asarray(factor * np.sum(given, axis=0))
