"""A sphere of Teflon and one of glass: bodies of materials against their exact series."""

import numpy as np

import pace

pc = pace.connect()
model = pc.demo("dielectric-sphere")
glass = pace.Material.constant("Glass", 5.5 - 0.03j)
waves = dict(frequency=150e6, theta=0, phi=0, polarization="V", errorestimate=False, numberoffarlocations=72)
runs = {
    "Teflon": model.run(**waves, boundaries={1: pace.Boundary("Teflon (PTFE)")}),
    "Glass": model.run(**waves, boundaries={1: pace.Boundary(glass)}),
}
for name, res in pc.batch(runs).items():
    computed, exact = res.bistatic()["xz"], res.exact_sphere()["xz"]
    peak = np.abs(exact.field("VV")).max()
    error = np.abs(computed.field("VV") - exact.field("VV")).max() / peak
    print(f"{name}: {res.rcs('VV', dB=True).item():.2f} dBsm, differs from its series by {100 * error:.2f} % at most")
