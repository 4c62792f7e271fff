"""A run goes on when its script ends: the id of its project is enough to have it again."""

import pace

pc = pace.connect()
run = pc.demo("plate").run(frequency=200e6, theta=30, phi=0, polarization="V", cfiealpha=1)
run_id = run.start().id
print(run_id)
del pc, run

# Later, perhaps on another machine.
pc = pace.connect()
res = pc.run(run_id).wait()
print(f"{res.rcs('VV', dB=True).item():.2f} dBsm")
