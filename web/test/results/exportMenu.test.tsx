import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  appears,
  becomesEnabled,
  choose,
  click,
  found,
  isDisabled,
  open,
  resultPages,
} from './resultPages.tsx';
import type { SyntheticId } from './syntheticRun.ts';

vi.mock('../../src/plots/EChart.tsx', () => import('./standIns/EChart.tsx'));
vi.mock('../../src/viewer/MeshViewer.tsx', () => import('./standIns/MeshViewer.tsx'));
const saved: [name: string, content: Blob][] = [];
vi.mock('../../src/ui/saveFile.ts', () => ({
  saveFile: (...file: [string, Blob]) => saved.push(file),
}));

/** The server writes it. */
const fileNumber = (index: number) => act(() => vi.waitFor(() => expect(saved[index]).toBeDefined()));

resultPages();
beforeEach(() => {
  saved.length = 0;
});

/** What a file was asked for with. */
const askedFor = async (index: number) =>
  Object.fromEntries(new URLSearchParams(await saved[index]![1].text()));

async function plotted(id: SyntheticId, view: 'monostatic' | 'bistatic') {
  await open(id);
  await click(`results-${view}`);
  await becomesEnabled(`${view}-plot`);
  await click(`${view}-plot`);
  await appears('plot-export');
  await becomesEnabled('plot-export');
  await click('plot-export');
}

describe('the menu of exports', () => {
  it('saves the whole run in every format, though one curve is drawn; CSV stays beside it', async () => {
    await plotted('finished', 'monostatic');
    expect(found('plot-csv')).not.toBeNull();
    for (const [index, id] of ['table', 'mat', 'h5', 'radarExplorer'].entries()) {
      if (index > 0) {
        await becomesEnabled('plot-export');
        await click('plot-export');
      }
      await click(`export-${id}`);
      await fileNumber(index);
    }
    expect(saved.map(([name]) => name)).toEqual([
      'Synthetic sphere (finished)-monostatic.txt',
      'Synthetic sphere (finished)-monostatic.mat',
      'Synthetic sphere (finished)-monostatic.h5',
      'Synthetic sphere (finished)-radar-explorer.zip',
    ]);
    expect(await askedFor(1)).toEqual({ ProjectID: 'finished', Format: 'mat' });
    // A run of one polarization has no scattering matrix.
    await click('plot-export');
    expect(found('export-rcs-0')).toBeNull();
  });

  it('marks a run that has not converged in the name', async () => {
    await plotted('unconverged', 'monostatic');
    await click('export-table');
    await fileNumber(0);
    expect(saved[0]![0]).toBe('Synthetic sphere (unconverged)-monostatic-NOT-CONVERGED.txt');
    expect(await askedFor(0)).toEqual({ ProjectID: 'unconverged', Format: 'txt' });
  });

  it('saves the cuts of an illumination that is drawn for Feko, and says which it is', async () => {
    await plotted('finished', 'bistatic');
    expect(isDisabled('plot-export')).toBe(false);
    expect(found('export-ffe-0')!.textContent).toBe('Feko far field (.ffe): 1 GHz, θ 0°, φ 0°');
    await click('export-ffe-0');
    await fileNumber(0);
    expect(saved[0]![0]).toBe('Synthetic sphere (finished)-bistatic.ffe');
    expect(await askedFor(0)).toEqual({
      ProjectID: 'finished',
      Format: 'ffe',
      Frequency: '1000000000',
      Theta: '0',
      Phi: '0',
    });
  });

  it('saves the mesh for gmsh, as STL, as OBJ and for ParaView, as soon as it is drawn', async () => {
    await open('finished');
    await click('results-mesh');
    await appears('plot-export');
    expect(isDisabled('plot-export')).toBe(true);
    await click('mesh-plot');
    const formats = ['msh', 'stl', 'obj', 'unv', 'vtu'];
    for (const [index, id] of formats.entries()) {
      await becomesEnabled('plot-export');
      await click('plot-export');
      await click(`export-${id}`);
      await fileNumber(index);
    }
    expect(saved.map(([name]) => name)).toEqual(
      formats.map((ending) => `Synthetic sphere (finished)-mesh.${ending}`),
    );
    expect(await askedFor(4)).toEqual({ ProjectID: 'finished', Format: 'vtu' });
  });

  it('saves the complex currents that are drawn, with their wave, and marks those that have not converged', async () => {
    await open('unconverged');
    await click('results-currents');
    await choose('currents-theta', 4);
    await click('currents-plot');
    await becomesEnabled('plot-export');
    await click('plot-export');
    await click('export-vtu');
    await fileNumber(0);
    expect(saved[0]![0]).toBe('Synthetic sphere (unconverged)-J-NOT-CONVERGED.vtu');
    expect(await askedFor(0)).toMatchObject({
      ProjectID: 'unconverged',
      Format: 'vtu',
      Theta: '400',
      Density: 'J',
    });
  });
});
