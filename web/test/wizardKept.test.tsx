import { MaterialsSchema, SolverInputSchema, type Project } from '@pace/contract';
import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AlphaStep } from '../src/features/wizard/AlphaStep.tsx';
import { solverComplaints } from '../src/features/wizard/complaints.ts';
import { draftOf, solverInputOf, type WizardDraft } from '../src/features/wizard/draft.ts';
import { keptDraft } from '../src/features/wizard/keptDraft.ts';
import { addLayer, addMaterials, impedanceKey } from '../src/features/wizard/materials/materialSettings.ts';
import { StepNavigation } from '../src/features/wizard/StepNavigation.tsx';
import { modelFacts } from '../src/features/wizard/modelFacts.ts';
import { blockedAt, payloadOf, useWizard, type Wizard } from '../src/features/wizard/useWizard.ts';
import { byTestId, click, render, type, until } from './render.tsx';
import { fakeServer } from './server.ts';
import { liveOf, projectOf } from './wizardFixtures.ts';

afterEach(() => vi.unstubAllGlobals());

const draft = (values: Partial<WizardDraft> = {}): WizardDraft => ({
  ...draftOf(null, 1),
  alphas: [0.5],
  ...values,
});
const coat = addLayer(
  addMaterials(MaterialsSchema.parse({}), [
    {
      name: 'Coat',
      frequency: 1.3e9,
      permitivity: { real: 9, imaginary: -2 },
      permeability: { real: 1, imaginary: 0 },
    },
  ]),
  [9],
  'Coat',
  1,
);

describe('a field that the chosen solver type does not show', () => {
  it('is not checked: neither levels, iterations and residual of PO nor reflections of the full wave', () => {
    const hidden = { levelsMode: 'manual', levelsManual: '', maxIteration: '', residualError: '7' } as const;
    expect(solverComplaints(draft({ ...hidden, solvertype: 1 }))).toEqual({});
    expect(Object.keys(solverComplaints(draft({ ...hidden, solvertype: 2 }))).sort()).toEqual([
      'levelsManual',
      'maxIteration',
      'residualError',
    ]);
    expect(solverComplaints(draft({ reflections: '', solvertype: 3 }))).toEqual({});
    expect(solverComplaints(draft({ reflections: '', solvertype: 1 }))).toMatchObject({
      reflections: { key: 'reflections' },
    });
  });

  it('does not block the start, and what is sent of it is what was saved before', () => {
    const model = modelFacts(projectOf(), liveOf());
    const typed = draft({ solvertype: 1, maxIteration: '', residualError: '-1', scalefactor: 1 });
    expect(blockedAt(3, typed, model)).toBeUndefined();
    const { input } = payloadOf(1, typed, model);
    expect(input).toMatchObject({ solvertype: 1, numberofiterations: 15, residualerror: 0.001 });
    expect(SolverInputSchema.safeParse(input).success).toBe(true);
  });
});

describe('what can be kept of a draft', () => {
  it('is everything but the values with a complaint, which are those of the input before', () => {
    const base = solverInputOf(draft({ theta: '30', frequency: '2', maxIteration: '40' }), 0);
    const before = draftOf(base, 1);
    const kept = keptDraft({
      ...before,
      theta: '45',
      phi: '400',
      frequency: '',
      maxIteration: '50',
      residualError: '',
    });
    expect(kept).toMatchObject({
      theta: '45',
      phi: before.phi,
      frequency: '2',
      maxIteration: '50',
      residualError: '0.001',
    });
  });

  it('always is an input that the contract accepts', () => {
    const wild: Partial<WizardDraft>[] = [
      { anglesweep: 1, thetaStart: '100', thetaEnd: '10', thetaStep: '200' },
      {
        anglesweep: 1,
        thetaStart: '0',
        thetaEnd: '10',
        thetaStep: '',
        phiStart: '0',
        phiEnd: '5',
        phiStep: '6',
      },
      {
        anglesweep: 1,
        thetaStart: '0',
        thetaEnd: '180',
        thetaStep: '0.0001',
        phiStart: '0',
        phiEnd: '360',
        phiStep: '0.01',
      },
      { freqsweep: 1, frequencyStart: '9', frequencyStep: '-1', frequencyEnd: '1' },
      { freqsweep: 1, frequencyStart: '', frequencyStep: '50', frequencyEnd: '2' },
      { levelsAuto: '7', farLocations: '1.5', thetas3d: '1', reflections: '' },
    ];
    for (const values of wild) {
      const input = solverInputOf(keptDraft(draft(values)), 2);
      expect(SolverInputSchema.safeParse(input).error?.issues ?? [], JSON.stringify(values)).toEqual([]);
    }
  });

  it('keeps typed impedances while there is no mesh, as during meshing again', () => {
    const typed = {
      ...draftOf(null, 1, { programType: 2, materials: coat }),
      impedanceEdits: { [impedanceKey(3, 1.3e9)]: { real: 7, imaginary: 1 } },
    };
    const meshing = modelFacts(projectOf({ type: 2, mesh: null }), liveOf({ status: 'Running' }));
    const [at] = payloadOf(2, typed, meshing).materials!.impedances;
    expect(at).toMatchObject({
      frequency: 1.3e9,
      params: [{ impedanceSurface: 3, impedanceReal: 7, impedanceImaginary: 1 }, { impedanceSurface: 9 }],
    });
  });

  it('sends impedances for the frequencies that are kept, not none, while the frequency is wrong', () => {
    const typed = { ...draftOf(null, 1, { programType: 2, materials: coat }), frequency: '' };
    expect(
      payloadOf(2, typed, modelFacts(projectOf({ type: 2 }), liveOf())).materials!.impedances,
    ).toHaveLength(1);
  });
});

