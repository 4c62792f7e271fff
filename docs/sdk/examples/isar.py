"""Where does the return of an aircraft come from? An image from frequencies and angles, by physical optics."""

import numpy as np

import pace

pc = pace.connect()
model = pc.demo("aircraft").mesh(size="lambda/4", frequency=300e6)
# Seen from the left, ±15° around it; φ = 180° is ahead.
run = model.run(
    frequency=(150e6, 300e6, 10e6), theta=90, phi=(75, 105, 1), polarization="V", solver="po", numberoffarlocations=0
)
print(run.estimate())
res = run.wait()

c = pace.SPEED_OF_LIGHT
band, turn = res.frequency[-1] - res.frequency[0], np.deg2rad(res.phi[-1] - res.phi[0])
print(f"resolution {c / (2 * band):.2f} m down range, {c / (2 * res.frequency.mean() * turn):.2f} m across")

# Back-projection: e^{+jωt}, so an echo from x has the phase e^{+2jk u·x}; Hamming windows over both sweeps.
field = res.field("VV")[:, 0, :] * np.outer(np.hamming(len(res.frequency)), np.hamming(len(res.phi)))
phi = np.deg2rad(res.phi)
x, y = np.meshgrid(np.linspace(-6, 6, 97), np.linspace(-6, 6, 97), indexing="ij")
image = np.zeros(x.shape, complex)
for k, of_frequency in zip(2 * np.pi * res.frequency / c, field):
    for angle, value in zip(phi, of_frequency):
        image += value * np.exp(-2j * k * (x * np.cos(angle) + y * np.sin(angle)))
level = 20 * np.log10(np.abs(image) / np.abs(image).max())

# The brightest places that no other one outshines within a metre.
order = np.argsort(level.ravel())[::-1]
spots: list[tuple[float, float]] = []
for at in order:
    place = (x.ravel()[at], y.ravel()[at])
    if all(np.hypot(place[0] - a, place[1] - b) > 1 for a, b in spots):
        spots.append(place)
        print(f"{level.ravel()[at]:6.1f} dB at x = {place[0]:+.2f} m, y = {place[1]:+.2f} m")
    if len(spots) == 3:
        break
