"""Many runs, some at a time."""

from __future__ import annotations

import queue
import threading
import time
from typing import Any, Hashable, Iterator, Mapping

from .errors import PaceError, QuotaExceeded
from .results import Results
from .run import Run

__all__ = ["as_finished"]

# The server says when waiting runs are too many; one of them ends sooner or later.
_ASK_AGAIN_S = 3.0


def as_finished(runs: Mapping[Hashable, Run], at_once: int) -> Iterator[tuple[Hashable, Results | PaceError]]:
    """
    Solves the runs, `at_once` at a time, and yields each key with its results or its error as it finishes.

    Each key comes once; a run under several keys is solved once. If the script ends, what was started goes on at the server.
    """
    keys: dict[str, list[Hashable]] = {}
    by_id: dict[str, Run] = {}
    for key, run in runs.items():
        keys.setdefault(run.id, []).append(key)
        by_id[run.id] = run
    waiting: queue.SimpleQueue[Run] = queue.SimpleQueue()
    for run in by_id.values():
        waiting.put(run)
    done: queue.SimpleQueue[tuple[str, Results | BaseException]] = queue.SimpleQueue()
    stopped = threading.Event()

    def work() -> None:
        while not stopped.is_set():
            try:
                run = waiting.get_nowait()
            except queue.Empty:
                return
            try:
                done.put((run.id, _solve(run, stopped)))
            except BaseException as error:
                done.put((run.id, error))

    # Daemons: an interrupted script ends at once.
    for _ in range(max(1, min(at_once, len(by_id)))):
        threading.Thread(target=work, daemon=True, name="pace batch").start()
    try:
        for _ in by_id:
            run_id, outcome = done.get()
            if isinstance(outcome, BaseException) and not isinstance(outcome, PaceError):
                raise outcome
            for key in keys[run_id]:
                yield key, outcome
    finally:
        stopped.set()


def _solve(run: Run, stopped: threading.Event) -> Results:
    """Where too many runs of the account wait already, this one is started when there is room."""
    while True:
        try:
            return run.wait(progress=False)
        except QuotaExceeded as error:
            if error.code != "QUOTA_RUNS" or stopped.is_set():
                raise
            time.sleep(_ASK_AGAIN_S)


def keyed(runs: Any) -> dict[Hashable, Run]:
    """The runs of a mapping by their keys, of a sequence by their positions."""
    return dict(runs) if isinstance(runs, Mapping) else dict(enumerate(runs))


def like(runs: Any, outcomes: Mapping[Hashable, Any]) -> Any:
    """Outcomes in a container as the runs came in."""
    if isinstance(runs, Mapping):
        return {key: outcomes[key] for key in runs}
    values = [outcomes[i] for i in range(len(outcomes))]
    return tuple(values) if isinstance(runs, tuple) else values
