"""Materials, layers of coatings, and what surfaces of composite models separate."""

from __future__ import annotations

import difflib
import math
from dataclasses import dataclass
from typing import Any, Iterable, Mapping, Sequence, Union

from .errors import invalid

__all__ = ["Boundary", "Coating", "Layer", "Material"]

PEC = "PEC"
OUTER = {"vacuum": 0, "interface": -1}


@dataclass(frozen=True)
class Material:
    """
    A material: relative permittivity and permeability over frequency.

    table: (frequency [Hz], ε, μ), ascending in frequency. Between two frequencies the server takes straight lines over log f, outside
    the nearest one. Losses are negative imaginary parts, ε = ε' − jε''.
    """

    name: str
    table: tuple[tuple[float, complex, complex], ...]

    @classmethod
    def constant(cls, name: str, permittivity: complex, permeability: complex = 1) -> Material:
        """A material that is the same at all frequencies."""
        return cls(name, ((0.0, complex(permittivity), complex(permeability)),))

    def at(self, frequency: float) -> tuple[complex, complex]:
        """ε and μ at a frequency [Hz]."""
        if frequency <= self.table[0][0]:
            return self.table[0][1:]
        for (f0, e0, m0), (f1, e1, m1) in zip(self.table, self.table[1:]):
            if frequency <= f1:
                share = math.log(frequency / f0) / math.log(f1 / f0) if f0 > 0 else 1.0
                return e0 + share * (e1 - e0), m0 + share * (m1 - m0)
        return self.table[-1][1:]

    def _wire(self, frequencies: Sequence[float]) -> dict[str, Any]:
        """As the API has it: at the one frequency of a run, or what is needed between the first and the last."""
        first, last = frequencies[0], frequencies[-1]
        inside = [f for f, _, _ in self.table if first < f < last]
        at = [first] if first == last else [first, *inside, last]
        entries = [_entry(f, *self.at(f)) for f in at]
        return {"id": self.name, "name": self.name, **entries[0], **({"params": entries} if len(entries) > 1 else {})}


def _entry(frequency: float, permittivity: complex, permeability: complex) -> dict[str, Any]:
    return {
        "frequency": frequency,
        "permitivity": {"real": permittivity.real, "imaginary": permittivity.imag},
        "permeability": {"real": permeability.real, "imaginary": permeability.imag},
    }


@dataclass(frozen=True)
class Layer:
    """A layer of a coating. material: a name of the library, a Material, or "PEC". thickness: metres."""

    material: str | Material
    thickness: float


@dataclass(frozen=True)
class Boundary:
    """
    What a surface of a composite model separates.

    inside: what the region inside the surface is made of: a name of the library, a Material, or "PEC"; None of an interface, whose two
    sides are found from the geometry.
    outside: "vacuum", "interface", or the number of the surface inside which this one lies.
    """

    inside: str | Material | None
    outside: str | int = "vacuum"


Coating = Union[Sequence[Layer], Mapping[int, Sequence[Layer]]]
"""Layers, outermost first: of all surfaces, or by the number of the surface in the model file."""


def library_material(entry: Mapping[str, Any]) -> Material:
    """A material of the library of the server."""

    def number(value: Mapping[str, float]) -> complex:
        return complex(value["real"], value["imaginary"])

    return Material(
        str(entry["name"]),
        tuple((float(p["frequency"]), number(p["permitivity"]), number(p["permeability"])) for p in entry["params"]),
    )


def materials_input(
    *,
    coating: Coating | None,
    pec_back: bool,
    boundaries: Mapping[int, Boundary] | None,
    own: Iterable[Material],
    library: Mapping[str, Material],
    surfaces: Sequence[int],
    frequencies: Sequence[float],
) -> dict[str, Any]:
    """The materials of a project as the API saves them."""
    used: dict[str, Material] = {}
    known = {**library, **{one.name: one for one in own}}

    def name_of(material: str | Material, place: str) -> str:
        if isinstance(material, Material):
            used[material.name] = material
            return material.name
        name = material.strip()
        if name.upper() == PEC:
            return PEC
        if name not in known:
            near = difflib.get_close_matches(name, known, 3)
            hint = f" Did you mean {', '.join(near)}?" if near else " Client.materials() lists the library."
            raise invalid("MATERIAL_MISSING", place, f"There is no material {name!r}.{hint}")
        used[name] = known[name]
        return name

    stacks = {} if coating is None else coating if isinstance(coating, Mapping) else {s: coating for s in surfaces}
    thicknesses = [
        {
            "id": f"{surface}-{index}",
            "materialName": name_of(layer.material, f"/thicknesses/{surface}/{index}"),
            "surface": surface,
            "surfaceIndex": index,
            "thickness": float(layer.thickness),
        }
        for surface, layers in stacks.items()
        for index, layer in enumerate(layers)
    ]
    outer = [
        {
            "surfaceApplied": surface,
            "outerMedia": _outer(one.outside, surface),
            "outerMaterial": "" if one.inside is None else name_of(one.inside, f"/outerMedias/{surface}"),
        }
        for surface, one in (boundaries or {}).items()
    ]
    return {
        "pecBack": pec_back,
        "isConstant": len(frequencies) == 1,
        "inputMaterials": [material._wire(frequencies) for material in used.values()],
        "thicknesses": thicknesses,
        "outerMedias": outer,
    }


def _outer(outside: str | int, surface: int) -> int:
    if isinstance(outside, int):
        return outside
    if outside not in OUTER:
        raise invalid(
            "REGION_TABLE", f"/outerMedias/{surface}", f'{outside!r} is no outer medium: give "vacuum", "interface" or a surface number.'
        )
    return OUTER[outside]
