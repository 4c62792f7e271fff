"""Models and results of the real server with the real solver."""

import zipfile
from pathlib import Path
from unittest import mock

import numpy as np

import pace

from .server_case import RADIUS, ServerCase


class Results(ServerCase):
    def test_a_sphere_scatters_as_mie_says_complex_and_off_the_origin(self):
        run = self.model.run(frequency=300e6, theta=60, phi=30, polarization="VH", numberoffarlocations=36)
        estimate = run.estimate()
        self.assertEqual(estimate.unknowns, 480)
        self.assertGreater(estimate.bytes, 480 * 480 * 16)
        self.assertEqual(run.status, "")
        events = []
        res = run.wait(progress=False, on_events=events.extend)
        self.assertTrue(res.converged)
        self.assertIn("finished", {one["event"] for one in events})
        self.assertEqual((res.shape, res.theta.tolist(), res.phi.tolist()), ((1, 1, 1), [60], [30]))
        exact, cuts = res.exact_sphere(), res.bistatic()
        self.assertEqual(set(cuts), {"xy", "xz", "yz"})
        for plane, cut in cuts.items():
            self.assertEqual(cut.field("VV").shape, (36,))
            for term in cut.terms:
                peak = np.abs(exact[plane].field(term)).max()
                difference = np.abs(cut.field(term) - exact[plane].field(term)).max()
                # Flat triangles of λ/9.
                self.assertLess(difference, 0.06 * max(peak, 0.05), (plane, term))
        # Straight back a sphere has equal VV and HH, no cross terms, and no RR and LL.
        self.assertLess(abs(res.rcs("VV", dB=True) - res.rcs("HH", dB=True)).item(), 0.1)
        self.assertLess(res.rcs("RR").item(), 1e-2 * res.rcs("RL").item())
        bar = res.bar("VV", dB=True)
        self.assertLess(bar.low.item(), res.rcs("VV", dB=True).item())
        self.assertGreater(bar.high.item(), res.rcs("VV", dB=True).item())
        self.assertLess(res.iterations(incident="H")[-1], 1e-3)
        # With what the facets lack of the sphere.
        assert res.corrected is not None
        self.assertLess(res.corrected.radius("VV").item(), 0.4 * res.radius("VV").item())
        shift = abs(res.corrected.field("VV") - res.field("VV")).item()
        self.assertTrue(0 < shift < res.radius("VV").item())

    def test_an_angle_sweep_of_both_polarizations_is_what_single_waves_give(self):
        both = self.small_model.run(
            frequency=400e6, theta=(30, 90, 30), phi=[0, 20], polarization="VH", solver="mlfma", errorestimate=False
        )
        single = self.small_model.run(
            frequency=400e6, theta=60, phi=20, polarization="H", solver="mlfma", errorestimate=False
        )
        matrix, horizontal = self.pc.batch((both, single))
        self.assertEqual(matrix.shape, (1, 3, 2))
        self.assertEqual((matrix.theta.tolist(), matrix.phi.tolist()), ([30, 60, 90], [0, 20]))
        self.assertIsNone(matrix.bar("VV"))
        self.assertIsNone(matrix.corrected)
        np.testing.assert_allclose(horizontal.field("HH").item(), matrix.field("HH")[0, 1, 1], rtol=2e-3)
        with self.assertRaises(pace.InvalidInput):
            horizontal.field("VV")
        with self.assertRaises(pace.InvalidInput) as caught:
            matrix.bistatic(theta=45, phi=0)
        self.assertEqual((caught.exception.code, caught.exception.place), ("RESULT_NOT_FOUND", "/theta"))
        self.assertTrue(matrix.bistatic(theta=60, phi=20).converged)
        files = {ending: matrix.save(self.folder / f"sweep.{ending}") for ending in ("npz", "csv", "txt", "mat")}
        with np.load(files["npz"]) as read:
            np.testing.assert_array_equal(read["S_HV"], matrix.field("HV"))
        for ending, options in (("csv", {"delimiter": ",", "skiprows": 1}), ("txt", {})):
            table = np.loadtxt(files[ending], **options)
            self.assertEqual(table.shape, (6, 11))
            np.testing.assert_array_equal(table[:, 1], [30, 30, 60, 60, 90, 90])
            np.testing.assert_array_equal(table[:, 3] + 1j * table[:, 4], matrix.field("VV").ravel())
            np.testing.assert_array_equal(table[:, 9] + 1j * table[:, 10], matrix.field("HH").ravel())
        self.assertEqual(files["mat"].read_bytes()[:6], b"MATLAB")
        wave = {"theta": 60, "phi": 20}
        begins = {"h5": b"\x89HDF", "ffe": b"##File Type", "rcs": b"stk.v.9.0", "vtu": b"<?xml", "msh": b"$MeshFormat", "obj": b"# Pace"}
        for ending, head in begins.items():
            file = matrix.save(self.folder / f"sweep.{ending}", **wave)
            self.assertEqual(file.read_bytes()[: len(head)], head)
        self.assertEqual(int.from_bytes(matrix.save(self.folder / "a.stl").read_bytes()[80:84], "little"), 80)
        self.assertTrue(zipfile.is_zipfile(matrix.save(self.folder / "explorer.zip", "radarexplorer")))
        with self.assertRaises(pace.NotFound) as missing:
            matrix.save(self.folder / "magnetic.vtu", **wave, density="M")
        self.assertEqual(missing.exception.code, "RESULT_NOT_FOUND")
        self.assertEqual([one.name for one in self.folder.glob("magnetic*")], [])
        with self.assertRaises(pace.InvalidInput):
            matrix.save("sweep.xls")
        maps = matrix.maps(**wave, incident="H", received="V", layer=(4 - 0.1j, 1))
        self.assertEqual(maps.units["displacement"], "dB/mm")
        self.assertEqual({name: values.shape for name, values in maps.items()}, dict.fromkeys(maps, (80,)))
        self.assertIn("layer", maps)
        self.assertEqual([part["triangles"] for part in maps.parts], [80])
        # One part contributes all of it.
        self.assertAlmostEqual(maps.parts[0]["share_dBsm"], maps.rcs_dbsm, places=3)
        self.assertAlmostEqual(maps.rcs_dbsm, matrix.rcs("VH", dB=True)[0, 1, 1], places=2)
        spots = matrix.hot_spots()
        self.assertEqual(spots.map.shape, (80,))
        self.assertIn("theta", spots.resolution_m)
        for spot in spots.spots:
            self.assertLess(np.linalg.norm(spot["position_m"]), 0.3)

    def test_a_frequency_sweep_has_the_frequencies_that_were_asked_for(self):
        run = self.small_model.run(
            frequency=[100e6, 150e6, 200e6], theta=90, phi=0, polarization="V", errorestimate=False, name="three"
        )
        res = run.wait(progress=False)
        self.assertEqual(res.frequency.tolist(), [100e6, 150e6, 200e6])
        self.assertEqual(res.rcs().shape, (3, 1, 1))
        self.assertEqual(res.name, "three")
        self.assertEqual(run.project["state"]["solverInput"]["frequency"], [100e6, 50e6, 200e6])
        with self.assertRaises(pace.InvalidInput):
            res.bistatic()
        self.assertEqual(len(res.bistatic(frequency=150e6)["xy"].theta), 360)
        self.assertTrue(res.computed.all())
        archive = res.archive(self.folder / "run.zip")
        self.assertTrue(zipfile.is_zipfile(archive))
        self.assertIn("2411", res.mesh(self.folder / "mesh.unv").read_text())

    def test_what_an_adaptive_sweep_interpolated_is_marked_in_cuts_and_files(self):
        res = self.small_model.run(
            frequency=(100e6, 200e6, 5e6), theta=70, phi=20, polarization="V", adaptivetolerance=0.1, errorestimate=False
        ).wait(progress=False)
        solved, interpolated = (res.frequency[res.computed == one] for one in (True, False))
        self.assertTrue(1 < len(solved) < len(interpolated))
        self.assertTrue(res.bistatic(frequency=solved[1]).computed)
        self.assertFalse(res.bistatic(frequency=interpolated[1]).computed)
        for ending, separator in (("csv", ","), ("txt", " ")):
            head, *rows = res.save(self.folder / f"marked.{ending}").read_text().splitlines()
            place = head.lstrip("# ").split(separator).index("computed")
            self.assertEqual([row.split(separator)[place] == "1" for row in rows], res.computed.tolist())
        with np.load(res.save(self.folder / "marked.npz")) as arrays:
            self.assertEqual(arrays["computed"].tolist(), res.computed.tolist())
        for frequency, mark in ((solved[1], False), (interpolated[1], True)):
            text = res.save(self.folder / "marked.ffe", frequency=frequency, theta=70, phi=20).read_text()
            self.assertEqual("this frequency was not solved" in text, mark)

    def test_layers_and_bodies_of_library_materials_are_solved(self):
        # As ε = μ it reflects nothing at its front.
        absorber = pace.Material.constant("Matched", 3 - 3j, 3 - 3j)
        coated = self.pc.upload(self.small, name="coated", program="coating").run(
            frequency=400e6,
            polarization="V",
            coating=[pace.Layer(absorber, 0.05), pace.Layer("Teflon (PTFE)", 0.001)],
            errorestimate=False,
        )
        dielectric = self.pc.upload(self.small, name="dielectric", program="composite").run(
            frequency=200e6, polarization="V", boundaries={1: pace.Boundary("Teflon (PTFE)")}, errorestimate=False
        )
        bare = self.small_model.run(frequency=400e6, polarization="V", errorestimate=False)
        results = self.pc.batch({"coated": coated, "dielectric": dielectric, "bare": bare})
        # The absorber absorbs.
        self.assertLess(results["coated"].rcs(dB=True).item(), results["bare"].rcs(dB=True).item() - 10)
        exact = results["dielectric"].exact_sphere()["xz"]
        computed = results["dielectric"].bistatic()["xz"]
        peak = np.abs(exact.field("VV")).max()
        self.assertLess(np.abs(computed.field("VV") - exact.field("VV")).max(), 0.2 * peak)
        with self.assertRaises(pace.InvalidInput) as caught:
            self.small_model.run(frequency=1e9, coating=[])
        self.assertEqual(caught.exception.place, "/coating")

    def test_the_doctor_shows_the_mesh_and_refuses_what_cannot_be_meshed(self):
        doctor = self.model.doctor
        self.assertEqual((doctor.triangles, doctor.unknowns, doctor.surfaces, doctor.verdict), (320, 480, (1,), "ok"))
        np.testing.assert_allclose(doctor.size, 3 * [2 * RADIUS], rtol=0.03)
        self.assertRegex(str(doctor), r"(?m)^triangles +320$")
        with self.assertRaises(pace.InvalidInput):
            self.model.mesh(size=0.1)
        broken = self.folder / "broken.unv"
        broken.write_text("no mesh")
        model = self.pc.upload(broken)
        with self.assertRaises(pace.MeshFailed) as caught:
            model.mesh()
        self.assertTrue(caught.exception.code.startswith("UNV_"))
        with self.assertRaises(pace.MeshFailed):
            _ = model.doctor
        with self.assertRaises(pace.InvalidInput) as caught:
            self.pc.upload(Path(__file__))
        self.assertEqual(caught.exception.code, "UPLOAD_FILE_TYPE")

    def test_a_plot_has_the_levels_of_the_results(self):
        res = self.small_model.run(frequency=300e6, theta=90, phi=(0, 180, 45), polarization="VH").wait(progress=False)
        # In the place of matplotlib's axes: what is drawn is recorded.
        polar, straight = mock.Mock(), mock.Mock()
        self.assertIs(res.plot_polar(frequency=300e6, ax=polar), polar)
        angles, levels = polar.plot.call_args.args
        np.testing.assert_allclose(np.rad2deg(angles), [0, 45, 90, 135, 180])
        np.testing.assert_array_equal(levels, res.rcs("VV", dB=True)[0, 0])
        res.plot(term="HH", ax=straight, color="k")
        np.testing.assert_array_equal(straight.plot.call_args.args[1], res.rcs("HH", dB=True)[0, 0])
        self.assertEqual(straight.plot.call_args.kwargs, {"label": "HH", "color": "k"})
        _, low, high = straight.fill_between.call_args.args
        self.assertTrue((low < high).all())
