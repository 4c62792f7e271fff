"""Design maps and hot spots of a finished run, a value a triangle."""

from __future__ import annotations

import struct
from typing import Any, Mapping

import numpy as np
from numpy.typing import NDArray

from .errors import ServerError

__all__ = ["DesignMaps", "HotSpots", "maps_in"]

Values = NDArray[np.float32]

_MAGIC = b"PACEMAP1"
_HEAD = struct.Struct("<8sII")


def maps_in(content: bytes) -> list[Values]:
    """The maps of `maps.bin` and `backprojection.bin` (docs/run-folder.md), one value a triangle."""
    if len(content) < _HEAD.size or content[:8] != _MAGIC:
        raise ServerError("ANSWER", "The server answered maps that are none.")
    _, triangles, count = _HEAD.unpack_from(content)
    if len(content) != _HEAD.size + 4 * triangles * count:
        raise ServerError("ANSWER", "The maps of the server break off.")
    values = np.frombuffer(content, "<f4", offset=_HEAD.size)
    return [np.array(one) for one in values.reshape(count, triangles)]


class DesignMaps(Mapping[str, Values]):
    """
    What a change of the surface changes, to first order (docs/theory/design-maps.md): `maps["displacement"]`, an array with a value a triangle.

    Names: "contribution" [m²], "displacement" [dB/mm], "resistance" and "reactance" [dB/Ω], "layer" [dB/mm], as far as there are; `units` has
    the unit of each. Triangles are in the order of the mesh. NaN where a triangle has none.
    """

    def __init__(self, file: Mapping[str, Any], content: bytes) -> None:
        self.file = file
        """`maps.json`: parts with their shares and derivatives, responses of single illuminations (docs/run-folder.md)."""
        self._maps = {str(one["name"]): values for one, values in zip(file["maps"], maps_in(content), strict=True)}

    @property
    def units(self) -> dict[str, str]:
        return {str(one["name"]): str(one["unit"]) for one in self.file["maps"]}

    @property
    def parts(self) -> list[dict[str, Any]]:
        """Each with `name`, `share_dBsm`, `without_dBsm` and, but for sheets, `derivatives` in dB/mm and dB/Ω."""
        return list(self.file["parts"])

    @property
    def rcs_dbsm(self) -> float | None:
        """Mean RCS over the illuminations [dBsm]."""
        value = self.file["rcs_dBsm"]
        return None if value is None else float(value)

    def __getitem__(self, name: str) -> Values:
        return self._maps[name]

    def __iter__(self) -> Any:
        return iter(self._maps)

    def __len__(self) -> int:
        return len(self._maps)

    def __repr__(self) -> str:
        return f"<DesignMaps: {', '.join(f'{name} [{unit}]' for name, unit in self.units.items())}>"


class HotSpots:
    """Where the echoes of a sweep add up on the surface (docs/theory/hot-spots.md)."""

    def __init__(self, file: Mapping[str, Any], content: bytes) -> None:
        self.file = file
        """`backprojection.json` (docs/run-folder.md)."""
        (self.map,) = maps_in(content)
        """4π|I|² [m²] a triangle; NaN on interfaces inside the model."""

    @property
    def spots(self) -> list[dict[str, Any]]:
        """Strongest first: `position_m` [x, y, z], `rcs_dBsm`, `triangle` and `part`, both from 1."""
        return list(self.file["spots"])

    @property
    def resolution_m(self) -> dict[str, float]:
        """Shortest distance of two resolved places: `downRange`, `theta`, `phi`, as far as the sweep has them."""
        return dict(self.file["resolution_m"])
