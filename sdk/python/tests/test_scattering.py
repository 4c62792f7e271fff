import unittest

import numpy as np

from pace.errors import InvalidInput
from pace.scattering import Fields, polarization_number

VV, VH, HV, HH = 1 + 2j, 0.3 - 0.1j, -0.2 + 0.4j, -0.7 + 0.5j


def matrix(**errors):
    record = {}
    for term, value in {"VV": VV, "VH": VH, "HV": HV, "HH": HH}.items():
        record[f"s_{term}_Real"], record[f"s_{term}_Imag"] = value.real, value.imag
    return Fields.of_records(4, [{"angleTheta": 0, **record, **errors}], [0], (1,))


def wave(polarization, e_theta, e_phi):
    record = {"e_Theta_Real": e_theta.real, "e_Theta_Imag": e_theta.imag, "e_Phi_Real": e_phi.real, "e_Phi_Imag": e_phi.imag}
    return Fields.of_records(polarization, [record], [0], (1,))


class Scattering(unittest.TestCase):
    def test_one_wave_has_the_terms_that_it_scatters(self):
        vertical, horizontal = wave(1, VV, HV), wave(0, VH, HH)
        self.assertEqual(vertical.terms, ("VV", "HV"))
        self.assertEqual((vertical.field("VV")[0], vertical.field("HV")[0]), (VV, HV))
        self.assertEqual((horizontal.field("VH")[0], horizontal.field("HH")[0]), (VH, HH))
        self.assertEqual(horizontal.field("phi")[0], HH)

    def test_circular_terms_of_the_matrix_are_what_circular_waves_scatter(self):
        # docs/conventions.md: right (φ̂ − jθ̂)/√2, left (φ̂ + jθ̂)/√2.
        for polarization, sign, terms in ((2, -1j, ("RR", "LR")), (3, 1j, ("RL", "LL"))):
            scattered = wave(polarization, (VH + sign * VV) / 2**0.5, (HH + sign * HV) / 2**0.5)
            self.assertEqual(scattered.terms, terms)
            for term in terms:
                np.testing.assert_allclose(scattered.field(term), matrix().field(term), rtol=1e-14)

    def test_the_rcs_is_4_pi_s_squared_and_the_total_is_the_same_in_every_basis(self):
        fields = matrix()
        np.testing.assert_allclose(fields.rcs("VV"), 4 * np.pi * 5)
        np.testing.assert_allclose(fields.rcs("VV", dB=True), 10 * np.log10(4 * np.pi * 5))
        circular = sum(fields.rcs(term) for term in ("RR", "RL", "LR", "LL"))
        np.testing.assert_allclose(fields.rcs(), circular)
        self.assertEqual(wave(1, 0j, 0j).rcs(dB=True)[0], -np.inf)

    def test_a_bar_is_the_range_of_the_disc_and_none_without_an_estimate(self):
        self.assertIsNone(matrix().bar("VV"))
        self.assertIsNone(matrix(s_VV_Error=0.1).bar("RR"))
        fields = matrix(s_VV_Error=0.1, s_VH_Error=5.0, s_HV_Error=0.2, s_HH_Error=0.3)
        low, high = fields.bar("VV")
        np.testing.assert_allclose([low[0], high[0]], 4 * np.pi * (5**0.5 + np.array([-0.1, 0.1])) ** 2)
        self.assertEqual(fields.bar("VH").low[0], 0)
        self.assertEqual(fields.bar("VH", dB=True).low[0], -np.inf)
        np.testing.assert_allclose(fields.radius("RR"), (0.1 + 5 + 0.2 + 0.3) / 2)
        np.testing.assert_allclose(fields.bar().high, sum(fields.bar(term).high for term in fields.terms))

    def test_what_was_not_computed_is_refused(self):
        with self.assertRaises(InvalidInput):
            wave(1, VV, HV).field("HH")
        with self.assertRaises(InvalidInput):
            polarization_number("X")
        self.assertEqual([polarization_number(one) for one in ("H", "v", "R", "L", "VH", "HV", 4)], [0, 1, 2, 3, 4, 4, 4])
