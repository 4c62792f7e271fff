import { PROGRAM_TYPES, type MapsFile, type WireProject as Project } from '@pace/contract';
import { describe, expect, it, vi } from 'vitest';
import {
  appears,
  choose,
  click,
  found,
  isDisabled,
  open,
  resultPages,
  says,
  server,
  type,
} from './resultPages.tsx';
import { answer } from './syntheticRun.ts';

vi.mock('../../src/plots/EChart.tsx', () => import('./standIns/EChart.tsx'));
vi.mock('../../src/viewer/MeshViewer.tsx', () => import('./standIns/MeshViewer.tsx'));

resultPages();

describe('design maps', () => {
  const column = (name: string) =>
    [...found('design-parts')!.querySelectorAll<HTMLElement>(`[data-column="${name}"]`)].map((cell) =>
      Number(cell.dataset['value']),
    );
  const questions = () => server.sent.filter((line) => line.includes('/api/solver/DesignMaps'));

  it('Plot shows the map and the parts, the largest share on top; a heading sorts', async () => {
    await open('finished');
    await click('results-design');
    await click('design-plot');
    const viewer = await appears('mesh-viewer');
    expect(viewer.dataset['unit']).toBe('dBsm');
    expect(viewer.dataset['palette']).toBeUndefined();
    expect(column('share')).toEqual([4, -7]);
    expect(found('design-parts')!.querySelector('tbody th')!.textContent).toBe('upper');
    await click('design-sort-share');
    expect(column('share')).toEqual([-7, 4]);
    expect(found('design-sort-share')!.closest('th')!.getAttribute('aria-sort')).toBe('ascending');
    expect(questions()).toHaveLength(2);
    expect(questions()[0]).toContain('"incident":"V","received":"V"');
  });

  it('a derivative is drawn about zero, in two colors; a locked range does not outlive its map', async () => {
    await open('finished');
    await click('results-design');
    await click('design-plot');
    await choose('design-map', 1);
    const viewer = await appears('mesh-viewer');
    expect(viewer.dataset['unit']).toBe('dB/mm');
    expect(viewer.dataset['palette']).toBe('coolwarm');
    const [low, high] = viewer.dataset['range']!.split(' ').map(Number) as [number, number];
    expect(low).toBe(-high);
    await click('range-lock');
    await type('range-high', '7');
    expect(viewer.dataset['range']).toBe(`${(found('range-low') as HTMLInputElement).value} 7`);
    await choose('design-map', 2);
    expect(found('range-high')).toBeNull();
    // Other maps of an answer are there already.
    expect(questions()).toHaveLength(2);
  });

  it('says that it is first order and over what range, and how good the map of displacements is', async () => {
    await open('finished');
    await click('results-design');
    await click('design-plot');
    const notes = (await appears('design-notes')).textContent;
    expect(notes).toContain('First order');
    // λ/120 at 1 GHz
    expect(notes).toContain('2.5 mm');
    expect(found('design-defect')!.textContent).toContain('3.1 %');
  });

  it('a sector asks for its end, a typed layer for its values, and the table gets their benefit', async () => {
    await open('finished');
    await click('results-design');
    await click('design-sector');
    await choose('design-theta-to', 3);
    await choose('design-layer', 1);
    expect(isDisabled('design-plot')).toBe(true);
    await type('design-epsilonReal', '4');
    await type('design-epsilonLoss', '1');
    await click('design-plot');
    await appears('design-parts');
    expect(questions()[0]).toContain('"thetaTo":300,"phiTo":900');
    expect(questions()[0]).toContain('"permittivity":{"real":4,"imaginary":-1}');
    // −layer / area
    expect(column('benefit')).toEqual([0.25, 0.5]);
  });

  const askSector = async () => {
    await open('finished');
    await click('results-design');
    await click('design-sector');
    await choose('design-theta-to', 3);
    await click('design-plot');
    await appears('design-parts');
  };
  const frame = () => found('design-curves')!.querySelector<HTMLElement>('[data-curves]')!;
  const titles = () => [...found('plot-table')!.querySelectorAll('thead th')].map((th) => th.textContent);

  it('a sector has a curve of each part over the angle, alone or added up, at a chosen value of the other', async () => {
    await askSector();
    await appears('design-shares-chart');
    expect(frame().dataset).toMatchObject({ curves: '3', bands: '0' });
    await click('plot-table-toggle');
    expect(titles()).toEqual(['Theta [°]', 'Total [dBsm]', 'upper [dBsm]', 'lower [dBsm]']);
    expect(found('plot-table')!.querySelectorAll('tbody tr')).toHaveLength(4);
    // At θ = 0°: the share of the upper part is 0.6 + 0.1j at φ = 0; at φ = 90° it has turned by 1.4.
    const upper = () => Number(found('plot-table')!.querySelectorAll('td')[1]!.textContent);
    expect(upper()).toBeCloseTo(10 * Math.log10(4 * Math.PI * 0.37), 2);
    await choose('design-held', 2);
    const turned = (0.6 * Math.cos(1.4)) ** 2 + (0.5 * Math.sin(1.4) + 0.1) ** 2;
    expect(upper()).toBeCloseTo(10 * Math.log10(4 * Math.PI * turned), 2);
    await click('design-shares-added');
    expect(titles()).toEqual(['Theta [°]', 'Total [dBsm]', 'upper [dBsm]']);
    expect(found('design-curves')!.textContent).toContain('Order: upper, lower.');
  });

  it('tolerances give a band, a table of their shares and warnings; one angle has neither', async () => {
    await askSector();
    await type('design-outward-1', '1');
    await type('design-turned-2', '0,1');
    expect(frame().dataset['bands']).toBe('1');
    expect(found('design-tolerance-table')!.querySelectorAll('tbody tr')).toHaveLength(2);
    expect(found('design-tolerances-beyond')).toBeNull();
    expect(found('design-curves')!.textContent).toContain('λ/120 (2.5 mm here)');
    await type('design-moved-1', '3');
    expect(found('design-tolerances-beyond')!.textContent).toContain('upper: moved along x ±3 mm');
    // Other angles of the same parts keep what is typed.
    await click('design-one');
    await click('design-plot');
    await appears('design-parts');
    expect(found('design-curves')).toBeNull();
    await click('design-sector');
    await click('design-plot');
    await appears('design-curves');
    expect((found('design-outward-1') as HTMLInputElement).value).toBe('1');
    await click('design-tolerances-clear');
    expect(frame().dataset['bands']).toBe('0');
    expect(found('design-tolerance-table')).toBeNull();
  });

  it('a sector with too many numbers says so in place of curves', async () => {
    server.respond = async (address, init) => {
      const response = await answer(address, init);
      const isJson = response.headers.get('content-type') === 'application/json';
      if (!address.includes('/DesignMaps') || !isJson) return response;
      const { result } = (await response.json()) as { result: MapsFile };
      delete result.responses;
      return Response.json({ result });
    };
    await askSector();
    expect((await appears('design-no-responses')).textContent).toContain('Choose a smaller sector');
    expect(found('design-shares-chart')).toBeNull();
  });

  it('a refusal of the solver stands on the page as its sentence', async () => {
    server.respond = (address, init) =>
      address.includes('/DesignMaps')
        ? Promise.resolve(
            Response.json(
              {
                code: 'MAPS_UNAVAILABLE',
                detail: 'The run has no wave of polarization H. Run with both polarizations.',
                message: 'MAPS_UNAVAILABLE.polarization',
                values: { letter: 'H' },
              },
              { status: 409 },
            ),
          )
        : answer(address, init);
    await open('finished');
    await click('results-design');
    await click('design-plot');
    await says('The run has no wave of polarization H. Run with both polarizations.');
  });

  const changed = (change: (project: Project) => void) => {
    server.respond = async (address, init) => {
      const response = await answer(address, init);
      if (!address.includes('get-single-project')) return response;
      const { result } = (await response.json()) as { result: Project };
      change(result);
      return Response.json({ result });
    };
  };

  it('a coating has tolerances of its materials and layers; one with a typed impedance says that they have none', async () => {
    const complex = (real: number, imaginary: number) => ({ real, imaginary });
    changed((project) => {
      project.solverType = PROGRAM_TYPES.coating;
      project.state.materials = {
        pecBack: true,
        isConstant: true,
        inputMaterials: [
          {
            id: 1,
            name: 'Absorber',
            frequency: 0,
            permitivity: complex(10, -1),
            permeability: complex(2.5, -2),
          },
        ],
        thicknesses: [1, 2].map((surface) => ({
          id: surface,
          materialName: 'Absorber',
          surface,
          surfaceIndex: 1,
          thickness: 0.001,
        })),
        impedances: [
          {
            frequency: 1e9,
            params: [{ impedanceSurface: 2, impedanceReal: 300, impedanceImaginary: 0 }],
          },
        ],
        outerMedias: [],
      };
    });
    await askSector();
    expect(found('design-curves')!.textContent).toContain('λ/240 (1.2 mm here)');
    expect(found('design-tolerances-typed')!.textContent).toContain('lower');
    expect(found('design-thickness-tolerances')!.querySelectorAll('tbody tr')).toHaveLength(1);
    await type('design-muLoss-Absorber', '10');
    await type('design-thickness-1/1', '0,05');
    expect(frame().dataset['bands']).toBe('1');
    const rows = [...found('design-tolerance-table')!.querySelectorAll('tbody th')];
    expect(rows.map((th) => th.textContent).sort()).toEqual([
      'Absorber: μ″ ±10 %',
      'upper, layer 1 (Absorber): thickness ±0.05 mm',
    ]);
    expect(found('design-tolerances-beyond')).toBeNull();
    await type('design-muLoss-Absorber', '200');
    expect(found('design-tolerances-beyond')!.textContent).toContain('Absorber: μ″ ±200 %');
    await click('design-tolerances-clear');
    expect((found('design-muLoss-Absorber') as HTMLInputElement).value).toBe('');
    expect(frame().dataset['bands']).toBe('0');
  });

  it('a composite has derivatives by shape, the sides of its parts, and tolerances of its materials', async () => {
    server.respond = async (address, init) => {
      const response = await answer(address, init);
      const isJson = response.headers.get('content-type') === 'application/json';
      if (address.includes('get-single-project')) {
        const { result } = (await response.json()) as { result: Project };
        return Response.json({ result: { ...result, solverType: PROGRAM_TYPES.composite } });
      }
      if (!address.includes('/DesignMaps') || !isJson) return response;
      const { result } = (await response.json()) as { result: MapsFile };
      return Response.json({ result: compositeMaps(result) });
    };
    await askSector();
    expect(found('design-layer')).not.toBeNull();
    expect(found('design-tolerances')).not.toBeNull();
    expect(found('design-parts')!.textContent).toContain('Glass → Vacuum');
    expect(found('design-parts')!.textContent).not.toContain('Resistance');
    expect(found('design-thickness-tolerances')).toBeNull();
    expect(found('design-epsilonLoss-Glass')).toBeNull();
    await type('design-epsilonReal-Glass', '5');
    expect(frame().dataset['bands']).toBe('1');
    expect(found('design-tolerance-table')!.textContent).toContain('Glass: ε′ ±5 %');
    expect(found('design-curves')!.textContent).toContain('through the body');
  });

  it('a run without coefficients says what to switch on', async () => {
    changed(({ state }) => {
      state.outputFileList = state.outputFileList.filter((name) => !name.includes('coefficients'));
    });
    await open('finished');
    await click('results-design');
    await says('Set the first value of outputselection to 1');
    expect(found('design-plot')).toBeNull();
  });
});

/** The maps of a run of a composite, all of whose parts are of one material. */
const compositeMaps = (file: MapsFile): MapsFile => ({
  ...file,
  maps: file.maps.slice(0, 2),
  materials: [{ name: 'Glass', permittivity: { real: 5, imag: 0 }, permeability: { real: 1, imag: 0 } }],
  parts: file.parts.map(({ derivatives, ...part }) => ({
    ...part,
    outwards: { from: 'Glass', into: 'Vacuum' },
    ...(derivatives && { derivatives: { displacement_dBPerMm: derivatives.displacement_dBPerMm } }),
  })),
  responses: file.responses!.map(({ field, parts }) => ({
    field,
    parts: parts.map(({ perOhm: _, ...part }) => part),
    materials: [{ perPermittivity: [0.1, 0.05], perPermeability: [0, 0] }],
  })),
});
