"""The connection to a server."""

from __future__ import annotations

import base64
import os
from pathlib import Path
from typing import Any, Hashable, Iterator, Literal, Mapping, Sequence, TypeVar, overload

from . import batch as batches
from .errors import AccessKeyError, BatchFailed, PaceError, invalid
from .materials import Material, library_material
from .model import PROGRAMS, Model
from .results import Results
from .run import Run
from .study import Sampling, Study, definition
from .transport import Transport

__all__ = ["Client", "connect"]

VERSION = "0.1.0"
"""That of the product."""
KEY_START = "pace_"
CHUNK_BYTES = 2_097_152

Key = TypeVar("Key", bound=Hashable)


def connect(
    url: str | None = None, key: str | None = None, *, patience: float = 120.0, timeout: float = 600.0
) -> Client:
    """
    A client of the server at this address.

    url: as "http://localhost:8080"; by default PACE_URL of the environment.
    key: an access key, "pace_…", of your profile settings; by default PACE_KEY of the environment. Scope "run" is enough for all but
    sharing, renaming and deleting.
    patience: seconds for which calls are tried again while the server is away or asks to wait (Retry-After).
    timeout: seconds that one answer may take.

    Raises AccessKeyError where the server does not take the key.
    """
    address = url or os.environ.get("PACE_URL")
    if not address:
        raise invalid("VALIDATION", "/url", "Which server? Give url=, or set PACE_URL.")
    secret = key or os.environ.get("PACE_KEY")
    if not secret:
        raise AccessKeyError("UNAUTHENTICATED", "Which access key? Give key=, or set PACE_KEY.")
    if not secret.startswith(KEY_START) or not secret.isascii():
        raise AccessKeyError("ACCESS_KEY_INVALID", f"An access key begins with {KEY_START}. Create one in your profile settings.")
    client = Client(Transport(address, secret, patience=patience, timeout=timeout, agent=f"pace-rcs/{VERSION}"))
    client.usage()
    return client


