"""What the import doctor found in a mesh."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Mapping

__all__ = ["Doctor", "Finding"]


@dataclass(frozen=True)
class Finding:
    severity: str
    """"error", "warning" or "info"."""
    code: str
    sentence: str
    """What, where, and what to do."""
    part: int | None = None
    """Surface number in the model file."""
    where: str | None = None
    """A place in metres."""


class Doctor:
    """
    The report of a mesh. `print(doctor)` shows its rows.

    report: the whole of it, as `mesh.json` has it (docs/run-folder.md); lengths in metres.
    """

    def __init__(self, report: Mapping[str, Any]) -> None:
        self.report = report

    @property
    def verdict(self) -> str:
        """"ok", "warnings" or "errors"."""
        return str(self.report.get("verdict", "ok"))

    @property
    def triangles(self) -> int:
        return int(self.report["triangles"])

    @property
    def unknowns(self) -> int:
        """RWG functions of a perfect conductor; `Run.estimate` has those of a run."""
        return int(self.report["unknownsRwg"])

    @property
    def surfaces(self) -> tuple[int, ...]:
        """Numbers of the parts in the model file, ascending, as coatings and boundaries refer to them."""
        return tuple(int(part["number"]) for part in self.report["parts"])

    @property
    def size(self) -> tuple[float, float, float] | None:
        """Extents along x, y, z [m]."""
        box = self.report.get("boundingBox")
        if box is None:
            return None
        x, y, z = box["metres"]["size"]
        return float(x), float(y), float(z)

    @property
    def findings(self) -> tuple[Finding, ...]:
        return tuple(
            Finding(one["severity"], one["code"], one["sentence"], one.get("part"), one.get("where"))
            for one in self.report["findings"]
        )

    @property
    def rows(self) -> tuple[tuple[str, str], ...]:
        """Quantities and findings as texts."""
        report = self.report
        rows = [("verdict", self.verdict)]
        if "unitsName" in report:
            metres = report.get("metresPerUnit")
            rows.append(("units", f"{report['unitsName']} ({'not stated' if metres is None else f'{metres:g} m'})"))
        if self.size is not None:
            rows.append(("size", " × ".join(f"{one:.4g}" for one in self.size) + " m"))
        rows.append(("triangles", f"{self.triangles}"))
        if report.get("curved"):
            rows.append(("curved triangles", f"{report['curved']['triangles']}"))
        rows.append(("unknowns", f"{self.unknowns}"))
        rows.append(("parts", f"{len(report['parts'])}"))
        if "edge_m" in report:
            edge = report["edge_m"]
            rows.append(("edges", f"{edge['min']:.4g} … {edge['max']:.4g} m, mean {edge['mean']:.4g} m"))
        if "openEdges" in report:
            rows.append(("open edges", f"{report['openEdges']}"))
        rows += [
            (one.severity, f"{one.code}: {one.sentence}" + ("" if one.part is None else f" (part {one.part})"))
            for one in self.findings
        ]
        return tuple(rows)

    def __str__(self) -> str:
        width = max(len(name) for name, _ in self.rows)
        return "\n".join(f"{name:<{width}}  {text}" for name, text in self.rows)
