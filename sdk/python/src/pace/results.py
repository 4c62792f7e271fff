"""Results of a finished run as numpy arrays."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from .errors import invalid
from .maps import DesignMaps, HotSpots
from .scattering import Bar, Fields
from .tables import OWN_FORMATS, save
from .transport import Transport
from .units import key_tenths

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["Bistatic", "Cut", "Results"]

Complex = NDArray[np.complex128]
Real = NDArray[np.float64]

SERVER_FORMATS = ("h5", "ffe", "rcs", "radarexplorer", "vtu", "msh", "stl", "obj", "unv")
"""Files that the server writes."""


class Cut:
    """A bistatic far field over one plane; arrays have one entry a direction."""

    def __init__(self, plane: str, polarization: int, records: Sequence[Mapping[str, Any]]) -> None:
        self.plane = plane
        """"xy", "xz", "yz", or "3d" of a full-sphere pattern."""
        self.theta: Real = np.array([one["angleTheta"] for one in records]) / 10
        """Degrees from +z."""
        self.phi: Real = np.array([one["anglePhi"] for one in records]) / 10
        """Degrees from +x towards +y."""
        self._fields = Fields.of_records(polarization, records, range(len(records)), (len(records),))

    @property
    def terms(self) -> tuple[str, ...]:
        return self._fields.terms

    def field(self, term: str) -> Complex:
        """S of a term [m], as `Results.field`."""
        return self._fields.field(term)

    def rcs(self, term: str = "total", dB: bool = False) -> Real:
        """Bistatic RCS [m² or dBsm], as `Results.rcs`."""
        return self._fields.rcs(term, dB)

    def bar(self, term: str = "total", dB: bool = False) -> Bar | None:
        """Error bar of the RCS, as `Results.bar`."""
        return self._fields.bar(term, dB)


class Bistatic(Mapping[str, Cut]):
    """The cuts of one illumination, by their planes: `bistatic["xy"]`."""

    def __init__(self, cuts: Mapping[str, Cut], converged: bool, computed: bool = True) -> None:
        self._cuts = dict(cuts)
        self.converged = converged
        """Whether the currents of this illumination have their residual."""
        self.computed = computed
        """Whether this frequency was solved; False: interpolated by an adaptive sweep, and the error bars say how well."""

    def __getitem__(self, plane: str) -> Cut:
        return self._cuts[plane]

    def __iter__(self) -> Any:
        return iter(self._cuts)

    def __len__(self) -> int:
        return len(self._cuts)


class Results:
    """
    Backscatter of every frequency and direction, and what else a run has computed.

    Arrays of backscatter have the shape (frequency, theta, phi); NaN where a cancelled run did not come to.
    """

    def __init__(self, transport: Transport, project_id: str) -> None:
        self._transport = transport
        self.id = project_id
        self._project: dict[str, Any] = transport.call("getSingleProject", query={"id": project_id})
        # Also the refusal where there are no results yet.
        self._mono: dict[str, Any] = transport.call("monoStaticRcsResult", {"projectId": project_id})

    def __repr__(self) -> str:
        f, t, p = self.shape
        return f"<Results {self.name!r}: {f} frequencies × {t} theta × {p} phi, {', '.join(self.terms)}>"

    @property
    def name(self) -> str:
        return str(self._project["name"])

    @property
    def summary(self) -> Mapping[str, Any]:
        """`result.json`: method, residuals, error estimate, times, memory (docs/run-folder.md); empty where it cannot be read."""
        summary: Mapping[str, Any] = self._project["resultSummary"] or {}
        return summary

    @property
    def converged(self) -> bool:
        """Whether every field is finite, and every residual as small as was asked."""
        return bool(self._mono["converged"])

    @property
    def notices(self) -> tuple[str, ...]:
        """What the solver has to say of the run."""
        return tuple(f"{one['code']}: {one['sentence']}" for one in self.summary.get("notices", ()))

    @property
    def polarization(self) -> int:
        """Number of the API: 0 horizontal, 1 vertical, 2 right, 3 left circular, 4 vertical and horizontal."""
        records = self._mono["monoStaticRcs"]
        if records and "s_VV_Real" in records[0]:
            return 4
        entered = self._project["state"]["solverInput"]
        return int(self.summary.get("polarization", entered["excitation"][4 if entered["anglesweep"] else 2]))

    @cached_property
    def frequency(self) -> Real:
        """Hz, ascending."""
        asked = self.summary.get("frequenciesHz")
        return np.array(asked if asked else sorted({one["frequency"] for one in self._mono["monoStaticRcs"]}), float)

    @cached_property
    def computed(self) -> NDArray[np.bool_]:
        """By frequency: solved (True), or interpolated by an adaptive sweep (False), whose error bars say how well."""
        interpolated = {one["frequency"] for one in self._mono["monoStaticRcs"] if one.get("computed") is False}
        return np.array([one not in interpolated for one in self.frequency], bool)

    @cached_property
    def theta(self) -> Real:
        """Directions that the waves come from: degrees from +z, ascending."""
        return np.array(sorted({one["angleTheta"] for one in self._mono["monoStaticRcs"]})) / 10

    @cached_property
    def phi(self) -> Real:
        """Directions that the waves come from: degrees from +x towards +y, ascending."""
        return np.array(sorted({one["anglePhi"] for one in self._mono["monoStaticRcs"]})) / 10

    @property
    def shape(self) -> tuple[int, int, int]:
        return len(self.frequency), len(self.theta), len(self.phi)

    @cached_property
    def _fields(self) -> Fields:
        return self._of_records(self._mono["monoStaticRcs"])

    @cached_property
    def corrected(self) -> Fields | None:
        """
        The same fields with the errors added that are known to first order: `field`, `radius`, `rcs` and `bar` of it. What was not
        corrected is as it was solved. None where no correction makes the error bars shorter (docs/theory/error-estimate.md).
        """
        records = self._mono["monoStaticRcs"]
        if not any("corrected" in one for one in records):
            return None
        return self._of_records([{**one, **one.get("corrected", {})} for one in records])

    def _of_records(self, records: Sequence[Mapping[str, Any]]) -> Fields:
        axes = [{value: i for i, value in enumerate(axis)} for axis in (self.frequency, self.theta, self.phi)]
        places = [
            (axes[0][one["frequency"]], axes[1][one["angleTheta"] / 10], axes[2][one["anglePhi"] / 10])
            for one in records
        ]
        return Fields.of_records(self.polarization, records, places, self.shape)

    @property
    def terms(self) -> tuple[str, ...]:
        """Terms of the scattering matrix that were computed, the received polarization first: by "VH" all of VV, VH, HV, HH."""
        return self._fields.terms

    def field(self, term: str) -> Complex:
        """
        Scattering matrix S of a term [m], complex, shape (frequency, theta, phi): lim r·e^{jkr}·E over the incident field strength.

        term: "VV", "VH", "HV", "HH", of "VH" runs also "RR", "RL", "LR", "LL"; the first letter is received. Of a run of one
        polarization also "theta" and "phi": E_θ and E_φ [V] of a wave of 1 V/m. The phase is zero at the origin of the model.
        """
        return self._fields.field(term)

    def rcs(self, term: str = "total", dB: bool = False) -> Real:
        """
        Monostatic RCS σ = 4π|S|² [m²], or dBsm, shape (frequency, theta, phi).

        term: as of `field`; "total" is the sum over all terms that were computed.
        """
        return self._fields.rcs(term, dB)

    def bar(self, term: str = "total", dB: bool = False) -> Bar | None:
        """Error bar of `rcs(term, dB)` in its unit, as (low, high); None where the run estimated none."""
        return self._fields.bar(term, dB)

    def radius(self, term: str) -> Real | None:
        """Error bar of `field(term)`: radius of the disc around it in which the exact value lies [m]; None where there is none."""
        return self._fields.radius(term)

    def bistatic(self, frequency: float | None = None, theta: float | None = None, phi: float | None = None) -> Bistatic:
        """
        Far field in the planes xy, xz and yz of one incident wave. What the run has one value of need not be given.

        frequency: Hz. theta, phi: direction that the wave comes from, degrees.
        """
        got = self._transport.call("farZoneFieldsResult", self._key(frequency, theta, phi))
        cuts = _cuts(self.polarization, got["farZoneFields"])
        return Bistatic(cuts, bool(got["converged"]), bool(got.get("computed", True)))

    def exact_sphere(
        self, frequency: float | None = None, theta: float | None = None, phi: float | None = None
    ) -> Bistatic:
        """The exact far field (Mie series) of a model that is a sphere, in the same cuts. Raises StateConflict (NOT_A_SPHERE)."""
        got = self._transport.call("sphereResult", self._key(frequency, theta, phi))
        return Bistatic(_cuts(self.polarization, got["farZoneFields"]), True)

    def iterations(
        self,
        frequency: float | None = None,
        theta: float | None = None,
        phi: float | None = None,
        incident: str | None = None,
    ) -> Real:
        """
        Residuals ‖b − Zx‖/‖b‖, one an iteration; by LU one for all.

        incident: "V" or "H" of a "VH" run; "V" if it is not given.
        """
        body = self._key(frequency, theta, phi)
        if self.polarization == 4:
            body["incident"] = incident or "V"
        got = self._transport.call("iterationsResult", body)
        return np.array([one["residual"] for one in got["iterations"]], float)

    def maps(
        self,
        frequency: float | None = None,
        theta: float | tuple[float, float] | None = None,
        phi: float | tuple[float, float] | None = None,
        *,
        incident: str | None = None,
        received: str | None = None,
        radius: float | None = None,
        layer: tuple[complex, complex] | None = None,
    ) -> DesignMaps:
        """
        What each triangle contributes to the far field, and what moving it, its impedance or a layer on it would change.

        frequency: Hz. theta, phi: direction that the wave comes from, degrees; (from, to) for the mean over a sector of the sweep.
        incident, received: "V" or "H"; of a "VH" run V, received as incident. radius: of the neighbourhood that maps sum over [m].
        layer: relative permittivity and permeability of a thin layer on a conductor, as 4 - 0.1j.

        Raises StateConflict (MAPS_UNAVAILABLE) of runs without the coefficients that maps are made of.
        """
        ranges = {
            name: value if isinstance(value, tuple) else (value, None) for name, value in (("theta", theta), ("phi", phi))
        }
        body = self._key(frequency, ranges["theta"][0], ranges["phi"][0])
        for name, (_, last) in ranges.items():
            if last is not None:
                body[f"{name}To"] = key_tenths(last)
        body |= {
            name: value
            for name, value in (("incident", incident), ("received", received), ("radius", radius))
            if value is not None
        }
        if layer is not None:
            permittivity, permeability = (complex(one) for one in layer)
            body["layer"] = {
                "permittivity": {"real": permittivity.real, "imaginary": permittivity.imag},
                "permeability": {"real": permeability.real, "imaginary": permeability.imag},
            }
        return DesignMaps(self._transport.call("designMaps", body), self._transport.binary("designMaps", body))

    def hot_spots(self, incident: str | None = None, received: str | None = None) -> HotSpots:
        """
        Where the echoes of the whole sweep add up on the surface.

        incident, received: "V" or "H"; of a "VH" run V, received as incident.
        """
        body = {"projectId": self.id}
        body |= {name: value for name, value in (("incident", incident), ("received", received)) if value is not None}
        return HotSpots(self._transport.call("backProjection", body), self._transport.binary("backProjection", body))

    def archive(self, path: str | Path) -> Path:
        """Model, mesh, job and all result files as a ZIP file (docs/run-folder.md)."""
        return self._download("downloadRun", {"ProjectID": self.id}, Path(path))

    def mesh(self, path: str | Path) -> Path:
        """The mesh that was solved, as a UNV file."""
        return self._download("download", {"ProjectID": self.id}, Path(path))

    def save(
        self,
        path: str | Path,
        format: str | None = None,
        *,
        frequency: float | None = None,
        theta: float | None = None,
        phi: float | None = None,
        incident: str = "V",
        density: str = "J",
    ) -> Path:
        """
        Writes a file, by the ending of its name or by `format` (docs/formats.md).

        .npz, .mat, .csv and .txt: axes and fields. Tables have a line a frequency and direction: f [Hz], θ, φ [degrees], then real and
        imaginary part of each term [m].
        .h5: all results; with angles also the cuts of that wave. .ffe: the cuts of a wave, for Feko. .rcs: the scattering matrix of a frequency, or
        with angles the cuts of that wave, for STK. .vtu: currents of a wave. .msh, .stl, .obj, .unv: the mesh. "radarexplorer": a ZIP file of its tables.
        frequency: Hz. theta, phi: direction that the wave comes from, degrees. What the run has one value of need not be given.
        incident: "V" or "H", the wave that excites the currents of a "VH" run. density: "J", or "M" of coatings and bodies of materials.
        """
        target = Path(path)
        kind = format or target.suffix.lower().removeprefix(".")
        if kind in OWN_FORMATS:
            return save(self, target, kind)
        if kind not in SERVER_FORMATS:
            endings = ", ".join(f".{one}" for one in (*OWN_FORMATS, *SERVER_FORMATS) if one != "radarexplorer")
            raise invalid("VALIDATION", "/path", f"{target.name} should end in {endings}, or a format should be given.")
        query = {"ProjectID": self.id, "Format": kind, "Incident": incident, "Density": density}
        if kind in ("vtu", "ffe") or theta is not None or phi is not None:
            key = self._key(frequency, theta, phi)
            query |= {"Frequency": repr(key["frequency"]), "Theta": str(key["theta"]), "Phi": str(key["phi"])}
        elif frequency is not None:
            query["Frequency"] = repr(_one_of(self.frequency, frequency, "frequency"))
        return self._download("exportResult", query, target)

    def _download(self, call: str, query: Mapping[str, str], target: Path) -> Path:
        """The file is there once it is whole."""
        part = target.with_name(f"{target.name}.part")
        try:
            with part.open("wb") as file:
                self._transport.save(call, query, file)
            part.replace(target)
        finally:
            part.unlink(missing_ok=True)
        return target

    def plot_polar(
        self, frequency: float | None = None, term: str | None = None, ax: Axes | None = None, **line: Any
    ) -> Axes:
        """RCS [dBsm] over the angle of a sweep, in polar coordinates. Needs matplotlib. Returns its axes."""
        from .plots import polar

        return polar(self, frequency, term, ax, line)

    def plot(
        self, frequency: float | None = None, term: str | None = None, ax: Axes | None = None, **line: Any
    ) -> Axes:
        """RCS [dBsm] over what was swept: φ, θ or the frequency; with its error bar. Needs matplotlib. Returns its axes."""
        from .plots import straight

        return straight(self, frequency, term, ax, line)

    def _key(self, frequency: float | None, theta: float | None, phi: float | None) -> dict[str, Any]:
        return {
            "projectId": self.id,
            "frequency": _one_of(self.frequency, frequency, "frequency"),
            "theta": key_tenths(_one_of(self.theta, theta, "theta")),
            "phi": key_tenths(_one_of(self.phi, phi, "phi")),
        }


def _cuts(polarization: int, records: Sequence[Mapping[str, Any]]) -> dict[str, Cut]:
    planes = dict.fromkeys(one["plane"] for one in records)
    return {plane: Cut(plane, polarization, [one for one in records if one["plane"] == plane]) for plane in planes}


def _one_of(axis: Real, value: float | None, name: str) -> float:
    """The value of an axis that is meant; the only one where none is given."""
    if value is None:
        if len(axis) == 1:
            return float(axis[0])
        raise invalid("VALIDATION", f"/{name}", f"The run has {len(axis)} values of {name}: say which one.")
    nearest = int(np.argmin(np.abs(axis - value)))
    if abs(axis[nearest] - value) > 1e-6 * max(1.0, abs(value)):
        raise invalid("RESULT_NOT_FOUND", f"/{name}", f"The run has no {name} {value:g}; the nearest is {axis[nearest]:g}.")
    return float(axis[nearest])

