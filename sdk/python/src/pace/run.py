"""A solver run: prepared, estimated, started, followed."""

from __future__ import annotations

import asyncio
import warnings
from dataclasses import dataclass
from typing import Any, Callable, Mapping
from urllib.parse import quote

from .errors import (
    NotConvergedWarning,
    PaceError,
    RunCancelled,
    RunFailed,
    StateConflict,
)
from .events import ACTIVE, follow
from .progress import Progress, listener_of
from .results import Results
from .transport import Ambiguous, Transport

__all__ = ["Estimate", "Run"]

# Programs of the solver and the mesher end with this state of a failed run.
_FAILED = {"Error": RunFailed, "Cancelled": RunCancelled}


@dataclass(frozen=True)
class Estimate:
    """What a run would take, by the server's cost model."""

    unknowns: int
    seconds: float
    """Of the whole run on the server."""
    bytes: int
    """Memory at its peak."""
    method: str
    """"dense-lu", "mlfma", "hybrid" or "physical-optics"."""
    reason: str
    """Why this method."""
    disk_bytes: int = 0
    """Of the matrix, on the disk of the server where its memory does not suffice for all."""

    def __str__(self) -> str:
        disk = f" and {self.disk_bytes / 1e6:.3g} MB of disk" if self.disk_bytes else ""
        return f"{self.unknowns} unknowns, {self.seconds:.3g} s, {self.bytes / 1e6:.3g} MB{disk}, {self.method}: {self.reason}"


