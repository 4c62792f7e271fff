"""Live events of a project, with polling where a stream does not get through."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from typing import Any, Iterable, Iterator, Mapping

from .errors import ConnectionLost, PaceError
from .transport import Transport

__all__ = ["ACTIVE", "Event", "follow", "is_active", "server_sent"]

ACTIVE = ("Queued", "Starting", "Running")
POLL_S = 3.0
# The server says something every 15 s at least.
SILENCE_S = 40.0
# After a stream did not get through, the state is polled so long before another is tried.
POLLED_FOR_S = 60.0


@dataclass(frozen=True)
class Event:
    """kind: "state", "reset" or "solver", as the server names them. data: the live state, nothing, or a list of solver events."""

    kind: str
    data: Any


def is_active(state: Mapping[str, Any]) -> bool:
    """Whether mesher or solver wait or run."""
    return any(state[which]["status"] in ACTIVE for which in ("mesherState", "solverState"))


def server_sent(lines: Iterable[str]) -> Iterator[Event]:
    """Events of a stream; comments are passed over."""
    name = "message"
    data: list[str] = []
    for line in lines:
        if line == "":
            if data:
                yield Event(name, json.loads("\n".join(data)))
            name, data = "message", []
        elif line.startswith("event:"):
            name = line[6:].strip()
        elif line.startswith("data:"):
            data.append(line[5:].lstrip())


def follow(transport: Transport, project_id: str) -> Iterator[Event]:
    """
    Events from now on, the state first. It ends after the state in which nothing is active.

    A stream that breaks begins anew, with the whole history of solver events after a "reset".
    """
    poll_until = 0.0
    while True:
        state: Mapping[str, Any] | None = None
        if time.monotonic() >= poll_until:
            try:
                yield Event("reset", None)
                for event in server_sent(transport.lines("liveEvents", {"id": project_id}, SILENCE_S)):
                    if event.kind == "state":
                        state = event.data
                    yield event
            except ConnectionLost:
                poll_until = time.monotonic() + POLLED_FOR_S
            except PaceError as error:
                # Refused is refused; what passes is polled meanwhile.
                if error.status not in (429, 500, 502, 503, 504):
                    raise
                poll_until = time.monotonic() + POLLED_FOR_S
            except ValueError:
                # What came is no stream of events: something on the way answers in its place.
                poll_until = time.monotonic() + POLLED_FOR_S
            if state is not None and not is_active(state):
                return
        state = transport.call("storageStateLive", {"projectId": project_id})
        assert state is not None
        yield Event("state", state)
        if not is_active(state):
            return
        time.sleep(POLL_S if time.monotonic() < poll_until else 0.1)
