import { act, useState } from 'react';
import { describe, expect, it } from 'vitest';
import { AlphaStep } from '../src/features/wizard/AlphaStep.tsx';
import { ImpedanceTable } from '../src/features/wizard/materials/ImpedanceTable.tsx';
import { byTestId, click, render, type } from './render.tsx';
import { projectOf, report, wizardOf } from './wizardFixtures.ts';

const NAMES = ['Nose', ...Array.from({ length: 9 }, (_, i) => `Wing ${i + 1}`), 'Tail', 'Fin'];
const mesh = report({
  parts: NAMES.map((name, i) => ({
    ...{ index: i + 1, number: i + 1, name },
    ...{ triangles: 2, areaM2: 1, open: false },
  })),
});

/** The step of the alphas of twelve parts, with a wizard that keeps what is chosen and typed. */
function Alphas() {
  const [wizard, set] = useState(() => wizardOf(projectOf({ mesh, input: { cfiealpha: [0.5] } })));
  return (
    <AlphaStep
      wizard={{
        ...wizard,
        select: (selection) => set((old) => ({ ...old, selection })),
        change: (changes) => set((old) => ({ ...old, draft: { ...old.draft, ...changes } })),
      }}
    />
  );
}

const rows = () => [...document.querySelectorAll<HTMLElement>('[data-testid^=alpha-row-]')];
const chosen = () =>
  rows()
    .filter((row) => row.hasAttribute('aria-current'))
    .map((row) => row.querySelector('button')!.textContent);
const choose = (name: string, shiftKey = false) =>
  act(async () => {
    const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)!;
    button.dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey }));
  });
const alphas = () => rows().map((row) => row.querySelector('input')!.value);

describe('a long list of parts', () => {
  it('is filtered by name, and one value goes to those that are shown', async () => {
    const { unmount } = await render(<Alphas />);
    await type('surface-filter', 'wing');
    expect(rows()).toHaveLength(9);
    await type('alpha-common', '0.2');
    await click('alpha-common-set');
    await type('surface-filter', '');
    expect(alphas()).toEqual(['0.5', ...Array.from({ length: 9 }, () => '0.2'), '0.5', '0.5']);
    await unmount();
  });

  it('is chosen from by a click, with Shift all up to it, and one value goes to the chosen ones', async () => {
    const { unmount } = await render(<Alphas />);
    await choose('Wing 2');
    await choose('Wing 5', true);
    expect(chosen()).toEqual(['Wing 2', 'Wing 3', 'Wing 4', 'Wing 5']);
    await choose('Wing 3');
    await choose('Tail');
    expect(chosen()).toEqual(['Wing 2', 'Wing 4', 'Wing 5', 'Tail']);
    await type('alpha-common', '1');
    await click('alpha-common-set');
    expect(alphas()).toEqual([
      ...['0.5', '0.5', '1', '0.5', '1', '1'],
      ...['0.5', '0.5', '0.5', '0.5', '1', '0.5'],
    ]);
    await unmount();
  });
});

it('impedances have a row for each surface, however many there are, and no further columns', async () => {
  const { unmount } = await render(
    <ImpedanceTable wizard={{ ...wizardOf(projectOf({ type: 2, mesh })), frequencies: [1e9, 2e9] }} />,
  );
  const table = byTestId<HTMLElement>('impedance-table');
  expect(table.querySelectorAll('thead th')).toHaveLength(3);
  expect(table.querySelectorAll('tbody tr')).toHaveLength(2 * NAMES.length);
  await unmount();
});
