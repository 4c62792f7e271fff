"""From a STEP file to checked results in three formats: python twenty_lines.py SPHERE.step"""

import sys
import tempfile
from pathlib import Path

import numpy as np

import pace

pc = pace.connect()
model = pc.upload(sys.argv[1]).mesh(size="lambda/8", frequency=150e6, curved=True)
print(model.doctor)
run = model.run(frequency=150e6, theta=60, phi=30, polarization="VH", solver="mlfma", numberoffarlocations=72)
print(run.estimate())
res = run.wait()

# The model is a sphere, so its exact series is known; all cuts, complex.
exact, computed = res.exact_sphere()["xz"], res.bistatic()["xz"]
error = np.abs(computed.field("VV") - exact.field("VV")).max() / np.abs(exact.field("VV")).max()
print(f"VV differs from Mie by {100 * error:.2f} % of the largest amplitude at most")

folder = Path(tempfile.mkdtemp())
print(*(res.save(folder / name) for name in ("sphere.h5", "sphere.mat", "currents.vtu")), sep="\n")