class Run:
    """
    One project on the server: a model, its waves, one solver run. `Model.run` prepares one, `Client.run` finds one by its id.

    Nothing is computed before `start()` or `wait()`.
    """

    def __init__(self, transport: Transport, project_id: str, start: Mapping[str, int] | None = None) -> None:
        self._transport = transport
        # Program type and processors, where they are known without asking for the project.
        self._start = start
        self.id = project_id
        """Id of the project: `Client.run(id)` has this run again, also in another process."""

    def __repr__(self) -> str:
        return f"<Run {self.id}>"

    @property
    def project(self) -> dict[str, Any]:
        """The project as the API gives it."""
        found: dict[str, Any] = self._transport.call("getSingleProject", query={"id": self.id})
        return found

    @property
    def name(self) -> str:
        return str(self.project["name"])

    @property
    def state(self) -> dict[str, Any]:
        """`status` ("" before the start, "Queued", "Starting", "Running", "Finished", "Error", "Cancelled"), `detail`, `fraction` …"""
        live = self._transport.call("storageStateLive", {"projectId": self.id})
        state: dict[str, Any] = live["solverState"]
        return state

    @property
    def status(self) -> str:
        return str(self.state["status"])

    def estimate(self) -> Estimate:
        """What the run would take; nothing is started. Raises InvalidInput where the run would be refused."""
        got = self._transport.call("estimate", {"projectId": self.id})
        return Estimate(
            got["unknowns"],
            got["seconds"],
            int(got["memoryBytes"]),
            got["method"],
            got["reason"],
            int(got.get("diskBytes", 0)),
        )

    def start(self) -> Run:
        """
        Starts the run, unless it waits, runs or has finished. A failed or cancelled run starts anew.

        Where the answer is lost, the state of the project says whether the run was started: it is never started twice.
        """
        status = self.state["status"]
        if status in ACTIVE or status == "Finished":
            return self
        before = self.project
        start = self._start or {"formulationType": before["solverType"], "core": before["coreType"]}
        body = {"projectId": self.id, **start}
        self._once(
            lambda: self._transport.call("solverRun", body),
            lambda: _mark(self.project) != _mark(before),
        )
        return self

    def continue_(self, iterations: int | None = None) -> Run:
        """
        Resumes a finished run that has not converged, or a cancelled one.

        iterations: how many more it may take; by default twice as many as the run before, of a cancelled one as many.
        """
        before = self.project
        body: dict[str, Any] = {"projectId": self.id}
        if iterations is not None:
            body["numberofiterations"] = iterations

        self._once(lambda: self._transport.call("continueRun", body), lambda: _mark(self.project) != _mark(before))
        return self

    def cancel(self) -> Run:
        """Stops the run; what it has computed is kept. Nothing happens if it is not active."""
        try:
            self._transport.call("cancel", {"projectId": self.id})
        except StateConflict as error:
            if error.code != "RUN_NOT_ACTIVE":
                raise
        return self

    def wait(self, progress: Progress = None, on_events: Callable[[list[dict[str, Any]]], None] | None = None) -> Results:
        """
        Starts the run if it was not started, and returns its results when it has finished.

        progress: a bar on a terminal by default; False: none; a function gets every new state of the solver.
        on_events: gets the solver's own events as they come: stages, iterations with their residuals, notices. After a break of the
        connection they begin anew.

        Raises RunFailed or RunCancelled; warns with NotConvergedWarning. If the script ends meanwhile, the run goes on:
        `Client.run(id).wait()` waits for it again.
        """
        state = self.state
        if state["status"] == "":
            self.start()
        show = listener_of(progress, self.name if progress is not False else "")
        for event in follow(self._transport, self.id):
            if event.kind == "state":
                state = event.data["solverState"]
                show(state)
            elif event.kind == "solver" and on_events is not None:
                on_events(event.data)
        self._refuse_unless_finished(state)
        if "failedContinuation" in state:
            failed = state["failedContinuation"]
            raise _failure(failed)
        results = self.results()
        if not results.converged:
            warnings.warn(
                f"{results.name}: not converged. Its numbers are not as good as was asked; Run.continue_() goes on.",
                NotConvergedWarning,
                stacklevel=2,
            )
        return results

    async def wait_async(
        self, progress: Progress = False, on_events: Callable[[list[dict[str, Any]]], None] | None = None
    ) -> Results:
        """`wait` in a thread of its own."""
        return await asyncio.to_thread(self.wait, progress, on_events)

    def results(self) -> Results:
        """The results that are there. Raises NotFound (RESULT_NOT_READY) before the run has finished."""
        return Results(self._transport, self.id)

    def share(self) -> str:
        """A link to this project for reading in a browser, shown this once. Takes a key of the scope full."""
        token = self._transport.call("createShare", {"projectId": self.id})["token"]
        return f"{self._transport.url}/shared?id={quote(self.id)}#{token}"

    def rename(self, name: str) -> Run:
        """Takes a key of the scope full."""
        self._transport.call("renameProject", {"id": self.id, "name": name})
        return self

    def delete(self) -> None:
        """
        Deletes the project with all its files; of the first run of a model the model, too, from which no copies can be made any more.
        Takes a key of the scope full.
        """
        self._transport.call("deleteProject", {"id": self.id})

    def _once(self, send: Callable[[], object], has_begun: Callable[[], bool]) -> None:
        """Sends a call that must not be done twice; where nobody knows whether it arrived, the project is asked."""
        try:
            send()
        except Ambiguous:
            if has_begun():
                return
            # It may still be under way: a server refuses a second start of what is active.
            try:
                send()
            except StateConflict as error:
                if error.code not in ("RUN_ACTIVE", "RUN_FINISHED"):
                    raise
            except Ambiguous:
                if not has_begun():
                    raise

    def _refuse_unless_finished(self, state: Mapping[str, Any]) -> None:
        if state["status"] in _FAILED:
            raise _failure(state)
        if state["status"] != "Finished":
            raise StateConflict("RUN_NOT_ACTIVE", f"The run is {state['status'] or 'not started'}: call start() or wait().")


def _mark(project: Mapping[str, Any]) -> tuple[Any, ...]:
    """Another one once a run has begun, also if it has ended since as the one before it did."""
    state = project["stateLive"]["solverState"]
    return (
        state["status"],
        state.get("failedContinuation"),
        project["state"].get("resultVersion"),
        project.get("startDate"),
        project.get("endDate"),
    )


def _failure(state: Mapping[str, Any]) -> PaceError:
    code = str(state.get("code") or state["status"].upper())
    return _FAILED[state["status"]](code, state["detail"] or state["status"], values=state.get("values"))
