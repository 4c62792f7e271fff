// A conducting sphere against the exact series of Mie, in the E plane of the incident wave.
import { connect } from '@pace-rcs/client';

const pc = await connect();
const model = await pc.demo('sphere');
// A wave from +z: the xz plane is the E plane of V.
const run = await model.run({
  frequency: 300e6,
  theta: 0,
  phi: 0,
  polarization: 'VH',
  numberoffarlocations: 72,
  errorestimate: false,
});
console.log(String(await run.estimate()));
const res = await run.wait();
const [computed, exact] = [await res.bistatic(), await res.exactSphere()].map(({ cuts }) =>
  cuts.xz.field('VV'),
);
const errors = computed.real.map((real, i) =>
  Math.hypot(real - exact.real[i], computed.imaginary[i] - exact.imaginary[i]),
);
const share = Math.max(...errors) / Math.max(...exact.abs().data);
console.log(`VV differs from Mie by ${(100 * share).toFixed(2)} % of the largest amplitude at most`);
