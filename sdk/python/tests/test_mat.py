import struct
import tempfile
import unittest
from pathlib import Path

import numpy as np

from pace.mat import write_mat

try:
    from scipy.io import loadmat
except ImportError:
    loadmat = None

VARIABLES = {
    "frequency": np.array([1e9, 2e9]),
    "S_VV": np.arange(12).reshape(2, 3, 2) * (1 - 2.5j),
    "angle": 12.25,
    "converged": True,
    "name": "almond",
    "accented": "almond θ",
    "empty": np.zeros((0, 3)),
}


class Mat(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name) / "a.mat"

    @unittest.skipIf(loadmat is None, "scipy is not installed")
    def test_an_independent_reader_finds_every_value_with_its_shape(self):
        write_mat(self.path, VARIABLES)
        read = loadmat(self.path)
        for name in ("frequency", "S_VV", "empty"):
            expected = np.atleast_2d(VARIABLES[name])
            self.assertEqual(read[name].shape, expected.shape)
            self.assertEqual(read[name].dtype.kind, expected.dtype.kind)
            np.testing.assert_array_equal(read[name], expected)
        self.assertEqual(read["angle"].item(), 12.25)
        self.assertEqual(read["converged"].item(), 1)
        self.assertEqual((read["name"].item(), read["accented"].item()), ("almond", "almond θ"))

    def test_the_bytes_are_those_of_level_5(self):
        write_mat(self.path, {"z": np.array([1 + 2j])})
        data = self.path.read_bytes()
        self.assertEqual(data[:10], b"MATLAB 5.0")
        self.assertEqual(data[124:128], b"\x00\x01IM")
        self.assertEqual(struct.unpack("<II", data[128:136]), (14, len(data) - 136))
        # Flags: double, complex; dimensions 1 × 1; name; real part; imaginary part.
        self.assertEqual(struct.unpack("<IIII", data[136:152]), (6, 8, 0x0806, 0))
        self.assertEqual(struct.unpack("<IIii", data[152:168]), (5, 8, 1, 1))
        self.assertEqual(data[168:184], struct.pack("<II", 1, 1) + b"z" + bytes(7))
        self.assertEqual(data[184:], struct.pack("<IId", 9, 8, 1) + struct.pack("<IId", 9, 8, 2))

    def test_names_that_matlab_does_not_have_and_other_values_are_refused(self):
        for name in ("1a", "a b", "_a", "ß", "a" * 64, ""):
            with self.subTest(name=name), self.assertRaises(ValueError):
                write_mat(self.path, {name: 1.0})
        with self.assertRaises(TypeError):
            write_mat(self.path, {"a": np.array(["x"])})
