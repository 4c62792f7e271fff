import unittest

from pace.errors import InvalidInput
from pace.materials import Boundary, Layer, Material, library_material, materials_input

FOAM = library_material(
    {
        "name": "Foam",
        "params": [
            {"frequency": f, "permitivity": {"real": e, "imaginary": -0.1}, "permeability": {"real": 1, "imaginary": 0}}
            for f, e in ((1e9, 2.0), (10e9, 4.0))
        ],
    }
)


def saved(**given):
    values = {
        **{"coating": None, "pec_back": True, "boundaries": None, "own": (), "library": {"Foam": FOAM}},
        **{"surfaces": [1, 7], "frequencies": [3e9]},
        **given,
    }
    return materials_input(**values)


class Materials(unittest.TestCase):
    def test_layers_of_all_surfaces_are_outermost_first_in_metres(self):
        own = Material.constant("Paint", 10 - 1j, 2 - 0.5j)
        made = saved(coating=[Layer(own, 1e-3), Layer("Foam", 2e-3)])
        self.assertEqual(
            [(one["surface"], one["surfaceIndex"], one["materialName"], one["thickness"]) for one in made["thicknesses"]],
            [(1, 0, "Paint", 1e-3), (1, 1, "Foam", 2e-3), (7, 0, "Paint", 1e-3), (7, 1, "Foam", 2e-3)],
        )
        self.assertEqual(made["inputMaterials"][0]["permitivity"], {"real": 10, "imaginary": -1})
        self.assertTrue(made["isConstant"])

    def test_a_material_of_a_table_has_straight_lines_over_the_logarithm_of_the_frequency(self):
        self.assertAlmostEqual(FOAM.at(10**9.5)[0].real, 3)
        self.assertEqual((FOAM.at(1e6)[0].real, FOAM.at(1e12)[0].real), (2, 4))
        sweep = saved(coating={7: [Layer("Foam", 1e-3)]}, frequencies=[0.5e9, 5e9, 20e9])
        self.assertFalse(sweep["isConstant"])
        self.assertEqual([one["frequency"] for one in sweep["inputMaterials"][0]["params"]], [0.5e9, 1e9, 10e9, 20e9])
        self.assertEqual([one["surface"] for one in sweep["thicknesses"]], [7])

    def test_boundaries_name_both_sides_of_each_surface(self):
        made = saved(boundaries={1: Boundary("Foam"), 7: Boundary("pec", outside=1), 9: Boundary(None, "interface")})
        self.assertEqual(
            [(one["surfaceApplied"], one["outerMedia"], one["outerMaterial"]) for one in made["outerMedias"]],
            [(1, 0, "Foam"), (7, 1, "PEC"), (9, -1, "")],
        )

    def test_an_unknown_material_is_refused_with_its_place_and_names_like_it(self):
        with self.assertRaises(InvalidInput) as caught:
            saved(coating=[Layer("Foan", 1e-3)])
        self.assertEqual((caught.exception.code, caught.exception.place), ("MATERIAL_MISSING", "/thicknesses/1/0"))
        self.assertIn("Foam", caught.exception.detail)
