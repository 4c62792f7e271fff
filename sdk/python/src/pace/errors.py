"""Every failure is a PaceError with the code, the place and the sentence of the server's contract."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Mapping, Sequence

__all__ = [
    "AccessKeyError",
    "BatchFailed",
    "ConnectionLost",
    "InvalidInput",
    "Issue",
    "MeshFailed",
    "NotConvergedWarning",
    "NotFound",
    "PaceError",
    "QuotaExceeded",
    "RateLimited",
    "RunCancelled",
    "RunFailed",
    "ServerError",
    "StateConflict",
]


@dataclass(frozen=True)
class Issue:
    """One thing that is wrong with a request."""

    place: str
    """JSON pointer into the request, as "/excitation/0"; empty where the whole is meant."""
    detail: str
    """The sentence: what, and what to do."""
    key: str | None = None
    """Key of the sentence in the server's catalogue of messages."""


class PaceError(Exception):
    """Base of all errors of this package."""

    code: str
    """Code of the contract, as "ANGLE_INVALID"."""
    detail: str
    """What is wrong, where, and what to do about it."""
    status: int | None
    """HTTP status of the answer; None where there was none."""
    issues: tuple[Issue, ...]
    """Each thing that is wrong with the request, with its place."""
    values: Mapping[str, Any]
    """Values of the sentence."""

    def __init__(
        self,
        code: str,
        detail: str,
        *,
        status: int | None = None,
        issues: Sequence[Issue] = (),
        values: Mapping[str, Any] | None = None,
    ) -> None:
        self.code = code
        self.detail = detail
        self.status = status
        self.issues = tuple(issues)
        self.values = dict(values or {})
        super().__init__(code, detail)

    @property
    def place(self) -> str | None:
        """JSON pointer of the first thing that is wrong, as "/excitation/0"; None where the answer names no place."""
        return self.issues[0].place if self.issues else None

    def __str__(self) -> str:
        lines = [f"{self.code}: {self.detail}"]
        lines += [
            f"  {issue.place or '/'}: {issue.detail}"
            for issue in self.issues
            if issue.detail != self.detail or issue.place
        ]
        return "\n".join(lines)


class AccessKeyError(PaceError):
    """The access key is wrong, has expired, was revoked, or its scope is too small."""


class InvalidInput(PaceError, ValueError):
    """What was given cannot be computed: a value, a combination of values, a model or its materials."""


class NotFound(PaceError):
    """There is no such project or result."""


class QuotaExceeded(PaceError):
    """The account has used up its storage, its projects or its waiting runs."""


class StateConflict(PaceError):
    """The project is in a state in which this is not possible."""


class RateLimited(PaceError):
    """Too many calls, and the server asks for a longer wait than the connection allows (`patience`)."""


class ServerError(PaceError):
    """The server failed, or has no database or no disk space."""


class ConnectionLost(PaceError):
    """The server could not be reached, or did not answer, for as long as the connection waits (`patience`)."""


class MeshFailed(PaceError):
    """The mesher failed, or the mesh has errors; `Model.doctor` shows them."""


class RunFailed(PaceError):
    """The solver run ended with an error."""


class RunCancelled(RunFailed):
    """The solver run was cancelled; `Run.continue_()` resumes it."""


class BatchFailed(PaceError):
    """Some runs of a batch failed. The others are in `results`, the errors in `errors`, by key."""

    def __init__(self, results: Mapping[Any, Any], errors: Mapping[Any, PaceError]) -> None:
        self.results = dict(results)
        self.errors = dict(errors)
        key, first = next(iter(errors.items()))
        super().__init__(
            first.code,
            f"{len(errors)} of {len(errors) + len(results)} runs failed; the first is {key!r}: {first.detail}",
        )


class NotConvergedWarning(UserWarning):
    """A run ended before its residual was as small as was asked."""


def error_of(status: int, body: Mapping[str, Any]) -> PaceError:
    """The exception of an answer of the server."""
    code = str(body.get("code", "INTERNAL"))
    issues = [
        Issue(str(one.get("path", "")), str(one.get("message", "")), one.get("key"))
        for one in body.get("issues") or []
    ]
    return _class_of(status, code)(
        code,
        str(body.get("detail", f"The server answered {status}.")),
        status=status,
        issues=issues,
        values=body.get("values"),
    )


def _class_of(status: int, code: str) -> type[PaceError]:
    if status in (401, 403):
        return AccessKeyError
    if code.startswith("QUOTA_"):
        return QuotaExceeded
    if status == 404:
        return NotFound
    if status == 409:
        return StateConflict
    if status == 429:
        return RateLimited
    if 400 <= status < 500:
        return InvalidInput
    return ServerError


def invalid(code: str, place: str, detail: str) -> InvalidInput:
    """What this package itself refuses, with the code and the place that the server would name."""
    return InvalidInput(code, detail, issues=[Issue(place, detail)])
