import { expect, it } from 'vitest';
import { ReferenceTools } from '../../src/features/results/curves/ReferenceTools.tsx';
import { render } from '../render.tsx';

const first = { radiusM: 0.5, vertexRadiusM: 0.503, centreM: [0, 0, 0], farZoneFields: [], back: undefined };
const spheres = { results: new Map(), first, errors: [], isFetching: false } as never;
const references = { list: [], problem: undefined, add: async () => {}, remove: () => {} } as never;

it.each([true, false])(
  'layers are spoken of beside the exact sphere of a coating only (%s)',
  async (coated) => {
    const { container, unmount } = await render(
      <ReferenceTools {...{ references, spheres, coated }} exact onExact={() => {}} testId="bistatic" />,
    );
    const text = container.querySelector('[data-testid=bistatic-sphere]')!.textContent;
    expect(text).toContain('radius 0.5 m');
    expect(text.includes('layers')).toBe(coated);
    await unmount();
  },
);
