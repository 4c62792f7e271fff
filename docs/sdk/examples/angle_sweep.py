"""A plate from broadside to grazing, all four terms of the scattering matrix, with error bars."""

import tempfile
from pathlib import Path

import numpy as np

import pace

pc = pace.connect()
# An open surface is solved by the electric field equation alone: cfiealpha=1.
run = pc.demo("plate").run(
    frequency=300e6, theta=(0, 80, 10), phi=0, polarization="VH", solver="mlfma", cfiealpha=1, numberoffarlocations=0
)
res = run.wait()

bar = res.bar("VV", dB=True)
for i, theta in enumerate(res.theta):
    text = f"θ = {theta:4.1f}°: VV {res.rcs('VV', dB=True)[0, i, 0]:6.2f} dBsm, HH {res.rcs('HH', dB=True)[0, i, 0]:6.2f} dBsm"
    print(text if bar is None else f"{text}, VV from {bar.low[0, i, 0]:.2f} to {bar.high[0, i, 0]:.2f}")

# Physical optics of a plate of 1 m² seen broadside: 4πA²/λ².
wavelength = pace.SPEED_OF_LIGHT / 300e6
broadside = 10 * np.log10(4 * np.pi / wavelength**2)
difference = res.rcs("VV", dB=True)[0, 0, 0] - broadside
print(f"broadside differs from 4πA²/λ² by {difference:.2f} dB")

folder = Path(tempfile.mkdtemp())
files = [res.save(folder / f"plate.{ending}") for ending in ("csv", "txt", "npz", "mat")]
print(*files, sep="\n")
