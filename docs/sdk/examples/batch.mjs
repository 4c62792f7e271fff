// Four runs of one mesh side by side; each is a project of its own.
import { connect, PaceError } from '@pace-rcs/client';

const pc = await connect();
const model = await pc.demo('plate');
const runs = {};
for (const polarization of ['V', 'H'])
  for (const theta of [0, 45])
    runs[`${polarization} ${theta}`] = await model.run({
      frequency: 200e6,
      theta,
      phi: 0,
      polarization,
      cfiealpha: 1,
      errorestimate: false,
      name: `plate ${polarization} ${theta}`,
    });
for await (const [key, outcome] of pc.asFinished(runs, { atOnce: 2 }))
  console.log(
    outcome instanceof PaceError
      ? `${key}: ${outcome.message}`
      : `${key}: ${outcome.rcs('total', { dB: true }).item().toFixed(2)} dBsm`,
  );

// All together, in a record as they came in. What has finished is not solved again.
const results = await pc.batch(runs);
console.log(Object.keys(results).length);
