"""A writer of MATLAB files of level 5, uncompressed: real and complex arrays of doubles, and texts."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any, Mapping

import numpy as np
from numpy.typing import NDArray

__all__ = ["write_mat"]

_INT8, _UINT16, _INT32, _UINT32, _DOUBLE, _MATRIX, _UTF8 = 1, 4, 5, 6, 9, 14, 16
_CLASS_CHAR, _CLASS_DOUBLE = 4, 6
_COMPLEX = 0x0800
_NAME_LENGTH = 63
_HEAD = b"MATLAB 5.0 MAT-file, written by pace-rcs"


def write_mat(path: str | Path, variables: Mapping[str, Any]) -> None:
    """
    Writes numbers, arrays and texts under their names.

    A vector becomes a row, a text a row of characters. Numbers become doubles.
    """
    content = [_HEAD.ljust(124), struct.pack("<H", 0x0100), b"IM"]
    content += [_matrix(name, value) for name, value in variables.items()]
    Path(path).write_bytes(b"".join(content))


def _element(kind: int, data: bytes) -> bytes:
    """A tag and its data, filled up to eight bytes."""
    return struct.pack("<II", kind, len(data)) + data + b"\0" * (-len(data) % 8)


def _matrix(name: str, value: Any) -> bytes:
    if not (name.isidentifier() and name.isascii() and not name.startswith("_") and len(name) <= _NAME_LENGTH):
        raise ValueError(f"{name!r} is no name of a variable in MATLAB")
    if isinstance(value, str):
        shape: tuple[int, ...] = (1 if value else 0, len(value))
        kind, flags = _CLASS_CHAR, 0
        # Every reader takes 16 bits a character; what is not ASCII they read alike as UTF-8 only.
        parts = [_element(_UINT16, value.encode("utf-16-le")) if value.isascii() else _element(_UTF8, value.encode())]
    else:
        array = np.asarray(value)
        if array.dtype.kind not in "biufc":
            raise TypeError(f"{name} is neither numbers nor a text")
        shape = (1,) * (2 - array.ndim) + array.shape
        is_complex = array.dtype.kind == "c"
        kind, flags = _CLASS_DOUBLE, _COMPLEX if is_complex else 0
        parts = [_doubles(part) for part in ((array.real, array.imag) if is_complex else (array,))]
    data = [
        _element(_UINT32, struct.pack("<II", kind | flags, 0)),
        _element(_INT32, struct.pack(f"<{len(shape)}i", *shape)),
        _element(_INT8, name.encode("ascii")),
        *parts,
    ]
    return _element(_MATRIX, b"".join(data))


def _doubles(array: NDArray[Any]) -> bytes:
    """Columns first."""
    return _element(_DOUBLE, np.asarray(array, dtype="<f8").tobytes(order="F"))
