"""Writes multiple_precision.json: sphere coefficients a_n, b_n from the boundary conditions, solved as one linear
system per multipole with 60 to 6000 digits by mpmath (opaque shells need the many). Shares no formula with the solver
beyond Maxwell's equations: no recurrence, no logarithmic derivative, no scaling.

Time factor e^{+jwt}. Radial function u of every medium is combined from z j_n(z) and z y_n(z), z = k m r:
  TM: u and (m/eps) u' continuous;  TE: u and (m/mu) u' continuous (tangential H and E, E and H).
Outside: u = psi_n(x) - a_n z h_n^(2)(x).    Run: python3 multiple_precision.py > multiple_precision.json
"""
import json
import mpmath as mp

SPEED_OF_LIGHT, ETA0 = 299792458, mp.mpf("1.25663706212e-6") * 299792458


def psi(n, z):
    return mp.sqrt(mp.pi * z / 2) * mp.besselj(n + mp.mpf(1) / 2, z)


def chi(n, z):
    return mp.sqrt(mp.pi * z / 2) * mp.bessely(n + mp.mpf(1) / 2, z)


def with_slope(f, n, z):
    """f_n and f_n' = f_{n-1} - n f_n / z."""
    value = f(n, z)
    return value, f(n - 1, z) - n * value / z


def coefficient(case, n, mode):
    k = 2 * mp.pi * mp.mpf(case["frequency_hz"]) / SPEED_OF_LIGHT
    media = [(mp.mpc(*l["eps"]), mp.mpc(*l["mu"]), mp.mpf(l["outer_radius_m"])) for l in case["layers"]]
    ball = case["core"] == "dielectric"
    core_radius = mp.mpf(case["core_radius_m"])
    outer = media[-1][2] if media else core_radius
    # unknowns: (ball: 1, every shell: 2), then a_n
    functions = [[psi] if ball and i == 0 else [psi, chi] for i in range(len(media))]
    size = sum(map(len, functions)) + 1
    rows, rhs = [], []

    def terms(i, r):
        """(u, slope of the other tangential field) of each function of medium i at r"""
        eps, mu, _ = media[i]
        m = mp.sqrt(eps * mu)
        weight = m / eps if mode == "tm" else m / mu
        return [(u, weight * du) for u, du in (with_slope(f, n, k * m * r) for f in functions[i])]

    def exterior(r):
        u, du = with_slope(psi, n, k * r)
        y, dy = with_slope(chi, n, k * r)
        return (u, du), (u - 1j * y, du - 1j * dy)

    def wall(u, du):
        """E_tan = Z n x H at the core as one homogeneous condition; PEC is Z = 0."""
        z = mp.mpc(*case.get("surface_impedance_ohm", [0, 0])) / ETA0
        return du - 1j * z * u if mode == "tm" else z * du - 1j * u

    start = [sum(map(len, functions[:i])) for i in range(len(media))]
    if not ball:
        row = [mp.mpf(0)] * size
        if media:
            for j, (u, du) in enumerate(terms(0, core_radius)):
                row[start[0] + j] = wall(u, du)
            rhs.append(mp.mpf(0))
        else:
            incident, outgoing = exterior(core_radius)
            row[-1] = wall(*outgoing)
            rhs.append(wall(*incident))
        rows.append(row)
    for i in range(len(media)):
        r = media[i][2]
        for side in (0, 1):
            row, right = [mp.mpf(0)] * size, mp.mpf(0)
            for j, t in enumerate(terms(i, r)):
                row[start[i] + j] = t[side]
            if i + 1 < len(media):
                for j, t in enumerate(terms(i + 1, r)):
                    row[start[i + 1] + j] = -t[side]
            else:
                incident, outgoing = exterior(outer)
                row[-1], right = outgoing[side], incident[side]
            rows.append(row)
            rhs.append(right)
    # Columns and rows of very different size: equilibrate, then solve.
    columns = [max(abs(row[j]) for row in rows) for j in range(size)]
    matrix = mp.matrix([[row[j] / columns[j] for j in range(size)] for row in rows])
    return mp.lu_solve(matrix, mp.matrix(rhs))[size - 1] / columns[size - 1]