function Probe({ project, told }: { project: Project; told: (wizard: Wizard) => void }) {
  const wizard = useWizard(project, liveOf());
  told(wizard);
  return (
    <>
      {wizard.step === 2 && <AlphaStep wizard={wizard} />}
      <StepNavigation wizard={wizard} starting={false} onStart={() => undefined} />
    </>
  );
}

async function openWizard(project: Project) {
  const seen = fakeServer(() => ({ body: { result: {} } }));
  let wizard: Wizard | undefined;
  const page = await render(<Probe project={project} told={(now) => (wizard = now)} />);
  return { seen, page, wizard: () => wizard! };
}
const bodies = (seen: { path: string; body: unknown }[], end: string) =>
  seen.filter(({ path }) => path.endsWith(end)).map(({ body }) => body as Record<string, unknown>);

describe('leaving the wizard', () => {
  it('saves materials, processors and the valid values although one value is wrong', async () => {
    const { seen, page, wizard } = await openWizard(projectOf({ type: 2 }));
    await act(async () => wizard().change({ frequency: '', theta: '12', processors: 4, materials: coat }));
    await page.unmount();
    await until(() => bodies(seen, '/input-materials').length === 1);
    expect(bodies(seen, '/input')).toMatchObject([
      { projectId: 'p1', excitation: [12, 180, 0], frequency: [1.3e9, -1, -1], core: 4 },
    ]);
    expect(bodies(seen, '/input-materials')).toMatchObject([
      { thicknesses: [{ surface: 9, materialName: 'Coat' }] },
    ]);
  });

  it('keeps what was saved last where a later value is wrong', async () => {
    const { seen, page, wizard } = await openWizard(projectOf());
    await act(async () => wizard().change({ frequency: '2' }));
    await act(() => wizard().save());
    await act(async () => wizard().change({ frequency: '-5' }));
    await page.unmount();
    await until(() => bodies(seen, '/input').length === 2);
    expect(bodies(seen, '/input').map(({ frequency }) => frequency)).toEqual([
      [2e9, -1, -1],
      [2e9, -1, -1],
    ]);
  });

  it('saves nothing where nothing was changed', async () => {
    const { seen, page } = await openWizard(projectOf());
    await page.unmount();
    expect(seen).toEqual([]);
  });
});

describe('an alpha that was typed but not set', () => {
  it('is said to be so, stays in its box, and blocks Next until it is set', async () => {
    const { page } = await openWizard(projectOf({ input: { cfiealpha: [0.5, 0.5] } }));
    await click('wizard-next');
    await click('wizard-next');
    const next = () => byTestId<HTMLButtonElement>('wizard-next');
    expect([next().disabled, page.container.textContent]).toEqual([
      false,
      expect.stringContaining('The values are set.'),
    ]);
    await type('alpha-2', '0.9');
    expect(page.container.textContent).toContain('The values are not set yet.');
    expect(page.container.textContent).toContain('Set the CFIE alpha values to go on.');
    expect(next().disabled).toBe(true);
    await click('wizard-back');
    await click('wizard-next');
    expect(byTestId('alpha-2').value).toBe('0.9');
    expect(next().disabled).toBe(true);
    await click('alpha-set');
    expect(next().disabled).toBe(false);
    await page.unmount();
  });

  it('that is typed back to what is set, is set', async () => {
    const { page } = await openWizard(projectOf({ input: { cfiealpha: [0.5] } }));
    await click('wizard-next');
    await click('wizard-next');
    await type('alpha-1', '');
    expect(byTestId<HTMLButtonElement>('wizard-next').disabled).toBe(true);
    await type('alpha-1', '0.50');
    expect(byTestId<HTMLButtonElement>('wizard-next').disabled).toBe(false);
    await page.unmount();
  });
});
