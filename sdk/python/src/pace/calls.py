"""The calls of the API that this package makes, named as in the server's contract."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["CALLS", "Call"]


@dataclass(frozen=True)
class Call:
    method: str
    path: str
    again: bool = True
    """Whether a call of which nobody knows if it arrived may be sent again: it changes nothing, or the same once more."""


CALLS: dict[str, Call] = {
    "health": Call("GET", "/api/health"),
    "getUserInfo": Call("GET", "/api/account/get-user-info"),
    "usage": Call("GET", "/api/account/usage"),
    "getSingleProject": Call("GET", "/api/project/get-single-project"),
    "getProjects": Call("GET", "/api/project/get-projects"),
    "getMaterials": Call("GET", "/api/project/get-materials"),
    "getDemoModels": Call("GET", "/api/project/demo-models"),
    "createProject": Call("POST", "/api/project/create", again=False),
    "createFromDemo": Call("POST", "/api/project/create-from-demo", again=False),
    "duplicateProject": Call("POST", "/api/project/duplicate", again=False),
    "renameProject": Call("POST", "/api/project/rename"),
    "deleteProject": Call("POST", "/api/project/delete"),
    "createShare": Call("POST", "/api/project/share", again=False),
    "upload": Call("POST", "/api/solver/upload"),
    "mesherInput": Call("POST", "/api/solver/mesher-input"),
    "runMesher": Call("POST", "/api/solver/runMesher", again=False),
    "inputMaterials": Call("POST", "/api/solver/input-materials"),
    "input": Call("POST", "/api/solver/input"),
    "solverRun": Call("POST", "/api/solver/solver-run", again=False),
    "continueRun": Call("POST", "/api/solver/continue", again=False),
    "cancel": Call("POST", "/api/solver/cancel"),
    "estimate": Call("POST", "/api/solver/estimate"),
    "storageStateLive": Call("POST", "/api/solver/storage-stateLive"),
    "liveEvents": Call("GET", "/api/solver/live-events"),
    "createStudy": Call("POST", "/api/study/create", again=False),
    "getStudies": Call("GET", "/api/study/list"),
    "getStudy": Call("GET", "/api/study/get"),
    "studyCurves": Call("POST", "/api/study/curves"),
    "cancelStudy": Call("POST", "/api/study/cancel", again=False),
    "resumeStudy": Call("POST", "/api/study/resume", again=False),
    "promoteVariant": Call("POST", "/api/study/promote"),
    "deleteStudy": Call("POST", "/api/study/delete", again=False),
    "monoStaticRcsResult": Call("POST", "/api/solver/MonoStaticRcsResult"),
    "farZoneFieldsResult": Call("POST", "/api/solver/FarZoneFieldsResult"),
    "iterationsResult": Call("POST", "/api/solver/IterationsResult"),
    "sphereResult": Call("POST", "/api/solver/SphereResult"),
    "download": Call("GET", "/api/solver/download"),
    "downloadRun": Call("GET", "/api/solver/archive"),
    "designMaps": Call("POST", "/api/solver/DesignMaps"),
    "backProjection": Call("POST", "/api/solver/BackProjection"),
    "exportResult": Call("GET", "/api/solver/export"),
}
