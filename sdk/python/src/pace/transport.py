"""HTTP calls with their retries."""

from __future__ import annotations

import http.client
import json
import ssl
import time
from contextlib import contextmanager
from email.utils import parsedate_to_datetime
from typing import IO, Any, Callable, Iterator, Mapping, TypeVar
from urllib.parse import urlencode, urlsplit

from .calls import CALLS, Call
from .errors import ConnectionLost, PaceError, error_of, invalid

__all__ = ["Ambiguous", "Transport"]

T = TypeVar("T")

FIRST_WAIT_S = 0.5
LONGEST_WAIT_S = 15.0
# Answers of a proxy or of a server that starts: later they are another one.
_PASSING = (502, 503, 504)
# A proxy had given the request on, and got no answer. The server itself answers 503 where it did nothing.
_LOST_BEHIND_PROXY = (502, 504)


class Ambiguous(ConnectionLost):
    """Nobody knows whether the call arrived, and it must not be sent twice."""


def _ambiguous(url: str, name: str, why: Exception) -> Ambiguous:
    return Ambiguous(
        "CONNECTION_LOST",
        f"{url} did not answer {name}, and nobody knows whether it was done: {why!r}. "
        "Look at your projects before you try again.",
    )


class Transport:
    """
    Calls of one server with one access key. Each call has a connection of its own, so threads may share this object.

    patience: seconds for which a call that may be sent again is sent again.
    timeout: seconds that one answer may take.
    """

    def __init__(self, url: str, key: str, *, patience: float, timeout: float, agent: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise invalid("VALIDATION", "/url", f"{url!r} is no address as http://localhost:8080.")
        self.url = f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"
        self.patience = patience
        self.timeout = timeout
        self._https = parts.scheme == "https"
        self._host = parts.hostname
        self._port = parts.port
        self._path = parts.path.rstrip("/")
        self._headers = {"Authorization": f"Bearer {key}", "User-Agent": agent, "Accept-Encoding": "identity"}

    def call(
        self,
        name: str,
        body: Mapping[str, Any] | None = None,
        query: Mapping[str, str] | None = None,
    ) -> Any:
        """
        What stands under "result" in the answer.

        Raises Ambiguous where a call that must not be sent twice got no answer.
        """
        text = self._ask(name, _json(name, body), query, "application/json", lambda response: response.read())
        return json.loads(text).get("result")

    def binary(self, name: str, body: Mapping[str, Any]) -> bytes:
        """The answer of a call that also has one in bytes."""
        return self._ask(name, _json(name, body), None, "application/octet-stream", lambda response: response.read())

    def save(self, name: str, query: Mapping[str, str], target: IO[bytes]) -> None:
        """Writes the bytes of an answer to a file that is open and empty."""

        def copy(response: http.client.HTTPResponse) -> None:
            target.seek(0)
            target.truncate()
            while piece := response.read(1 << 16):
                try:
                    target.write(piece)
                except OSError as error:
                    raise _NotWritten(error) from error
            # Pieces of an answer that breaks off simply end.
            if response.length:
                raise http.client.IncompleteRead(b"", response.length)

        try:
            self._ask(name, None, query, "*/*", copy)
        except _NotWritten as failure:
            raise failure.reason from None

    def lines(self, name: str, query: Mapping[str, str], timeout: float) -> Iterator[str]:
        """
        The lines of a stream as they come, asked for once.

        Raises ConnectionLost where the stream breaks, or nothing comes for `timeout` seconds.
        """
        call = CALLS[name]
        try:
            with self._sent(call, None, query, "text/event-stream", timeout) as response:
                if response.status != 200:
                    raise _error_in(response)
                while line := response.readline():
                    yield line.decode("utf-8").rstrip("\r\n")
        except _NotSent as lost:
            raise _lost(self.url, lost.reason) from lost
        except (OSError, http.client.HTTPException) as lost:
            raise _lost(self.url, lost) from lost

    def _ask(
        self,
        name: str,
        data: bytes | None,
        query: Mapping[str, str] | None,
        accept: str,
        use: Callable[[http.client.HTTPResponse], T],
    ) -> T:
        """What `use` makes of the answer of status 200, after as many tries as it takes."""
        call = CALLS[name]
        deadline = time.monotonic() + self.patience
        wait = FIRST_WAIT_S
        while True:
            asked: float | None = None
            error: PaceError
            try:
                with self._sent(call, data, query, accept, self.timeout) as response:
                    if response.status == 200:
                        return use(response)
                    asked = _retry_after(response)
                    error = _error_in(response)
                    if not call.again and response.status in _LOST_BEHIND_PROXY:
                        raise _ambiguous(self.url, name, error)
                    if not (response.status == 429 or (call.again and response.status in _PASSING)):
                        raise error
            except _NotSent as lost:
                error = _lost(self.url, lost.reason)
            except (OSError, http.client.HTTPException) as lost:
                if not call.again:
                    raise _ambiguous(self.url, name, lost) from lost
                error = _lost(self.url, lost)
            pause = wait if asked is None else max(asked, FIRST_WAIT_S)
            if time.monotonic() + pause > deadline:
                raise error
            time.sleep(pause)
            wait = min(2 * wait, LONGEST_WAIT_S)

    @contextmanager
    def _sent(
        self,
        call: Call,
        data: bytes | None,
        query: Mapping[str, str] | None,
        accept: str,
        timeout: float,
    ) -> Iterator[http.client.HTTPResponse]:
        connection = (
            http.client.HTTPSConnection(
                self._host, self._port, timeout=timeout, context=ssl.create_default_context()
            )
            if self._https
            else http.client.HTTPConnection(self._host, self._port, timeout=timeout)
        )
        try:
            try:
                connection.connect()
            except ssl.SSLCertVerificationError as error:
                raise ConnectionLost(
                    "CERTIFICATE", f"The certificate of {self.url} is not trusted: {error.verify_message}."
                ) from error
            except OSError as error:
                raise _NotSent(error) from error
            path = self._path + call.path + (f"?{urlencode(query)}" if query else "")
            headers = {**self._headers, "Accept": accept}
            if data is not None:
                headers["Content-Type"] = "application/json"
            connection.request(call.method, path, data, headers)
            yield connection.getresponse()
        finally:
            connection.close()


def _json(name: str, body: Mapping[str, Any] | None) -> bytes | None:
    try:
        return None if body is None else json.dumps(body, allow_nan=False).encode()
    except ValueError as error:
        raise invalid("VALIDATION", "", f"A number of the call {name} is not finite.") from error


class _NotSent(Exception):
    """There was no connection: the call has surely not arrived."""

    def __init__(self, reason: OSError) -> None:
        super().__init__(reason)
        self.reason = reason


class _NotWritten(Exception):
    """The file that an answer is written to failed, not the answer."""

    def __init__(self, reason: OSError) -> None:
        super().__init__(reason)
        self.reason = reason


def _lost(url: str, error: Exception) -> ConnectionLost:
    return ConnectionLost(
        "CONNECTION_LOST", f"{url} cannot be reached: {error!r}. Check the address, and that the server runs."
    )


def _error_in(response: http.client.HTTPResponse) -> PaceError:
    text = response.read()
    try:
        body = json.loads(text)
    except ValueError:
        body = None
    if not isinstance(body, dict):
        body = {"detail": f"The server answered {response.status} {response.reason}: {text[:200]!r}"}
        if response.status == 429:
            body["code"] = "RATE_LIMITED"
    return error_of(response.status, body)


def _retry_after(response: http.client.HTTPResponse) -> float | None:
    """Seconds that the answer asks to wait: a number, or the time from the server's clock to a date."""
    text = response.headers.get("Retry-After")
    if text is None:
        return None
    try:
        return max(0.0, float(text))
    except ValueError:
        pass
    try:
        now = response.headers.get("Date")
        at = parsedate_to_datetime(text).timestamp()
        return max(0.0, at - (parsedate_to_datetime(now).timestamp() if now else time.time()))
    except (TypeError, ValueError):
        return None
