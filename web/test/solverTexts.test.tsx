import { expect, it } from 'vitest';
import { useSolverSentence } from '../src/ui/useSolverSentence.ts';
import { render } from './render.tsx';

const TYPED =
  'Surface 1 ("ball"): the impedance table says 100 -20j ohm at 3 GHz, its layers 392.11 -113.05j ohm. The table is used and the layers are not; remove the entry to solve the layers.';
const OPEN = 'Part 4 (Part 4) is an open surface with 4 open edges: EFIE is used there.';

function Said() {
  const said = useSolverSentence();
  return (
    <ul>
      <li>{said('COATING_TYPED', TYPED).text}</li>
      <li>{said('OPEN_PART', OPEN).text}</li>
      <li>{said('UNKNOWN', 'Whatever it is, Z = 5 +0j ohm.').text}</li>
    </ul>
  );
}

const lines = () => [...document.querySelectorAll('li')].map(({ textContent }) => textContent);

it('complex numbers in a sentence of the solver are written as everywhere', async () => {
  const { unmount } = await render(<Said />);
  expect(lines()[0]).toContain('100 − j20 ohm at 3 GHz, its layers 392.11 − j113.05 ohm');
  expect(lines()[2]).toBe('Whatever it is, Z = 5 ohm.');
  await unmount();
});

it('in Turkish too, with its comma, and a part without a name is named in Turkish', async () => {
  const { unmount } = await render(<Said />, { language: 'tr' });
  expect(lines()[0]).toContain('100 − j20 ohm yazıyor, katmanlardan 392,11 − j113,05 ohm çıkıyor');
  expect(lines()[1]).toMatch(/^4 numaralı parça \(Parça 4\)/);
  await unmount();
});
