"""The examples of the documentation run as they stand, as scripts of their own, and print what they should."""

import os
import re
import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).parents[3]
EXAMPLES = ROOT / "docs" / "sdk" / "examples"
SPHERE = str(ROOT / "e2e" / "data" / "sphere.step")
WORDS = {"step_model": [SPHERE], "twenty_lines": [SPHERE]}
HANGS_S = 300


class Examples(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if "PACE_URL" not in os.environ:
            raise unittest.SkipTest("there is no server: set PACE_URL and PACE_KEY")
        # Side by side: mostly they wait for the server.
        cls.scripts = {
            path.stem: subprocess.Popen(
                [sys.executable, "-X", "utf8", str(path), *WORDS.get(path.stem, [])],
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                encoding="utf-8",
            )
            for path in sorted(EXAMPLES.glob("*.py"))
        }
        cls.addClassCleanup(cls.end)

    @classmethod
    def end(cls):
        for script in cls.scripts.values():
            script.kill()
            script.communicate()

    def printed_by(self, name):
        script = self.scripts[name]
        output, errors = script.communicate(timeout=HANGS_S)
        self.assertEqual((script.returncode, errors), (0, ""))
        return output

    def number_in(self, output, pattern):
        match = re.search(pattern, output)
        self.assertIsNotNone(match, output)
        return float(match[1])

    def test_sphere_vs_mie(self):
        output = self.printed_by("sphere_vs_mie")
        for term in ("VV", "HH"):
            # Flat triangles of λ/11.
            self.assertLess(self.number_in(output, rf"{term}: differs from Mie by (\S+) %"), 2)

    def test_angle_sweep(self):
        output = self.printed_by("angle_sweep")
        # Of a plate of one wavelength the edges add so much to physical optics.
        self.assertLess(abs(self.number_in(output, r"broadside differs from 4πA²/λ² by (\S+) dB")), 1)
        self.assertEqual(len(re.findall(r"θ = .*VV from .* to ", output)), 9)
        for file in output.splitlines()[-4:]:
            self.assertGreater(Path(file).stat().st_size, 500)

    def test_frequency_sweep(self):
        output = self.printed_by("frequency_sweep")
        self.assertRegex(output, r"1470 unknowns, ")
        self.assertEqual(len(re.findall(r" MHz: ", output)), 3)
        # In the resonance region the creeping wave shifts the delay of the front.
        self.assertLess(abs(self.number_in(output, r"comes from (\S+) m in front") - 0.5), 0.25)

    def test_adaptive_sweep(self):
        output = self.printed_by("adaptive_sweep")
        solved = self.number_in(output, r"(\d+) of 41 frequencies were solved")
        self.assertLess(solved, 20)
        self.assertEqual(len(re.findall(r" MHz: ", output)), 41)
        bars = re.findall(r"MHz: +(\S+) dBsm, from (\S+) to (\S+)", output)
        self.assertEqual(len(bars), 41 - solved)
        for rcs, low, high in bars:
            self.assertLessEqual(float(low), float(rcs))
            self.assertLess(float(high) - float(low), 0.6)

    def test_batch(self):
        self.assertEqual(len(re.findall(r"(?m)^[VH] \d+: \S+ dBsm$", self.printed_by("batch"))), 4)

    def test_resume(self):
        self.assertRegex(self.printed_by("resume"), r"^[0-9a-f-]{36}\n\S+ dBsm\n$")

    def test_step_model(self):
        output = self.printed_by("step_model")
        self.assertRegex(output, r"(?m)^curved triangles +\d+$")
        self.assertRegex(output, r"(?m)^verdict +ok$")

    def test_twenty_lines(self):
        output = self.printed_by("twenty_lines")
        # Curved triangles of λ/8
        self.assertLess(self.number_in(output, r"differs from Mie by (\S+) %"), 1)
        for file in output.splitlines()[-3:]:
            self.assertGreater(Path(file).stat().st_size, 500)

    def test_coating_study(self):
        output = self.printed_by("coating_study")
        self.assertLess(self.number_in(output, r"2 mm: \S+ dBsm, (\S+) dB"), -10)
        self.assertIn("the least return: 2 mm", output)

    def test_composite(self):
        output = self.printed_by("composite")
        for name in ("Teflon", "Glass"):
            # Against the sphere of the same volume
            self.assertLess(self.number_in(output, rf"{name}: .*differs from its series by (\S+) %"), 0.5)

    def test_isar(self):
        output = self.printed_by("isar")
        self.assertEqual(self.number_in(output, r"resolution (\S+) m down range"), 1.0)
        places = re.findall(r"dB at x = (\S+) m, y = (\S+) m", output)
        self.assertEqual(len(places), 3)
        for x, y in places:
            # On the aircraft, which is 6.1 m long and 4.8 m wide
            self.assertLess(abs(float(x)), 3.6)
            self.assertLess(abs(float(y)), 2.9)

    def test_every_example_has_a_test(self):
        tested = {name.removeprefix("test_") for name in dir(self) if name.startswith("test_")}
        self.assertEqual(set(self.scripts) - tested, set())
