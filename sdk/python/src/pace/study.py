"""Studies: many variants of one project, computed by the server, compared by a table."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any, Literal, Mapping, NamedTuple, Sequence
from urllib.parse import quote

import numpy as np
from numpy.typing import NDArray

from .errors import RunFailed, invalid
from .progress import Progress, listener_of
from .results import Results
from .run import Run
from .transport import Transport

__all__ = ["Range", "Sampling", "Study", "StudyCurves", "Tolerance", "Variant", "objective", "vary"]

_LOOK_AGAIN_S = 1.0
_RANGE_ENDS = 2

Sampling = Literal["grid", "latinHypercube", "monteCarlo", "optimise"]
Value = float | int | str


class Range(NamedTuple):
    """Evenly from one end to the other; studies by samples and optimisations take any value between."""

    first: float
    last: float
    count: int = _RANGE_ENDS


class Tolerance(NamedTuple):
    """A normal tolerance, cut off at three deviations; for studies by samples."""

    mean: float
    deviation: float


def vary(kind: str, values: Sequence[Value] | Range | Tolerance, *, name: str | None = None, **target: Any) -> dict[str, Any]:
    """
    A parameter of a study.

    kind: as in the API: "thickness" with layers=[0], "layerMaterial" with layers=[0], "frequency", "theta", "phi", "polarization", "permittivityFactor" with
    material="…", "resistance" with surfaces=[1], "alpha", "partMethod", "meshSize", "modelScale", "rotation" with solids=[1], axis="z", point=[0, 0, 0], "model" …
    values: in SI units: a list, a `Range`, or a `Tolerance`.
    target: what of the project it is, as `layers`: places count from 0.
    """
    given: dict[str, Any]
    if isinstance(values, Range):
        given = {"range": {"from": values.first, "to": values.last, "count": values.count}}
    elif isinstance(values, Tolerance):
        given = {"normal": {"mean": values.mean, "deviation": values.deviation}}
    else:
        given = {"list": list(values)}
    return {**({"name": name} if name else {}), "target": {"kind": kind, **target}, "values": given}


def objective(
    statistic: Literal["mean", "meanOfDb", "median", "maximum", "percentile"] = "mean",
    component: str = "total",
    *,
    percentile: float | None = None,
    theta: tuple[float, float] | None = None,
    phi: tuple[float, float] | None = None,
    frequency: tuple[float, float] | None = None,
    name: str | None = None,
) -> dict[str, Any]:
    """
    One number of the backscatter of each variant [dBsm].

    component: of runs of both polarizations "VV", "HH", "VH", "HV", "power", "RR" …; of one "total", "theta", "phi", "co", "cross" …
    theta, phi, frequency: from, to [degrees, Hz] of the sweep that counts; all of it by default. φ from above to passes through 0°.
    """
    sector = {key: list(ends) for key, ends in (("theta", theta), ("phi", phi), ("frequency", frequency)) if ends is not None}
    return {
        **({"name": name} if name else {}),
        "statistic": statistic,
        **({"percentile": percentile} if percentile is not None else {}),
        "component": component,
        "sector": sector,
    }


def definition(
    parameters: Sequence[Mapping[str, Any]],
    objectives: Sequence[Mapping[str, Any]] | None,
    sampling: Sampling,
    runs: int | None,
    seed: int,
    goal: Literal["minimum", "maximum"],
    optimised: int,
) -> dict[str, Any]:
    if (runs is None) != (sampling == "grid"):
        raise invalid("VALIDATION", "/runs", "Give runs= for every sampling but a grid, whose values say how many there are.")
    plan: dict[str, Any] = {"kind": sampling}
    if sampling != "grid":
        plan |= {"runs": runs, "seed": seed}
    if sampling == "optimise":
        plan |= {"objective": optimised, "goal": goal}
    return {
        "parameters": [dict(one) for one in parameters],
        "sampling": plan,
        "objectives": [dict(one) for one in objectives or [objective()]],
    }


@dataclass(frozen=True)
class Variant:
    """One row of the table of a study."""

    number: int
    """From 1 on."""
    values: tuple[Value, ...]
    """One a parameter, in SI units."""
    status: str
    """"Planned", "Queued", "Starting", "Running", "Finished", "Error" or "Cancelled"."""
    objectives: tuple[float | None, ...]
    """[dBsm], one an objective; None as long as there is none."""
    bars: tuple[tuple[float, float] | None, ...]
    """Their lower and upper ends [dBsm]; None where no errors were estimated."""
    converged: bool | None
    error: str | None
    """Why it failed."""
    project_id: str | None


class StudyCurves(NamedTuple):
    """σ of variants on the points of their sweep. frequency [Hz], theta, phi [degrees]: of each point; dbsm: a row a variant."""

    variants: tuple[int, ...]
    frequency: NDArray[np.float64]
    theta: NDArray[np.float64]
    phi: NDArray[np.float64]
    dbsm: NDArray[np.float64]


class Study:
    """Many variants of one project. `Client.create_study` makes one, `Client.study` finds one by its id."""

    def __init__(self, transport: Transport, study_id: str) -> None:
        self._transport = transport
        self.id = study_id

    def __repr__(self) -> str:
        return f"<Study {self.id}>"

    @property
    def state(self) -> dict[str, Any]:
        """The study as the API gives it now."""
        found: dict[str, Any] = self._transport.call("getStudy", query={"id": self.id})
        return found

    @property
    def variants(self) -> list[Variant]:
        """The table as it is now."""
        return [_variant(one) for one in self.state["variants"]]

    def wait(self, progress: Progress = None) -> list[Variant]:
        """Waits until every variant has ended, and returns the table. Raises RunFailed if the study was cancelled."""
        listener = listener_of(progress, "study")
        while True:
            state = self.state
            counts = state["counts"]
            ended = counts["finished"] + counts["failed"] + counts["cancelled"]
            share = ended / max(1, state["runs"])
            status = "Running" if state["status"] == "Open" else state["status"]
            listener({"status": status, "detail": f"{ended} of {state['runs']} variants", "fraction": share})
            if state["status"] == "Cancelled":
                raise RunFailed("STUDY_STATE", f"The study was cancelled after {ended} of {state['runs']} variants; resume() continues it.")
            if state["status"] == "Finished":
                return [_variant(one) for one in state["variants"]]
            time.sleep(_LOOK_AGAIN_S)

    def best(self, objective: int = 0, goal: Literal["minimum", "maximum"] = "minimum") -> Variant:
        """The variant with the lowest or highest objective so far, of those that have converged."""
        found = [one for one in self.variants if one.converged is not False and one.objectives and one.objectives[objective] is not None]
        if not found:
            raise invalid("VALIDATION", "/objective", "No variant has this objective yet.")
        return (min if goal == "minimum" else max)(found, key=lambda one: one.objectives[objective] or 0.0)

    def curves(self, component: str = "total", variants: Sequence[int] | None = None) -> list[StudyCurves]:
        """σ of the variants that have finished: one entry for all that share their points."""
        body = {"id": self.id, "component": component, **({"variants": list(variants)} if variants is not None else {})}
        answer = self._transport.call("studyCurves", body)
        found = []
        for place, sweep in enumerate(answer["sweeps"]):
            curves = [one for one in answer["curves"] if one["sweep"] == place]
            found.append(
                StudyCurves(
                    tuple(one["variant"] for one in curves),
                    *(np.array(sweep[key], dtype=float) for key in ("frequencyHz", "thetaDeg", "phiDeg")),
                    np.array([[-np.inf if value is None else value for value in one["dbsm"]] for one in curves], dtype=float),
                )
            )
        return found

    def results(self, number: int) -> Results:
        """All results of a variant that has finished."""
        variant = next((one for one in self.variants if one.number == number), None)
        if variant is None or variant.project_id is None:
            raise invalid("VALIDATION", "/number", f"Variant {number} has no results.")
        return Run(self._transport, variant.project_id).results()

    def cancel(self) -> Study:
        """Stops its runs; what has finished stays."""
        self._transport.call("cancelStudy", {"id": self.id})
        return self

    def resume(self) -> Study:
        self._transport.call("resumeStudy", {"id": self.id})
        return self

    def share(self) -> str:
        """A link to this study for reading in a browser, shown this once; needs a key of the scope full."""
        token = self._transport.call("createShare", {"projectId": self.state["carrierId"]})["token"]
        return f"{self._transport.url}/shared/study?id={quote(self.id)}#{token}"

    def promote(self, number: int, name: str) -> str:
        """Makes a project of a variant that has finished, and returns its id."""
        project = self._transport.call("promoteVariant", {"id": self.id, "variant": number, "name": name})
        return str(project["id"])

    def delete(self) -> None:
        """With all results of its variants; needs a key of the scope full."""
        self._transport.call("deleteStudy", {"id": self.id})


def _variant(one: Mapping[str, Any]) -> Variant:
    found = one["objectives"]
    error = one.get("error")
    return Variant(
        number=one["number"],
        values=tuple(one["values"]),
        status=one["status"],
        objectives=tuple(None if value is None else _db(value["value"]) for value in found),
        bars=tuple(None if value is None or "low" not in value else (_db(value["low"]), _db(value["high"])) for value in found),
        converged=one.get("converged"),
        error=None if error is None else str(error["detail"]),
        project_id=one["projectId"],
    )


def _db(value: float | None) -> float:
    """No field at all travels as null."""
    return -np.inf if value is None else float(value)