VACUUM_WAVELENGTH_1M = 299792458.0


def layer(radius, eps, mu=(1.0, 0.0)):
    return {"outer_radius_m": radius, "eps": list(eps), "mu": list(mu)}


CASES = [
    dict(name="PEC sphere, x = 11.3", core="pec", core_radius_m=1.8, layers=[], orders=[1, 2, 7, 12, 20]),
    dict(name="impedance sphere", core="impedance", core_radius_m=0.9, surface_impedance_ohm=[150.0, -220.0],
         layers=[], orders=[1, 3, 6, 10]),
    dict(name="water ball, x = 0.5", core="dielectric", core_radius_m=0.0,
         layers=[layer(0.08, (75.0, -13.0))], orders=[1, 2, 3, 4]),
    dict(name="water ball, x = 500", core="dielectric", core_radius_m=0.0,
         layers=[layer(79.6, (75.0, -13.0))], orders=[1, 17, 250, 480, 500, 515], digits=400),
    dict(name="nearly lossless glass ball, x = 500", core="dielectric", core_radius_m=0.0,
         layers=[layer(79.6, (2.25, -1e-9))], orders=[1, 100, 499, 510]),
    dict(name="PEC under a coating of 1e-4 wavelengths", core="pec", core_radius_m=0.73,
         layers=[layer(0.7301, (10.0, -3.0), (2.0, -1.0))], orders=[1, 2, 5, 9]),
    dict(name="large PEC under a lossless coating of 1e-4 wavelengths", core="pec", core_radius_m=31.0,
         layers=[layer(31.0001, (9.0, 0.0))], orders=[1, 60, 190, 200]),
    dict(name="impedance core under two layers", core="impedance", core_radius_m=2.1,
         surface_impedance_ohm=[50.0, 120.0],
         layers=[layer(2.4, (4.0, -0.5), (1.5, -0.2)), layer(2.9, (2.2, 0.0))], orders=[1, 5, 14, 22]),
    dict(name="metal-like shell over glass, skin depth 1e-4 wavelengths", core="dielectric", core_radius_m=0.0,
         layers=[layer(1.0, (2.25, 0.0)), layer(1.3, (1.0, -1.2e6))], orders=[1, 4, 9], digits=6000),
    dict(name="tiny lossless magnetic ball in a shell, x = 1e-3", core="dielectric", core_radius_m=0.0,
         layers=[layer(1e-4, (3.0, 0.0), (5.0, 0.0)), layer(1.6e-4, (7.0, 0.0), (2.0, 0.0))], orders=[1, 2, 3]),
    dict(name="tiny core in a large shell", core="pec", core_radius_m=1e-5,
         layers=[layer(12.0, (1.8, -0.02))], orders=[1, 2, 40, 75]),
    dict(name="five lossy layers", core="dielectric", core_radius_m=0.0,
         layers=[layer(0.4, (2.0, -0.1)), layer(0.6, (45.0, -20.0)), layer(0.601, (1.0, 0.0)),
                 layer(0.9, (3.0, -1.0), (1.2, -0.4)), layer(1.1, (1.5, 0.0))], orders=[1, 2, 6, 9]),
    dict(name="silver-like negative permittivity ball", core="dielectric", core_radius_m=0.0,
         layers=[layer(0.21, (-6.0, -0.3))], orders=[1, 2, 4]),
    dict(name="negative index shell", core="pec", core_radius_m=0.5,
         layers=[layer(0.7, (-2.0, -0.1), (-1.5, -0.05))], orders=[1, 3, 6]),
]


def as_pair(z):
    return [float(z.real), float(z.imag)]


def main():
    for case in CASES:
        mp.mp.dps = case.pop("digits", 60)
        case["frequency_hz"] = VACUUM_WAVELENGTH_1M
        case["a"] = [as_pair(mp.mpc(coefficient(case, n, "tm"))) for n in case["orders"]]
        case["b"] = [as_pair(mp.mpc(coefficient(case, n, "te"))) for n in case["orders"]]
    print("[\n" + ",\n".join(json.dumps(case) for case in CASES) + "\n]")


if __name__ == "__main__":
    main()
