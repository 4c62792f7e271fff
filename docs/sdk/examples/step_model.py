"""A STEP model from the file to the curves: python step_model.py MODEL.step"""

import sys

import pace

pc = pace.connect()
model = pc.upload(sys.argv[1]).mesh(size="lambda/6", frequency=150e6, curved=True)
print(model.doctor)
run = model.run(frequency=[100e6, 150e6], theta=90, phi=(0, 180, 45), polarization="VH", solver="mlfma", numberoffarlocations=0)
print(run.estimate())
res = run.wait()
print(res.rcs("VV", dB=True)[1, 0])
bar = res.bar("VV", dB=True)
if bar is not None:
    print(bar.high[1, 0] - bar.low[1, 0])
for notice in res.notices:
    print(notice)
