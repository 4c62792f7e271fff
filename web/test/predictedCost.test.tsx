import { expect, it } from 'vitest';
import { Prediction } from '../src/features/wizard/PredictedCost.tsx';
import { render } from './render.tsx';

const COST = { unknowns: 10_042_560, memoryBytes: 18.2e9, seconds: 1500, method: 'mlfma', reason: '' };
const WITHOUT = { triangles: 1000, withBars: false, adaptive: false };

it.each([
  ['en', 'Memory does not suffice for all of it: 12.2 GB of the matrix lie on disk, which takes longer.'],
  ['tr', 'Bellek hepsine yetmiyor: matrisin 12,2 GB kadarı diskte tutulur, bu daha uzun sürer.'],
] as const)(
  'a prediction in %s says how much of the matrix lies on disk, if any does',
  async (language, said) => {
    for (const diskBytes of [13.1e9, undefined]) {
      const { container, unmount } = await render(
        <Prediction cost={{ ...COST, ...(diskBytes !== undefined && { diskBytes }) }} {...WITHOUT} />,
        { language },
      );
      expect(container.textContent.includes(said)).toBe(diskBytes !== undefined);
      await unmount();
    }
  },
);
