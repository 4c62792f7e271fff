import unittest

import numpy as np

from pace.errors import InvalidInput
from pace.units import SPEED_OF_LIGHT, excitation_input, frequency_input, key_tenths, mesh_size_mm, range_values, values_of


class Units(unittest.TestCase):
    def test_a_frequency_arrives_in_hertz_unchanged(self):
        self.assertEqual(frequency_input(3e9), {"freqsweep": 0, "frequency": [3e9, -1, -1]})
        self.assertEqual(frequency_input(np.float64(1.2345678901e9))["frequency"][0], 1.2345678901e9)

    def test_a_tuple_is_first_last_step_and_the_api_has_the_step_in_the_middle(self):
        self.assertEqual(frequency_input((1e9, 2e9, 0.1e9)), {"freqsweep": 1, "frequency": [1e9, 0.1e9, 2e9]})

    def test_a_list_of_even_values_is_a_sweep_that_has_exactly_them(self):
        for values in ([3e9, 5e9], [1e9, 1.1e9, 1.2e9, 1.3e9], list(np.linspace(0.1e9, 0.7e9, 7))):
            sent = frequency_input(values)["frequency"]
            np.testing.assert_allclose(range_values(sent[0], sent[2], sent[1]), values, rtol=1e-12)
        self.assertEqual(frequency_input([3e9]), frequency_input(3e9))

    def test_a_list_of_uneven_frequencies_is_sent_as_it_is(self):
        self.assertEqual(frequency_input([1e9, 2e9, 4e9]), {"freqsweep": 2, "frequencylist": [1e9, 2e9, 4e9]})
        self.assertEqual(values_of(np.array([1e9, 2e9, 4e9])).tolist(), [1e9, 2e9, 4e9])

    def test_uneven_angles_are_refused(self):
        with self.assertRaises(InvalidInput) as caught:
            excitation_input([0, 1, 4], 0, 1)
        self.assertEqual((caught.exception.code, caught.exception.place), ("ANGLE_INVALID", "/excitation"))

    def test_descending_frequencies_are_refused_with_their_place(self):
        for values in ([2e9, 1e9], [1e9, 4e9, 2e9], [1e9, 1e9], [], (1e9, 2e9), "fast", float("nan")):
            with self.subTest(values=values), self.assertRaises(InvalidInput) as caught:
                frequency_input(values)
            self.assertEqual((caught.exception.code, caught.exception.place), ("FREQUENCY_INVALID", "/frequency"))

    def test_a_single_direction_and_a_sweep_are_in_degrees_in_the_order_of_the_api(self):
        self.assertEqual(excitation_input(90, 45.5, 1), {"anglesweep": 0, "excitation": [90, 45.5, 1]})
        self.assertEqual(
            excitation_input(90, (0, 180, 0.5), 4), {"anglesweep": 1, "excitation": [90, 90, 0, 180, 4, 0, 0.5]}
        )
        self.assertEqual(
            excitation_input(np.arange(0, 31, 10), [5, 6], 0),
            {"anglesweep": 1, "excitation": [0, 30, 5, 6, 0, 10, 1]},
        )

    def test_sweeps_have_the_points_that_the_server_counts(self):
        self.assertEqual(len(range_values(0, 180, 0.5)), 361)
        self.assertEqual(range_values(0.1, 0.3, 0.1).tolist(), [0.1, 0.2, 0.3])
        self.assertEqual(range_values(0, 10, 3).tolist(), [0, 3, 6, 9])

    def test_a_mesh_size_in_metres_or_of_the_wavelength_is_sent_in_millimetres(self):
        self.assertEqual(mesh_size_mm(0.0125, None), 12.5)
        self.assertEqual(mesh_size_mm(0.0001, None), 0.1)
        self.assertEqual(mesh_size_mm("lambda/8", 3e9), round(1000 * SPEED_OF_LIGHT / 8 / 3e9, 6))
        self.assertEqual(mesh_size_mm(" λ / 10.5", 1e9), round(1000 * SPEED_OF_LIGHT / 10.5e9, 6))

    def test_a_size_that_cannot_be_read_is_refused_with_its_place(self):
        for size, frequency, place in (("lambda/0", 1e9, "/mesh_size"), ("8", 1e9, "/mesh_size"), ("lambda/8", None, "/frequency")):
            with self.subTest(size=size), self.assertRaises(InvalidInput) as caught:
                mesh_size_mm(size, frequency)
            self.assertEqual((caught.exception.code, caught.exception.place), ("MESH_SIZE_INVALID", place))

    def test_results_are_asked_for_by_tenths_of_degrees(self):
        self.assertEqual(key_tenths(179.5), 1795)
        self.assertEqual(key_tenths(0.3), 3)
        self.assertEqual(key_tenths(12.345), 123.45)
