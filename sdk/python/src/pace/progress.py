"""A line that shows how far a run is."""

from __future__ import annotations

import sys
import time
from typing import Any, Callable, Mapping, TextIO, Union

__all__ = ["Bar", "Progress", "listener_of"]

Progress = Union[bool, None, Callable[[Mapping[str, Any]], None]]
"""
True: a bar on standard error; None: a bar where that is a terminal; False: none. A function gets the state of the mesher or solver
whenever it changed: `status`, `detail`, `fraction` and others, as the API names them.
"""

_WIDTH = 24


class Bar:
    """One line, written over and over."""

    def __init__(self, title: str, stream: TextIO) -> None:
        self._title = title
        self._stream = stream
        self._begun = time.monotonic()
        self._last = ""

    def __call__(self, state: Mapping[str, Any]) -> None:
        status = state["status"]
        fraction = 1.0 if status == "Finished" else float(state.get("fraction") or 0)
        filled = round(_WIDTH * fraction)
        what = state.get("detail") or status
        if status == "Queued" and state.get("queuePosition") is not None:
            what = f"waiting, position {state['queuePosition']}"
        bar = "█" * filled + "·" * (_WIDTH - filled)
        text = f"{self._title} [{bar}] {100 * fraction:3.0f} % {what}, {time.monotonic() - self._begun:.0f} s"
        if text == self._last:
            return
        self._stream.write("\r" + text[:118].ljust(min(len(self._last), 118)))
        self._last = text
        if status not in ("", "Queued", "Starting", "Running"):
            self._stream.write("\n")
        self._stream.flush()


def listener_of(progress: Progress, title: str) -> Callable[[Mapping[str, Any]], None]:
    if callable(progress):
        return progress
    if progress or (progress is None and sys.stderr is not None and sys.stderr.isatty()):
        return Bar(title, sys.stderr)
    return lambda state: None
