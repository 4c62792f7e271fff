"""What this package repeats of the contract must be what the contract says."""

import inspect
import json
import re
import unittest
from pathlib import Path

import pace
from pace.calls import CALLS
from pace.client import CHUNK_BYTES
from pace.events import ACTIVE

ROOT = Path(__file__).parents[3]
# What run() and mesh() name in their own way.
OF_RUN = {"anglesweep", "excitation", "freqsweep", "frequency", "frequencylist", "solvertype"}
OF_MESH = {"mesh_size", "curvedElements", "gradedMesh", "operation_id"}


class Contract(unittest.TestCase):
    def test_every_call_has_the_method_and_the_path_of_the_contract(self):
        text = "".join((ROOT / "contract/src" / name).read_text(encoding="utf-8") for name in ("calls.ts", "study/calls.ts"))
        stated = {
            name: (method, path)
            for name, method, path in re.findall(r"^  (\w+): call\(\{\s+method: '(\w+)',\s+path: '([^']+)'", text, re.M)
        }
        self.assertEqual({name: (call.method, call.path) for name, call in CALLS.items()}, {name: stated[name] for name in CALLS})

    def test_every_setting_of_the_solver_can_be_given_to_run(self):
        schema = json.loads((ROOT / "contract/schema/job.schema.json").read_text(encoding="utf-8"))
        names = set(schema["properties"]["solverInput"]["properties"]) | {"errorestimate"}
        self.assertEqual(names - OF_RUN - set(inspect.signature(pace.Model.run).parameters), set())

    def test_every_option_of_the_mesher_can_be_given_to_mesh(self):
        text = (ROOT / "contract/src/mesher.ts").read_text(encoding="utf-8")
        options = text[text.index("MesherOptionsSchema = z.object") : text.index("export type MesherOptions")]
        names = set(re.findall(r"^  (\w+): z", options, re.M)) | set(re.findall(r"^  (\w+): z\n", options, re.M))
        self.assertGreater(len(names), 5)
        self.assertEqual(names - OF_MESH - set(inspect.signature(pace.Model.mesh).parameters), set())

    def test_limits_states_and_the_version_are_those_of_the_product(self):
        limits = (ROOT / "contract/src/limits.ts").read_text(encoding="utf-8")
        self.assertIn(f"uploadChunkBytes: {CHUNK_BYTES:_},", limits)
        states = (ROOT / "contract/src/runState.ts").read_text(encoding="utf-8")
        self.assertIn(f"ACTIVE_STATUSES: readonly RunStatus[] = {list(ACTIVE)};", states)
        version = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))["version"]
        self.assertEqual(pace.__version__, version)
        self.assertIn(f'version = "{version}"', (ROOT / "sdk/python/pyproject.toml").read_text(encoding="utf-8"))
