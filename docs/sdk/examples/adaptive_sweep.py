"""Forty-one frequencies for the price of some: what was not solved is interpolated, with an error bar."""

import pace

pc = pace.connect()
run = pc.demo("sphere").run(
    frequency=(100e6, 300e6, 5e6), theta=90, phi=0, polarization="V", adaptivetolerance=0.1, errorestimate=False
)
res = run.wait()

print(f"{res.computed.sum()} of {len(res.frequency)} frequencies were solved")
rcs = res.rcs("VV", dB=True)[:, 0, 0]
bar = res.bar("VV", dB=True)
for i, (f, solved) in enumerate(zip(res.frequency, res.computed)):
    print(f"{f / 1e6:5.0f} MHz: {rcs[i]:6.2f} dBsm" + ("" if solved else f", from {bar.low[i, 0, 0]:.2f} to {bar.high[i, 0, 0]:.2f}"))
