"""A model on the server: its file, its mesh, and the runs that are made of it."""

from __future__ import annotations

import threading
from typing import Any, Iterable, Mapping, Sequence

from .doctor import Doctor
from .errors import MeshFailed, NotFound, StateConflict, invalid
from .events import ACTIVE, follow
from .materials import Boundary, Coating, Material, library_material, materials_input
from .progress import Progress, listener_of
from .run import Run
from .scattering import polarization_number
from .transport import Ambiguous, Transport
from .units import Range, excitation_input, frequency_input, mesh_size_mm, values_of

__all__ = ["PROGRAMS", "Model"]

PROGRAMS = {"pec": 1, "coating": 2, "composite": 3}
"""What surfaces are made of, and the numbers in the API: perfect conductors, coated ones, bodies of materials."""

SOLVERS = {"po": 1, "mlfma": 2, "hybrid": 3}
_SOLVER_OF_PROGRAM = {2: 2, 3: 3}


class Model:
    """A model that was uploaded. `Client.upload` and `Client.model` make one."""

    def __init__(self, transport: Transport, project_id: str, *, taken: bool) -> None:
        self._transport = transport
        self._lock = threading.Lock()
        # Whether its project has a run: the next one gets a copy of it.
        self._taken = taken
        self.id = project_id
        """Id of its project: `Client.model(id)` has this model again."""

    def __repr__(self) -> str:
        return f"<Model {self.id}>"

    @property
    def project(self) -> dict[str, Any]:
        """The project as the API gives it."""
        found: dict[str, Any] = self._transport.call("getSingleProject", query={"id": self.id})
        return found

    def mesh(
        self,
        size: float | str | None = None,
        frequency: float | None = None,
        curved: bool | None = None,
        graded: bool | None = None,
        *,
        gradedElementsPerTurn: float | None = None,
        gradedFactor: float | None = None,
        algorithm: int | None = None,
        tolerans_Percentage: float | None = None,
        refinement_step: float | None = None,
        metresPerUnit: float | None = None,
        modelScale: float | None = None,
        rotations: Sequence[Mapping[str, Any]] | None = None,
        merge_seams: bool = False,
        progress: Progress = None,
    ) -> Model:
        """
        Meshes a model of CAD (STEP, IGES, BREP) and waits until that is done. An uploaded mesh is one already: for it this only waits, and merges torn seams
        on request.

        size: edge length in metres, or a text as "lambda/8" with the frequency [Hz] that λ belongs to; 0.01 m if it is not given.
        curved: triangles of second order, which follow the surface of the model; True if it is not given.
        graded: shorter edges where the surface is tightly curved and at points; `gradedElementsPerTurn`, `gradedFactor` as in the API.
        algorithm, tolerans_Percentage, refinement_step: as in the API.
        metresPerUnit: of a BREP model, whose file does not say its unit: 0.001 for millimetres.
        modelScale: of a CAD model, its size is that of the file times this.
        rotations: of a CAD model, solids (counted from 1) that turn, one after the other: {"solids": [1], "axis": "z", "point": [x, y, z] in m, "degrees": 5}.
        merge_seams: of an uploaded mesh, merge the nodes of torn seams.

        A model that has a run already is copied before, so that the run keeps its mesh; `id` is then the one of the copy.

        Raises MeshFailed.
        """
        options: dict[str, Any] = {
            "mesh_size": None if size is None else mesh_size_mm(size, frequency),
            "curvedElements": curved,
            "gradedMesh": graded,
            "gradedElementsPerTurn": gradedElementsPerTurn,
            "gradedFactor": gradedFactor,
            "algorithm": algorithm,
            "tolerans_Percentage": tolerans_Percentage,
            "refinement_step": refinement_step,
            "metresPerUnit": metresPerUnit,
            "modelScale": modelScale,
            "rotations": None if rotations is None else [dict(one) for one in rotations],
        }
        given = {name: value for name, value in options.items() if value is not None}
        with self._lock:
            project = self.project
            model = project["state"]["model"]
            if model is not None and model["type"] == "UNV":
                if given:
                    raise invalid(
                        "MESH_SIZE_INVALID", f"/{next(iter(given))}", "This model is a mesh already: upload the STEP file to mesh it."
                    )
                if not merge_seams:
                    self._await_mesh(progress)
                    return self
            # A ready-made STEP model is being meshed as soon as it is there.
            self._await_mesh(progress, refuse=False)
            if merge_seams:
                given["mergeSeams"] = True
            if self._taken:
                self.id = self._copy(project["name"])
                self._taken = False
            self._start_mesher(given)
            self._await_mesh(progress)
        return self

    @property
    def doctor(self) -> Doctor:
        """What the import doctor found in the mesh, also where it has errors. Raises NotFound (MESH_NOT_READY) where there is none."""
        self._await_mesh(False, refuse=False)
        project = self.project
        report = project["state"]["meshReport"]
        if report is None:
            state = project["stateLive"]["mesherState"]
            if state["status"] == "Error":
                raise MeshFailed(state.get("code") or "MESHER_FAILED", state["detail"], values=state.get("values"))
            raise NotFound("MESH_NOT_READY", "The model has no mesh yet: call mesh().")
        return Doctor(report)

    def run(
        self,
        *,
        frequency: Range,
        theta: Range = 180.0,
        phi: Range = 180.0,
        polarization: str | int = "H",
        solver: str | None = None,
        name: str | None = None,
        core: int | None = None,
        coating: Coating | None = None,
        pec_back: bool = True,
        boundaries: Mapping[int, Boundary] | None = None,
        materials: Iterable[Material] = (),
        residualerror: float | None = None,
        numberofiterations: int | None = None,
        cfiealpha: float | Sequence[float] | None = None,
        partmethods: int | Sequence[int] | None = None,
        outermedia: Sequence[int] | None = None,
        numberofreflections: int | None = None,
        edgediffraction: bool | None = None,
        numberoffarlocations: int | None = None,
        numberof3dthetas: int | None = None,
        adaptivetolerance: float | None = None,
        errorestimate: bool | None = None,
        outputselection: Sequence[int] | None = None,
        scalefactor: float | None = None,
        roundingangle: float | None = None,
        changenormal: bool | None = None,
        sizeconfirmed: bool | None = None,
        numberoflevels: Sequence[int] | None = None,
        numberofsurfaces: int | None = None,
        modeltype: int | None = None,
        excitationtype: int | None = None,
        selectiveradiation: int | None = None,
    ) -> Run:
        """
        Prepares a run: saves its waves, settings and materials. Nothing is computed before `Run.start()` or `Run.wait()`.

        frequency: Hz. theta: degrees from +z, phi: degrees from +x towards +y; a wave arrives FROM that direction. Each is a number, a
        tuple (first, last, step), or a list of values; angles ascend by one step.
        adaptivetolerance: dB; of several frequencies only as many are solved as it takes to know the others within it, and `Results.computed`
        says which.
        polarization: "V", "H", "R", "L", or "VH" for the scattering matrix of a vertical and a horizontal wave.
        solver: "po", "mlfma" or "hybrid"; by default what the program type has: hybrid of conductors, else the full wave.
        name: of the project of this run. core: processors, 1 or 4.

        coating: of a model of program "coating": layers of all surfaces, or by surface number. pec_back: a conductor stands behind them.
        boundaries: of a model of program "composite": what each surface separates, by surface number.
        materials: your own materials, which layers and boundaries may name beside those of the library.

        The others are named and have units and defaults as in the API (`solverInput`): residualerror 0.001, numberofiterations 15,
        cfiealpha 0.5 (one for all parts or one each), numberoffarlocations 360, errorestimate on, scalefactor the units of the file
        [metres per unit] …

        The first run of a model without a name is made in the model's own project, every other one in a copy with the same mesh.

        Raises InvalidInput with the place of each value that is refused.
        """
        project = self.project
        program = int(project["solverType"])
        given: dict[str, Any] = {
            "residualerror": residualerror,
            "numberofiterations": numberofiterations,
            "cfiealpha": _listed(cfiealpha),
            "partmethods": _listed(partmethods),
            "outermedia": _listed(outermedia),
            "numberofreflections": numberofreflections,
            "edgediffraction": _flag(edgediffraction),
            "numberoffarlocations": numberoffarlocations,
            "numberof3dthetas": numberof3dthetas,
            "adaptivetolerance": adaptivetolerance,
            "errorestimate": _flag(errorestimate),
            "outputselection": _listed(outputselection),
            "scalefactor": scalefactor,
            "roundingangle": roundingangle,
            "changenormal": _flag(changenormal),
            "sizeconfirmed": _flag(sizeconfirmed),
            "numberoflevels": _listed(numberoflevels),
            "numberofsurfaces": numberofsurfaces,
            "modeltype": modeltype,
            "excitationtype": excitationtype,
            "selectiveradiation": selectiveradiation,
            "core": core,
        }
        solver_input = {
            **{key: value for key, value in given.items() if value is not None},
            **frequency_input(frequency),
            **excitation_input(theta, phi, polarization_number(polarization)),
            **_solver_input(solver, program),
        }
        _check_program(program, coating, boundaries)
        with self._lock:
            self._await_mesh(False)
            saved_materials = None
            if coating is not None or boundaries is not None:
                saved_materials = materials_input(
                    coating=coating,
                    pec_back=pec_back,
                    boundaries=boundaries,
                    own=materials,
                    library=self._library(),
                    surfaces=[part["number"] for part in (project["state"]["meshReport"] or {}).get("parts", [])]
                    or list(self.doctor.surfaces),
                    frequencies=[float(one) for one in values_of(frequency)],
                )
            # A key of the scope run may copy a project, and not rename it.
            if self._taken or (name is not None and name != project["name"]):
                target = self._copy(name or project["name"])
            else:
                target = self.id
                self._taken = True
        if saved_materials is not None:
            self._transport.call("inputMaterials", {"projectId": target, **saved_materials})
        self._transport.call("input", {"projectId": target, **solver_input})
        return Run(
            self._transport,
            target,
            {"formulationType": program, "core": int(project["coreType"]) if core is None else core},
        )

    def _copy(self, name: str) -> str:
        copied: dict[str, Any] = self._transport.call("duplicateProject", {"id": self.id, "name": name})
        return str(copied["id"])

    def _library(self) -> dict[str, Material]:
        entries = self._transport.call("getMaterials")["materials"]
        return {str(entry["name"]): library_material(entry) for entry in entries}

    def _start_mesher(self, options: Mapping[str, Any]) -> None:
        body = {"projectId": self.id, **options}
        try:
            self._transport.call("runMesher", body)
        except Ambiguous:
            if self._mesher_state()["status"] in ACTIVE:
                return
            try:
                self._transport.call("runMesher", body)
            except StateConflict as error:
                if error.code != "RUN_ACTIVE":
                    raise

    def _mesher_state(self) -> dict[str, Any]:
        state: dict[str, Any] = self._transport.call("storageStateLive", {"projectId": self.id})["mesherState"]
        return state

    def _await_mesh(self, progress: Progress, refuse: bool = True) -> None:
        """Until the mesher is not active. Raises MeshFailed."""
        state = self._mesher_state()
        if state["status"] in ACTIVE:
            show = listener_of(progress, "mesh")
            for event in follow(self._transport, self.id):
                if event.kind != "state":
                    continue
                state = event.data["mesherState"]
                show(state)
                if state["status"] not in ACTIVE:
                    break
        if refuse and state["status"] in ("Error", "Cancelled"):
            code = state.get("code") or state["status"].upper()
            raise MeshFailed(code, state["detail"] or state["status"], values=state.get("values"))


