import { ProjectSchema, SolverInputShape, type Project } from '@pace/contract';
import { describe, expect, it } from 'vitest';
import { frequencyRangeHz, projectStatus } from '../src/features/projects/projectStatus.ts';

function project({
  solver = '',
  mesher = '',
  detail = '',
  frequencyHz = 1e9,
}: {
  solver?: string;
  mesher?: string;
  detail?: string;
  frequencyHz?: number;
}): Project {
  return ProjectSchema.parse({
    id: '1',
    name: 'a',
    projectName: 'a',
    solverType: 1,
    coreType: 1,
    createdDate: '2026-01-01',
    startDate: null,
    endDate: '-1',
    isDemo: false,
    resultSummary: null,
    state: {
      solverInput: SolverInputShape.parse({ frequency: [frequencyHz, -1, -1] }),
      materials: null,
      mesherInput: null,
      mesherInputFileList: [],
      outputFileList: [],
      solverResultReady: solver === 'Finished',
      mesherResultReady: mesher === 'Finished',
      model: null,
      meshReport: null,
    },
    stateLive: { solverState: { status: solver, detail }, mesherState: { status: mesher, detail: '' } },
  });
}

describe('what a project card shows', () => {
  it('the solver before the mesher, the mesher before nothing', () => {
    expect(projectStatus(project({}))).toEqual({ kind: 'new' });
    expect(projectStatus(project({ mesher: 'Finished' }))).toEqual({ kind: 'mesher', status: 'Finished' });
    expect(
      projectStatus(project({ mesher: 'Finished', solver: 'Running', detail: 'CALCULATING FIELDS' })),
    ).toMatchObject({ kind: 'solver', percent: 50 });
    expect(projectStatus(project({ mesher: 'Finished', solver: 'Finished' }))).toMatchObject({
      kind: 'solver',
      percent: 100,
    });
  });

  it('a failed run or a project without a frequency is broken', () => {
    expect(projectStatus(project({ solver: 'Error', detail: 'Out of memory' }))).toEqual({
      kind: 'broken',
      detail: 'Out of memory',
      frequencyBroken: false,
    });
    expect(projectStatus(project({ frequencyHz: 0 }))).toMatchObject({
      kind: 'broken',
      frequencyBroken: true,
    });
  });

  it('a project whose input was never saved is new, not broken', () => {
    const fresh = project({});
    fresh.state.solverInput = null;
    expect(projectStatus(fresh)).toEqual({ kind: 'new' });
    expect(frequencyRangeHz(fresh)).toBeUndefined();
  });
});
