"""
Radar cross section from Python.

Frequencies in Hz, lengths in metres, angles in degrees: θ from +z, φ from +x towards +y. Time dependence e^{+jωt}.
`connect` is where to begin.
"""

from .client import VERSION as __version__
from .client import Client, connect
from .doctor import Doctor, Finding
from .errors import (
    AccessKeyError,
    BatchFailed,
    ConnectionLost,
    InvalidInput,
    Issue,
    MeshFailed,
    NotConvergedWarning,
    NotFound,
    PaceError,
    QuotaExceeded,
    RateLimited,
    RunCancelled,
    RunFailed,
    ServerError,
    StateConflict,
)
from .materials import Boundary, Layer, Material
from .model import Model
from .maps import DesignMaps, HotSpots
from .results import Bistatic, Cut, Results
from .run import Estimate, Run
from .scattering import Bar, dbsm
from .study import Range, Study, StudyCurves, Tolerance, Variant, objective, vary
from .units import SPEED_OF_LIGHT

__all__ = [
    "SPEED_OF_LIGHT",
    "AccessKeyError",
    "Bar",
    "BatchFailed",
    "Bistatic",
    "Boundary",
    "Client",
    "ConnectionLost",
    "Cut",
    "DesignMaps",
    "Doctor",
    "Estimate",
    "Finding",
    "InvalidInput",
    "Issue",
    "Layer",
    "Material",
    "MeshFailed",
    "Model",
    "NotConvergedWarning",
    "NotFound",
    "PaceError",
    "QuotaExceeded",
    "Range",
    "RateLimited",
    "Results",
    "Run",
    "RunCancelled",
    "RunFailed",
    "ServerError",
    "StateConflict",
    "Study",
    "StudyCurves",
    "Tolerance",
    "Variant",
    "__version__",
    "connect",
    "dbsm",
    "objective",
    "vary",
]