def _listed(value: Any) -> list[Any] | None:
    """One value serves all parts."""
    if value is None:
        return None
    return [value] if isinstance(value, (int, float)) else list(value)


def _flag(value: bool | None) -> int | None:
    return None if value is None else int(value)


def _solver_input(solver: str | None, program: int) -> dict[str, int]:
    """`solvertype` of the solver input; none where the API's default is meant."""
    if solver is not None and solver.lower() not in SOLVERS:
        raise invalid("VALIDATION", "/solvertype", f"{solver!r} is no solver: give {', '.join(map(repr, SOLVERS))}.")
    if program in _SOLVER_OF_PROGRAM:
        if solver is not None and solver.lower() != "mlfma":
            raise invalid(
                "VALIDATION", "/solvertype", 'Models with materials are solved by the full wave: leave solver out, or give "mlfma".'
            )
        return {"solvertype": _SOLVER_OF_PROGRAM[program]}
    return {} if solver is None else {"solvertype": SOLVERS[solver.lower()]}


def _check_program(program: int, coating: object, boundaries: object) -> None:
    for given, name, wanted in ((coating, "coating", "coating"), (boundaries, "boundaries", "composite")):
        if given is not None and program != PROGRAMS[wanted]:
            raise invalid(
                "VALIDATION", f"/{name}", f'{name} belongs to models that were uploaded with program="{wanted}": upload it once more so.'
            )
