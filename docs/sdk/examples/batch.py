"""Four runs of one mesh side by side; each is a project of its own."""

import pace

pc = pace.connect()
model = pc.demo("plate")
runs = {
    f"{polarization} {theta}": model.run(
        frequency=200e6,
        theta=theta,
        phi=0,
        polarization=polarization,
        cfiealpha=1,
        errorestimate=False,
        name=f"plate {polarization} {theta}",
    )
    for polarization in "VH"
    for theta in (0, 45)
}
for key, outcome in pc.as_finished(runs, at_once=2):
    if isinstance(outcome, pace.PaceError):
        print(f"{key}: {outcome}")
    else:
        print(f"{key}: {outcome.rcs(dB=True).item():.2f} dBsm")

# All together, in a dictionary as they came in. What has finished is not solved again.
results = pc.batch(runs)
