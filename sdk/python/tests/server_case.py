"""What tests against the server share."""

import os
import tempfile
import unittest
from pathlib import Path

import pace

from .bodies import sphere_unv

RADIUS = 0.25
CENTRE = (0.1, -0.05, 0.2)


class ServerCase(unittest.TestCase):
    """pc: a client. model: a sphere of 480 unknowns off the origin. small_model: one of 120; each run is a project of its own."""

    @classmethod
    def setUpClass(cls):
        if "PACE_URL" not in os.environ:
            raise unittest.SkipTest("there is no server: set PACE_URL and PACE_KEY")
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.pc = pace.connect()
        cls.sphere = sphere_unv(cls.folder / "sphere.unv", RADIUS, 2, CENTRE)
        cls.small = sphere_unv(cls.folder / "small.unv", RADIUS, 1)
        cls.model = cls.pc.upload(cls.sphere)
        cls.small_model = cls.pc.upload(cls.small)
