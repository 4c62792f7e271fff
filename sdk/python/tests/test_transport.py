"""Retries, against a server that fails first."""

import io
import json
import threading
import time
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pace.transport
from pace.errors import (
    AccessKeyError,
    ConnectionLost,
    InvalidInput,
    NotConvergedWarning,
    QuotaExceeded,
    RateLimited,
    RunFailed,
    ServerError,
)
from pace.events import follow, server_sent
from pace.model import Model
from pace.run import Run
from pace.transport import Ambiguous, Transport


class Answering(BaseHTTPRequestHandler):
    """Gives the next answer of the server's list: (status, body, headers), "cut" to hang up, or a function of the request."""

    def do_GET(self):
        length = int(self.headers.get("Content-Length", 0))
        body = json.loads(self.rfile.read(length)) if length else None
        name = self.path.split("?")[0].split("/")[-1]
        self.server.asked.append((name, body, self.headers))
        answer = self.server.answer(name)
        if answer == "cut":
            self.close_connection = True
            return
        status, content, headers = answer
        data = content if isinstance(content, bytes) else json.dumps(content).encode()
        self.send_response(status)
        for key, value in headers.items():
            self.send_header(key, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    do_POST = do_GET

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    def __init__(self, answer):
        super().__init__(("127.0.0.1", 0), Answering)
        self.answer = answer
        self.asked = []


def good(result):
    return 200, {"result": result}, {}


def refused(status, code, headers=None, **more):
    return status, {"code": code, "detail": f"Said of {code}.", **more}, headers or {}


def state(solver, mesher="Finished", **more):
    return {"mesherState": {"status": mesher, "detail": ""}, "solverState": {"status": solver, "detail": "", **more}}


class Retries(unittest.TestCase):
    def setUp(self):
        first = pace.transport.FIRST_WAIT_S
        pace.transport.FIRST_WAIT_S = 0.01
        self.addCleanup(setattr, pace.transport, "FIRST_WAIT_S", first)

    def serve(self, answers, patience=5.0, timeout=5.0):
        """answers: a list for all calls, or a dictionary of lists by the last word of the path; the last of a list stays."""

        def answer(name):
            left = answers[name] if isinstance(answers, dict) else answers
            return left.pop(0) if len(left) > 1 else left[0]

        server = Server(answer)
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        self.addCleanup(thread.join)
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        url = f"http://127.0.0.1:{server.server_address[1]}"
        return server, Transport(url, "pace_x", patience=patience, timeout=timeout, agent="test")

    def test_what_changes_nothing_is_asked_again_until_it_is_answered(self):
        server, transport = self.serve(["cut", refused(503, "DATABASE_UNAVAILABLE"), (502, b"<html>", {}), good(7)])
        self.assertEqual(transport.call("getSingleProject", query={"id": "a b"}), 7)
        self.assertEqual(len(server.asked), 4)
        self.assertEqual(server.asked[0][2]["Authorization"], "Bearer pace_x")

    def test_what_must_not_be_done_twice_is_sent_once(self):
        server, transport = self.serve(["cut", good({})])
        with self.assertRaises(Ambiguous):
            transport.call("createProject", {})
        self.assertEqual(len(server.asked), 1)
        server, transport = self.serve([refused(503, "DATABASE_UNAVAILABLE")])
        with self.assertRaises(ServerError):
            transport.call("createProject", {})

    def test_too_many_calls_wait_as_long_as_the_server_asks(self):
        server, transport = self.serve([refused(429, "RATE_LIMITED", {"Retry-After": "1"}), good(1)])
        begun = time.monotonic()
        transport.call("createProject", {})
        self.assertGreaterEqual(time.monotonic() - begun, 1)
        self.assertEqual(len(server.asked), 2)

    def test_a_wait_beyond_the_patience_is_an_error_at_once(self):
        server, transport = self.serve([refused(429, "RATE_LIMITED", {"Retry-After": "60"})])
        with self.assertRaises(RateLimited):
            transport.call("usage")
        self.assertEqual(len(server.asked), 1)

    def test_a_server_that_is_not_there_is_waited_for_as_long_as_the_patience(self):
        server = Server(None)
        url = f"http://127.0.0.1:{server.server_address[1]}"
        server.server_close()
        transport = Transport(url, "pace_x", patience=0.1, timeout=1, agent="test")
        with self.assertRaises(ConnectionLost) as caught:
            transport.call("createProject", {})
        self.assertNotIsInstance(caught.exception, Ambiguous)

    def test_a_refusal_is_an_exception_with_code_place_and_sentence(self):
        issues = [{"path": "/excitation/0", "message": "Theta is too large."}]
        _, transport = self.serve([refused(400, "ANGLE_INVALID", issues=issues)])
        with self.assertRaises(InvalidInput) as caught:
            transport.call("input", {})
        error = caught.exception
        self.assertEqual((error.code, error.place, error.status), ("ANGLE_INVALID", "/excitation/0", 400))
        self.assertIn("Theta is too large.", str(error))
        for answer, kind in (
            (refused(401, "ACCESS_KEY_INVALID"), AccessKeyError),
            (refused(409, "QUOTA_RUNS"), QuotaExceeded),
            ((500, b"oh", {}), ServerError),
        ):
            _, transport = self.serve([answer])
            with self.assertRaises(kind):
                transport.call("input", {})

    @staticmethod
    def project(status, start_date=None):
        return good({"solverType": 1, "coreType": 1, "startDate": start_date, "state": {}, "stateLive": state(status)})

    def test_a_run_is_not_started_twice_when_the_answer_is_lost(self):
        # The second run has failed as the one before it did, before anybody asked whether it had begun.
        for before, after in (("", "Queued"), ("Error", "Error")):
            server, transport = self.serve(
                {
                    "storage-stateLive": [good(state(before))],
                    "get-single-project": [self.project(before), self.project(after, "now")],
                    "solver-run": ["cut"],
                }
            )
            Run(transport, "p").start()
            self.assertEqual([name for name, _, _ in server.asked].count("solver-run"), 1)

    def test_what_a_proxy_lost_is_not_sent_again(self):
        for status in (502, 504):
            server, transport = self.serve([(status, b"<html>", {})])
            with self.assertRaises(Ambiguous):
                transport.call("createProject", {})
            self.assertEqual(len(server.asked), 1)

    def test_a_start_that_did_not_arrive_is_sent_again_and_a_late_one_is_taken_for_it(self):
        server, transport = self.serve(
            {
                "storage-stateLive": [good(state(""))],
                "get-single-project": [self.project("")],
                "solver-run": ["cut", refused(409, "RUN_ACTIVE")],
            }
        )
        Run(transport, "p").start()
        self.assertEqual([name for name, _, _ in server.asked].count("solver-run"), 2)

    def test_a_run_that_is_active_or_done_is_not_started(self):
        for status in ("Queued", "Running", "Finished"):
            server, transport = self.serve([good(state(status))])
            Run(transport, "p").start()
            self.assertEqual([name for name, _, _ in server.asked], ["storage-stateLive"])

    def test_a_failed_run_is_an_exception_with_the_code_of_the_solver(self):
        failed = state("Error", code="MATRIX_SINGULAR")
        _, transport = self.serve({"storage-stateLive": [good(failed)], "live-events": [refused(404, "NOT_FOUND")]})
        with self.assertRaises(Exception) as caught:
            Run(transport, "p").wait(progress=False)
        self.assertEqual(caught.exception.code, "NOT_FOUND")
        stream = f"event: state\ndata: {json.dumps(failed)}\n\n".encode()
        _, transport = self.serve({"storage-stateLive": [good(failed)], "live-events": [(200, stream, {})]})
        with self.assertRaises(RunFailed) as caught:
            Run(transport, "p").wait(progress=False)
        self.assertEqual(caught.exception.code, "MATRIX_SINGULAR")

    def test_what_has_not_converged_warns_and_is_continued_once(self):
        def project(status, version):
            stated = {"solverInput": None, "resultVersion": version}
            return {"name": "a", "state": stated, "stateLive": state(status), "resultSummary": None}

        records = [{"frequency": 1e9, "angleTheta": 900, "anglePhi": 0, "s_VV_Real": 1, "s_VV_Imag": 2}]
        stream = f"event: state\ndata: {json.dumps(state('Finished'))}\n\n".encode()
        server, transport = self.serve(
            {
                "storage-stateLive": [good(state("Finished"))],
                "live-events": [(200, stream, {})],
                "get-single-project": [good(project("Finished", "first"))],
                "MonoStaticRcsResult": [good({"converged": False, "monoStaticRcs": records})],
            }
        )
        run = Run(transport, "p")
        with self.assertWarns(NotConvergedWarning):
            res = run.wait(progress=False)
        self.assertEqual(res.field("VV").tolist(), [[[1 + 2j]]])
        projects = iter([good(project("Finished", "first")), good(project("Finished", "second"))])
        server.answer = lambda name: "cut" if name == "continue" else next(projects)
        server.asked.clear()
        # The continuation had finished before anybody asked whether it had begun: its results are others.
        run.continue_(50)
        self.assertEqual(
            [(name, body) for name, body, _ in server.asked if name == "continue"],
            [("continue", {"projectId": "p", "numberofiterations": 50})],
        )

    def test_where_no_stream_gets_through_the_state_is_polled(self):
        before, pace.events.POLL_S = pace.events.POLL_S, 0.01
        self.addCleanup(setattr, pace.events, "POLL_S", before)
        for broken in ((502, b"<html>", {}), "cut", (200, b"event: state\ndata: <html>\n\n", {})):
            server, transport = self.serve(
                {
                    "live-events": [broken],
                    "storage-stateLive": [good(state("Running")), good(state("Running")), good(state("Finished"))],
                }
            )
            seen = [event.data["solverState"]["status"] for event in follow(transport, "p") if event.kind == "state"]
            self.assertEqual(seen, ["Running", "Running", "Finished"])
            self.assertEqual([name for name, _, _ in server.asked].count("live-events"), 1)

    def test_events_are_read_however_they_are_written(self):
        lines = [": still here", "", "event: solver", 'data: [{"a":', "data: 1}]", "", "data: 2", "", "event: state", "data: 3"]
        self.assertEqual([(e.kind, e.data) for e in server_sent(lines)], [("solver", [{"a": 1}]), ("message", 2)])

    def test_an_estimate_says_what_of_the_matrix_lies_on_disk(self):
        answer = {"unknowns": 10042560, "memoryBytes": 18.2e9, "seconds": 1500.0, "method": "mlfma", "reason": "It is large."}
        _, transport = self.serve([good(answer), good({**answer, "diskBytes": 13.1e9})])
        self.assertEqual(str(Run(transport, "p").estimate()), "10042560 unknowns, 1.5e+03 s, 1.82e+04 MB, mlfma: It is large.")
        estimate = Run(transport, "p").estimate()
        self.assertEqual(estimate.disk_bytes, 13_100_000_000)
        self.assertIn("1.82e+04 MB and 1.31e+04 MB of disk", str(estimate))

    def test_a_download_that_breaks_begins_anew(self):
        cut = (200, b"half", {"Content-Length": "8"})
        server, transport = self.serve([good(0)])
        pieces = iter([cut, (200, b"complete", {})])
        server.answer = lambda name: next(pieces)
        target = io.BytesIO()
        transport.save("download", {"ProjectID": "p"}, target)
        self.assertEqual(target.getvalue(), b"complete")

    def test_an_unconfirmed_mesher_start_is_not_repeated(self):
        server, transport = self.serve({"runMesher": ["cut"], "storage-stateLive": [good(state("", mesher="Queued"))]})
        Model(transport, "p", taken=False)._start_mesher({})
        self.assertEqual([name for name, _, _ in server.asked], ["runMesher", "storage-stateLive"])