class Client:
    """Projects of one account on one server. Threads may share it."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def __repr__(self) -> str:
        return f"<Client {self._transport.url}>"

    def upload(
        self, path: str | Path, *, name: str | None = None, program: Literal["pec", "coating", "composite"] = "pec"
    ) -> Model:
        """
        Makes a project and uploads its model: a model of CAD (STEP, IGES, BREP), or a mesh (UNV, gmsh .msh, NASTRAN .bdf .nas .dat, Abaqus .inp, STL,
        OBJ).

        Of these only STEP always says its unit of length; give `scalefactor` to `run` where the file does not.

        name: of the project; the file's name if it is not given.
        program: what surfaces are made of: "pec" perfect conductors, "coating" layers on conductors, "composite" bodies of materials.
        """
        if program not in PROGRAMS:
            raise invalid("VALIDATION", "/program", f"{program!r} is no program: give {', '.join(map(repr, PROGRAMS))}.")
        file = Path(path)
        size = file.stat().st_size
        if size == 0:
            raise invalid("VALIDATION", "/path", f"{file.name} is empty.")
        with file.open("rb") as content:
            project = self._transport.call(
                "createProject", {"name": name or file.stem, "solverType": PROGRAMS[program], "coreType": 1}
            )
            for index, offset in enumerate(range(0, size, CHUNK_BYTES)):
                data = content.read(CHUNK_BYTES)
                self._transport.call(
                    "upload",
                    {
                        "projectId": project["id"],
                        "fileName": file.name,
                        "index": index,
                        "offset": offset,
                        "fileSize": size,
                        "chunkSize": len(data),
                        "data": base64.b64encode(data).decode("ascii"),
                    },
                )
        return Model(self._transport, project["id"], taken=False)

    def demo(self, model: str, *, name: str | None = None) -> Model:
        """A model that comes with the product, as "sphere" or "almond", with its materials; `demo_models()` lists them."""
        project = self._transport.call("createFromDemo", {"model": model, "name": name or model})
        return Model(self._transport, project["id"], taken=False)

    def demo_models(self) -> list[str]:
        return [str(one["id"]) for one in self._transport.call("getDemoModels")["models"]]

    def model(self, project_id: str) -> Model:
        """The model of a project. Its next run gets a copy of the project if that has a run or settings already."""
        project = self._transport.call("getSingleProject", query={"id": project_id})
        has_run = project["stateLive"]["solverState"]["status"] != "" or project["state"]["solverInput"] is not None
        return Model(self._transport, project_id, taken=has_run)

    def run(self, project_id: str) -> Run:
        """The run of a project, whatever its state: `wait()` starts it, waits for it, or has its results at once."""
        run = Run(self._transport, project_id)
        # A wrong id is refused here.
        _ = run.project
        return run

    def create_study(
        self,
        project_id: str,
        name: str,
        parameters: Sequence[Mapping[str, Any]],
        objectives: Sequence[Mapping[str, Any]] | None = None,
        *,
        sampling: Sampling = "grid",
        runs: int | None = None,
        seed: int = 1,
        goal: Literal["minimum", "maximum"] = "minimum",
        optimised: int = 0,
    ) -> Study:
        """
        Makes a study of a project that is meshed and has its waves, and starts it: one run for each variant.

        project_id: as `Run.id` of a run that was prepared, or `Model.id`.
        parameters: what varies, of `vary`.
        objectives: what is looked at, of `objective`; the mean of σ by default.
        sampling: "grid" every combination; "latinHypercube" or "monteCarlo" so many `runs`; "optimise" at most so many, towards the `goal` of the objective
        number `optimised`.
        """
        made = self._transport.call(
            "createStudy",
            {
                "projectId": project_id,
                "name": name,
                "definition": definition(parameters, objectives, sampling, runs, seed, goal, optimised),
            },
        )
        return Study(self._transport, str(made["id"]))

    def study(self, study_id: str) -> Study:
        study = Study(self._transport, study_id)
        # A wrong id is refused here.
        _ = study.state
        return study

    def studies(self) -> list[dict[str, Any]]:
        """Studies of the account, newest first, as the API lists them."""
        found: list[dict[str, Any]] = self._transport.call("getStudies")["studies"]
        return found

    def projects(self, page: int = 0) -> list[dict[str, Any]]:
        """A hundred projects, newest first, as the API lists them."""
        found: list[dict[str, Any]] = self._transport.call("getProjects", query={"page": str(page)})["projects"]
        return found

    def materials(self) -> dict[str, Material]:
        """The library of materials, by their names."""
        entries = self._transport.call("getMaterials")["materials"]
        return {str(entry["name"]): library_material(entry) for entry in entries}

    def usage(self) -> dict[str, Any]:
        """Storage, projects and runs of the account with their limits, as the API gives them."""
        usage: dict[str, Any] = self._transport.call("usage")
        return usage

    def health(self) -> dict[str, Any]:
        """Version and state of the server."""
        health: dict[str, Any] = self._transport.call("health")
        return health

    @overload
    def batch(
        self, runs: Mapping[Key, Run], at_once: int = 8, errors: Literal["raise"] = "raise"
    ) -> dict[Key, Results]: ...
    @overload
    def batch(self, runs: Sequence[Run], at_once: int = 8, errors: Literal["raise"] = "raise") -> Sequence[Results]: ...
    @overload
    def batch(
        self, runs: Mapping[Key, Run], at_once: int = 8, *, errors: Literal["return"]
    ) -> dict[Key, Results | PaceError]: ...
    @overload
    def batch(
        self, runs: Sequence[Run], at_once: int = 8, *, errors: Literal["return"]
    ) -> Sequence[Results | PaceError]: ...
    def batch(self, runs: Any, at_once: int = 8, errors: Literal["raise", "return"] = "raise") -> Any:
        """
        Solves many runs and returns their results in a container as they came in: a dictionary, a list or a tuple.

        at_once: how many are started and followed at a time. Runs that have finished are not solved again.
        errors: "raise": BatchFailed after all others are done, with what succeeded in its `results`; "return": an error takes the place
        of the results of its run.
        """
        outcomes = dict(self.as_finished(runs, at_once))
        failed = {key: one for key, one in outcomes.items() if isinstance(one, PaceError)}
        if failed and errors == "raise":
            raise BatchFailed({key: one for key, one in outcomes.items() if key not in failed}, failed)
        return batches.like(runs, outcomes)

    def as_finished(
        self, runs: Mapping[Any, Run] | Sequence[Run], at_once: int = 8
    ) -> Iterator[tuple[Any, Results | PaceError]]:
        """The same, one after the other as they finish: the key or position of a run, and its results or its error."""
        return batches.as_finished(batches.keyed(runs), at_once)
