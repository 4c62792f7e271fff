import { MaterialsSchema, type Materials } from '@pace/contract';
import { afterEach, expect, it, vi } from 'vitest';
import { SolidsPanel } from '../src/features/wizard/materials/SolidsPanel.tsx';
import { byTestId, click, render, until } from './render.tsx';
import { fakeServer } from './server.ts';
import { projectOf, wizardOf } from './wizardFixtures.ts';

afterEach(() => vi.unstubAllGlobals());

const material = (name: string, real: number) => ({
  ...{ id: name, name, frequency: 0 },
  ...{ permitivity: { real, imaginary: 0 }, permeability: { real: 1, imaginary: 0 } },
});
const region = (borders: number[], parent: number) => ({
  ...{ material: '', isVacuum: parent < 0, isConductor: false, surfaces: [], borders, parent },
});

it('of a UNV mesh the regions that the solver finds fill the table of outer media, for the user to check', async () => {
  // Surface 9 inside of surface 3, in a file that says nothing of solids
  fakeServer(() => ({
    body: { result: { regions: [region([3], -1), region([3, 9], 0), region([9], 1)], findings: [] } },
  }));
  const materials = MaterialsSchema.parse({
    inputMaterials: [material('Teflon', 2.1), material('Ice', 3.2)],
  });
  let filled: Materials | undefined;
  const wizard = {
    ...wizardOf(projectOf({ type: 3, materials })),
    ...{ step: 2 as const, subStep: 1, changeMaterials: (next: Materials) => void (filled = next) },
  };
  const { unmount } = await render(<SolidsPanel wizard={wizard} />);
  await until(() => document.querySelector('[data-testid=solids]') !== null);
  expect(byTestId<HTMLElement>('solids').textContent).toContain('The surfaces enclose 2 regions');
  await click('solids-fill');
  expect(
    filled?.outerMedias.map(({ surfaceApplied, outerMedia, outerMaterial }) => [
      surfaceApplied,
      outerMedia,
      outerMaterial,
    ]),
  ).toEqual([
    [3, 0, 'Teflon'],
    [9, 3, 'Teflon'],
  ]);
  await unmount();
});
