import type { MonoStaticRcs } from '@pace/contract';
import { ffeFile, scatteringMat, scatteringTable } from '@pace/contract/export';
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
import { answer, syntheticCuts, type SyntheticId } from './syntheticRun.ts';

vi.mock('../../src/plots/EChart.tsx', () => import('./standIns/EChart.tsx'));
vi.mock('../../src/viewer/MeshViewer.tsx', () => import('./standIns/MeshViewer.tsx'));
const saved: [name: string, content: Blob][] = [];
vi.mock('../../src/ui/saveFile.ts', () => ({
  saveFile: (...file: [string, Blob]) => saved.push(file),
}));

/** The writers are loaded with the first file. */
const fileNumber = (index: number) => act(() => vi.waitFor(() => expect(saved[index]).toBeDefined()));

resultPages();
beforeEach(() => {
  saved.length = 0;
});

const VERTICAL = 1;
/** Vertices of the mesh of the synthetic runs */
const POINTS = 600;

async function whole(id: SyntheticId, converged: boolean) {
  const response = await answer('/api/solver/MonoStaticRcsResult', {
    method: 'POST',
    body: JSON.stringify({ projectId: id }),
  });
  const { result } = (await response.json()) as { result: { monoStaticRcs: MonoStaticRcs[] } };
  return {
    name: `Synthetic sphere (${id})`,
    polarization: VERTICAL,
    converged,
    records: result.monoStaticRcs,
  };
}

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
  it('saves the whole run as text and for MATLAB, though one curve is drawn; CSV stays beside it', async () => {
    await plotted('finished', 'monostatic');
    expect(found('plot-csv')).not.toBeNull();
    await click('export-table');
    await fileNumber(0);
    await click('plot-export');
    await click('export-mat');
    await fileNumber(1);
    const data = await whole('finished', true);
    expect(saved.map(([name]) => name)).toEqual([
      'Synthetic sphere (finished)-monostatic.txt',
      'Synthetic sphere (finished)-monostatic.mat',
    ]);
    expect(await saved[0]![1].text()).toBe(scatteringTable(data));
    expect(new Uint8Array(await saved[1]![1].arrayBuffer())).toEqual(scatteringMat(data));
  });

  it('marks a run that has not converged in the name and in the file', async () => {
    await plotted('unconverged', 'monostatic');
    await click('export-table');
    await fileNumber(0);
    expect(saved[0]![0]).toBe('Synthetic sphere (unconverged)-monostatic-NOT-CONVERGED.txt');
    expect(await saved[0]![1].text()).toBe(scatteringTable(await whole('unconverged', false)));
  });

  it('saves the cuts of an illumination that is drawn for Feko, and says which it is', async () => {
    await plotted('finished', 'bistatic');
    expect(isDisabled('plot-export')).toBe(false);
    expect(found('export-ffe-0')!.textContent).toBe('Feko far field (.ffe): 1 GHz, θ 0°, φ 0°');
    await click('export-ffe-0');
    await fileNumber(0);
    expect(saved[0]![0]).toBe('Synthetic sphere (finished)-bistatic.ffe');
    expect(await saved[0]![1].text()).toBe(
      ffeFile({
        ...{ name: 'Synthetic sphere (finished)', polarization: VERTICAL, converged: true },
        ...{ frequencyHz: 1e9, thetaDeg: 0, phiDeg: 0, fields: syntheticCuts(1e9, 0) },
      }),
    );
  });

  it('saves the mesh for gmsh, as STL and for ParaView, as soon as it is drawn', async () => {
    await open('finished');
    await click('results-mesh');
    await appears('plot-export');
    expect(isDisabled('plot-export')).toBe(true);
    await click('mesh-plot');
    for (const [index, id] of ['msh', 'stl', 'vtu'].entries()) {
      await becomesEnabled('plot-export');
      await click('plot-export');
      await click(`export-${id}`);
      await fileNumber(index);
    }
    expect(saved.map(([name]) => name)).toEqual([
      'Synthetic sphere (finished)-mesh.msh',
      'Synthetic sphere (finished)-mesh.stl',
      'Synthetic sphere (finished)-mesh.vtu',
    ]);
    const nodes = (await saved[0]![1].text()).split('\n');
    expect(Number(nodes[nodes.indexOf('$Nodes') + 1])).toBe(POINTS);
    expect(await saved[2]![1].text()).toContain(`NumberOfPoints="${POINTS}"`);
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
    const text = await saved[0]![1].text();
    expect(text).toContain('NOT CONVERGED');
    expect(text).toContain('vertical (along theta)');
    expect(text).toContain('Name="theta_deg" NumberOfTuples="1" format="ascii">40<');
    expect(text).toContain('Name="J_imag" NumberOfComponents="3"');
  });
});
