"""The code of the notebooks of the documentation runs, cell by cell."""

import contextlib
import importlib.util
import io
import json
import os
import sys
import unittest
from pathlib import Path
from unittest import mock

NOTEBOOKS = Path(__file__).parents[3] / "docs" / "sdk" / "notebooks"


class Notebooks(unittest.TestCase):
    def setUp(self):
        if "PACE_URL" not in os.environ:
            raise unittest.SkipTest("there is no server: set PACE_URL and PACE_KEY")
        if importlib.util.find_spec("matplotlib") is None:
            # What is drawn is looked at by the tests of plots.
            for name in ("matplotlib", "matplotlib.pyplot", "matplotlib.axes"):
                sys.modules[name] = mock.MagicMock()
                self.addCleanup(sys.modules.pop, name)

    def printed_by(self, name):
        notebook = json.loads((NOTEBOOKS / f"{name}.ipynb").read_text(encoding="utf-8"))
        self.assertEqual((notebook["nbformat"], notebook["nbformat_minor"]), (4, 5))
        output = io.StringIO()
        names = {"__name__": "__main__"}
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(io.StringIO()):
            for cell in notebook["cells"]:
                if cell["cell_type"] == "code":
                    self.assertEqual((cell["outputs"], cell["execution_count"]), ([], None))
                    exec(compile("".join(cell["source"]), f"{name} {cell['id']}", "exec"), names)
        return output.getvalue()

    def test_first_run(self):
        output = self.printed_by("first_run")
        self.assertRegex(output, r"300 MHz: \S+ dBsm, between \S+ and \S+")
        self.assertRegex(output, r"largest difference: 0\.\d+ %")

    def test_angle_and_parts(self):
        output = self.printed_by("angle_and_parts")
        self.assertRegex(output, r"physical optics: [+-]0\.0\d dB from")
        self.assertRegex(output, r"(?m)^full wave +10\.")

    def test_every_notebook_has_a_test(self):
        self.assertEqual({path.stem for path in NOTEBOOKS.glob("*.ipynb")}, {"first_run", "angle_and_parts"})
