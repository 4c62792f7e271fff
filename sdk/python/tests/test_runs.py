"""Runs from their settings to their end, on the real server with the real solver."""

import asyncio
import os

import pace

from .server_case import ServerCase


class Runs(ServerCase):
    def test_a_run_is_had_again_by_its_id_and_is_solved_once(self):
        run_id = self.small_model.run(frequency=200e6, polarization="R", errorestimate=False).start().id
        again = pace.connect().run(run_id)
        res = asyncio.run(again.wait_async())
        self.assertEqual(res.terms, ("RR", "LR"))
        # A sphere turns right into left.
        self.assertLess(res.rcs("RR").item(), 1e-2 * res.rcs("LR").item())
        version = again.project["state"]["resultVersion"]
        again.start().wait(progress=False)
        self.assertEqual(again.project["state"]["resultVersion"], version)

    def test_a_batch_of_four_solves_each_once_and_loses_none(self):
        runs = [
            self.small_model.run(frequency=f, theta=90, phi=0, polarization="V", errorestimate=False)
            for f in (100e6, 150e6, 200e6, 250e6)
        ]
        self.assertEqual(len({run.id for run in runs}), 4)
        seen = dict(self.pc.as_finished({**dict(zip("abcd", runs)), "again": runs[0]}, at_once=3))
        self.assertEqual(set(seen), {*"abcd", "again"})
        self.assertIs(seen["again"], seen["a"])
        versions = [run.project["state"]["resultVersion"] for run in runs]
        results = self.pc.batch(runs)
        self.assertEqual([res.frequency[0] for res in results], [100e6, 150e6, 200e6, 250e6])
        self.assertEqual([run.project["state"]["resultVersion"] for run in runs], versions)

    def test_a_failed_run_of_a_batch_does_not_take_the_others_along(self):
        good = self.small_model.run(frequency=100e6, errorestimate=False)
        # One hundredth of a hundredth of a wavelength: refused unless it is meant.
        bad = self.small_model.run(frequency=1e3, errorestimate=False)
        outcomes = self.pc.batch({"good": good, "bad": bad}, errors="return")
        self.assertEqual(outcomes["bad"].code, "SIZE_UNUSUAL")
        with self.assertRaises(pace.BatchFailed) as caught:
            self.pc.batch({"good": good, "bad": bad})
        self.assertEqual((list(caught.exception.results), list(caught.exception.errors)), (["good"], ["bad"]))

    def test_a_second_run_leaves_the_first_and_its_mesh(self):
        model = self.pc.upload(self.small, name="twice")
        first = model.run(frequency=100e6, errorestimate=False)
        second = model.run(frequency=200e6, errorestimate=False)
        self.assertEqual(first.id, model.id)
        self.assertNotEqual(second.id, model.id)
        third = self.pc.model(model.id).run(frequency=300e6, errorestimate=False)
        self.assertNotIn(third.id, (first.id, second.id))
        saved = [run.project["state"]["solverInput"]["frequency"][0] for run in (first, second, third)]
        self.assertEqual(saved, [100e6, 200e6, 300e6])
        self.assertEqual(second.estimate().unknowns, 120)

    def test_settings_that_are_not_given_are_the_defaults_of_the_contract(self):
        entered = self.small_model.run(frequency=1e9, cfiealpha=0.25).project["state"]["solverInput"]
        self.assertEqual((entered["residualerror"], entered["numberofiterations"], entered["solvertype"]), (0.001, 15, 3))
        self.assertEqual((entered["excitation"], entered["cfiealpha"], entered["errorestimate"]), ([180, 180, 0], [0.25], 1))

    def test_a_wrong_input_is_refused_with_code_place_and_remedy(self):
        model = self.small_model
        for given, code, place in (
            ({"frequency": 1e12}, "FREQUENCY_INVALID", "/frequency/0"),
            ({"frequency": 1e9, "theta": 200}, "ANGLE_INVALID", "/excitation/0"),
            ({"frequency": 1e9, "theta": (0, 90, 100)}, "ANGLE_INVALID", "/excitation/5"),
            ({"frequency": 1e9, "residualerror": 2}, "VALIDATION", "/residualerror"),
        ):
            with self.subTest(given=given), self.assertRaises(pace.InvalidInput) as caught:
                model.run(**given)
            self.assertEqual((caught.exception.code, caught.exception.place), (code, place))
            self.assertGreater(len(caught.exception.detail), 10)
        with self.assertRaises(pace.InvalidInput) as caught:
            model.run(frequency=1e9, cfiealpha=[0.5, 0.5]).estimate()
        self.assertEqual(caught.exception.code, "ALPHA_COUNT")
        with self.assertRaises(pace.NotFound):
            model.run(frequency=1e9).results()
        with self.assertRaises(pace.NotFound):
            self.pc.run("00000000-0000-0000-0000-000000000000")

    def test_a_key_is_refused_where_its_scope_is_too_small(self):
        reading = pace.connect(key=os.environ["PACE_KEY_READ"])
        run = self.small_model.run(frequency=100e6, errorestimate=False)
        self.assertEqual(reading.run(run.id).estimate().unknowns, 120)
        for forbidden in (reading.run(run.id).start, lambda: reading.upload(self.small), run.id and reading.run(run.id).share):
            with self.assertRaises(pace.AccessKeyError) as caught:
                forbidden()
            self.assertEqual(caught.exception.code, "ACCESS_KEY_SCOPE")
        for wrong in ("pace_wrong", "secret"):
            with self.assertRaises(pace.AccessKeyError):
                pace.connect(key=wrong)

    def test_a_cancelled_run_says_so_and_can_be_shared_renamed_and_deleted(self):
        run = self.pc.upload(self.sphere).run(frequency=(250e6, 350e6, 2e6), theta=(0, 180, 5), phi=(0, 350, 10))
        run.start()
        run.cancel()
        with self.assertRaises(pace.RunCancelled):
            run.wait(progress=False)
        run.cancel()
        self.assertIn("#", run.share())
        run.rename("cancelled")
        self.assertEqual(run.name, "cancelled")
        run.delete()
        with self.assertRaises(pace.NotFound):
            self.pc.run(run.id)

    def test_what_was_solved_directly_has_nothing_to_continue(self):
        run = self.small_model.run(frequency=100e6, errorestimate=False)
        self.assertEqual(run.wait(progress=False).summary["method"], "dense-lu")
        with self.assertRaises(pace.StateConflict) as caught:
            run.continue_()
        self.assertEqual(caught.exception.code, "RUN_NOT_CONTINUABLE")
