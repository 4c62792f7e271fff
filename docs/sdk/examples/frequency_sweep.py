"""A sphere over frequency: backscatter, and the delay of its echo by the phase."""

import numpy as np

import pace

pc = pace.connect()
run = pc.demo("sphere").run(frequency=(100e6, 200e6, 50e6), theta=90, phi=0, polarization="V", errorestimate=False, numberoffarlocations=0)
print(run.estimate())
res = run.wait()

echo = res.field("VV")[:, 0, 0]
for f, rcs in zip(res.frequency, res.rcs("VV", dB=True)[:, 0, 0]):
    print(f"{f / 1e6:5.0f} MHz: {rcs:6.2f} dBsm")

# e^{+jωt}: the phase of an echo from the front of the sphere, nearer than the origin, grows with the frequency.
slope = np.polyfit(res.frequency, np.unwrap(np.angle(echo)), 1)[0]
ahead = slope * pace.SPEED_OF_LIGHT / (4 * np.pi)
print(f"the echo comes from {ahead:.2f} m in front of the centre; the radius is 0.5 m")
