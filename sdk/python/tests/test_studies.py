"""Studies on the real server with the real solver."""

import numpy as np

import pace

from .server_case import ServerCase


class Studies(ServerCase):
    def test_a_study_has_the_numbers_of_single_runs(self):
        base = self.small_model.run(frequency=200e6, theta=(60, 90, 15), phi=20, polarization="VH", errorestimate=True)
        study = self.pc.create_study(
            base.id,
            "alpha",
            [pace.vary("alpha", [0.3, 0.7])],
            [pace.objective("maximum", "VV"), pace.objective("mean", "HH", theta=(70, 80))],
        )
        variants = study.wait(progress=False)
        self.assertEqual([(one.number, one.values, one.status) for one in variants], [(1, (0.3,), "Finished"), (2, (0.7,), "Finished")])
        (curves,) = study.curves("VV")
        self.assertEqual(curves.variants, (1, 2))
        np.testing.assert_allclose(curves.theta, [60, 75, 90])
        for i, variant in enumerate(variants):
            single = self.small_model.run(
                frequency=200e6, theta=(60, 90, 15), phi=20, polarization="VH", cfiealpha=variant.values[0], errorestimate=True
            ).wait(progress=False)
            vv = single.rcs("VV", dB=True).ravel()
            # Corrected fields count where there are some; the solved ones lie within the bars of these.
            self.assertLess(np.abs(curves.dbsm[i] - vv).max(), 0.5)
            self.assertAlmostEqual(variant.objectives[0], curves.dbsm[i].max(), places=9)
            low, high = variant.bars[0]
            self.assertLess(low, variant.objectives[0])
            self.assertGreater(high, variant.objectives[0])
            (of_variant,) = [study.results(variant.number).rcs("VV", dB=True).ravel()]
            np.testing.assert_allclose(of_variant, vv, atol=1e-6)
        self.assertEqual(study.best(0, goal="maximum").number, max(variants, key=lambda one: one.objectives[0]).number)
        self.assertIn(study.id, [one["id"] for one in self.pc.studies()])
        self.assertIn(f"/shared/study?id={study.id}#", study.share())
        self.assertEqual(self.pc.study(study.id).promote(1, "promoted"), variants[0].project_id)

    def test_what_cannot_vary_is_refused_with_its_reason(self):
        base = self.small_model.run(frequency=200e6, errorestimate=False)
        with self.assertRaises(pace.PaceError) as caught:
            self.pc.create_study(base.id, "thickness", [pace.vary("thickness", [1e-3, 2e-3], layers=[0])])
        self.assertEqual(caught.exception.code, "STUDY_INVALID")
        with self.assertRaises(pace.NotFound):
            self.pc.study("nothing")
        with self.assertRaises(pace.InvalidInput):
            self.pc.create_study(base.id, "runs", [pace.vary("alpha", pace.Range(0, 1))], sampling="optimise")

    def test_an_optimisation_uses_its_budget(self):
        base = self.small_model.run(frequency=200e6, theta=90, phi=0, polarization="V", errorestimate=False)
        study = self.pc.create_study(
            base.id,
            "scale",
            [pace.vary("modelScale", pace.Range(0.5, 1.5))],
            [pace.objective("maximum", "co")],
            sampling="optimise",
            runs=6,
        )
        variants = study.wait(progress=False)
        self.assertEqual([one.status for one in variants], ["Finished"] * 6)
        values = [one.values[0] for one in variants]
        self.assertEqual(len(set(values)), 6)
        self.assertTrue(all(0.5 <= value <= 1.5 for value in values))
        # At ka from 0.5 to 1.6 a smaller sphere scatters less.
        self.assertLess(study.best().values[0], 0.7)
