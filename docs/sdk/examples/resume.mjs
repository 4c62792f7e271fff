// A run goes on when its script ends: node resume.mjs starts one, node resume.mjs ID has it again.
import { connect } from '@pace-rcs/client';

const pc = await connect();
const [id] = process.argv.slice(2);
if (id === undefined) {
  const model = await pc.demo('plate');
  const run = await model.run({ frequency: 200e6, theta: 30, phi: 0, polarization: 'V', cfiealpha: 1 });
  await run.start();
  console.log(run.id);
  await run.wait();
} else {
  const res = await (await pc.run(id)).wait();
  console.log(`${res.rcs('VV', { dB: true }).item().toFixed(2)} dBsm`);
}
