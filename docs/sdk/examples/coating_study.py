"""How thick should the absorber be? A sphere with two coatings, against the bare one, solved side by side."""

import pace

pc = pace.connect()
model = pc.demo("coated-sphere")
print(", ".join(name for name in pc.materials() if "absorber" in name))

waves = dict(frequency=3e9, theta=90, phi=0, polarization="V", errorestimate=False, numberoffarlocations=0)
thicknesses = (0.001, 0.002)
runs = {
    f"{1000 * thickness:.0f} mm": model.run(**waves, coating=[pace.Layer("Magnetic absorber M13", thickness)])
    for thickness in thicknesses
}
# A layer of air is none: the bare sphere by the same program.
runs["bare"] = model.run(**waves, coating=[pace.Layer("Air", 0.0001)])

results = pc.batch(runs, at_once=2)
bare = results["bare"].rcs("VV", dB=True).item()
for name, res in results.items():
    level = res.rcs("VV", dB=True).item()
    print(f"{name}: {level:.2f} dBsm, {level - bare:+.2f} dB")
best = min(results, key=lambda name: results[name].rcs("VV").item())
print(f"the least return: {best}")
