"""A conducting sphere against the exact series of Mie, in both planes of the incident wave."""

import numpy as np

import pace


def mie_amplitudes(ka: float, gamma: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """S1 (H plane) and S2 (E plane) of a conducting sphere at angles gamma [radians] from the forward direction."""
    terms = int(ka + 4 * ka ** (1 / 3) + 10)
    # Riccati-Bessel functions: psi by downward recurrence, scaled by psi_0 = sin x; chi upward.
    psi = np.zeros(terms + 30)
    psi[-2] = 1e-30
    for n in range(len(psi) - 2, 0, -1):
        psi[n - 1] = (2 * n + 1) / ka * psi[n] - psi[n + 1]
    psi *= np.sin(ka) / psi[0]
    chi = np.zeros(terms + 1)
    chi[0], chi[1] = np.cos(ka), np.cos(ka) / ka + np.sin(ka)
    for n in range(1, terms):
        chi[n + 1] = (2 * n + 1) / ka * chi[n] - chi[n - 1]
    n = np.arange(1, terms)
    xi, xi_before = psi[n] - 1j * chi[n], psi[n - 1] - 1j * chi[n - 1]
    a = (psi[n - 1] - n / ka * psi[n]) / (xi_before - n / ka * xi)
    b = psi[n] / xi

    u = np.cos(gamma)
    s1, s2 = np.zeros(gamma.shape, complex), np.zeros(gamma.shape, complex)
    pi_before, pi = np.zeros(gamma.shape), np.ones(gamma.shape)
    for i in range(1, terms):
        tau = i * u * pi - (i + 1) * pi_before
        weight = (2 * i + 1) / (i * (i + 1))
        s1 += weight * (a[i - 1] * pi + b[i - 1] * tau)
        s2 += weight * (a[i - 1] * tau + b[i - 1] * pi)
        pi_before, pi = pi, ((2 * i + 1) * u * pi - (i + 1) * pi_before) / i
    return s1, s2


frequency, radius = 300e6, 0.5
pc = pace.connect()
# A wave from +z: the xz plane is the E plane of V and the H plane of H.
run = pc.demo("sphere").run(frequency=frequency, theta=0, phi=0, polarization="VH", numberoffarlocations=72, errorestimate=False)
cut = run.wait().bistatic()["xz"]

k = 2 * np.pi * frequency / pace.SPEED_OF_LIGHT
s1, s2 = mie_amplitudes(k * radius, np.pi - np.deg2rad(cut.theta))
errors = {}
for term, exact in (("VV", s2 / k), ("HH", s1 / k)):
    peak = np.abs(exact).max()
    errors[term] = np.abs(np.abs(cut.field(term)) - np.abs(exact)).max() / peak
    print(f"{term}: differs from Mie by {100 * errors[term]:.2f} % of the largest amplitude at most")
