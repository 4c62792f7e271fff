import { describe, expect, it } from 'vitest';
import { frequencyRangeHz, isFailed, projectStatus } from '../src/features/projects/projectStatus.ts';
import { aProject } from './aProject.ts';

describe('what a project card shows', () => {
  it('the solver before the mesher, the mesher before nothing', () => {
    expect(projectStatus(aProject({}))).toEqual({ kind: 'new' });
    expect(projectStatus(aProject({ mesher: 'Finished' }))).toMatchObject({
      kind: 'mesher',
      status: 'Finished',
    });
    expect(
      projectStatus(aProject({ mesher: 'Finished', solver: 'Running', detail: 'CALCULATING FIELDS' })),
    ).toMatchObject({ kind: 'solver', percent: 50 });
    expect(projectStatus(aProject({ mesher: 'Finished', solver: 'Finished' }))).toMatchObject({
      kind: 'solver',
      percent: 100,
      unconverged: false,
    });
  });

  it('a failed run or a project without a frequency is broken', () => {
    expect(projectStatus(aProject({ solver: 'Error', detail: 'Out of memory' }))).toEqual({
      kind: 'broken',
      detail: 'Out of memory',
      frequencyBroken: false,
    });
    expect(projectStatus(aProject({ frequencyHz: 0 }))).toMatchObject({
      kind: 'broken',
      frequencyBroken: true,
    });
  });

  it('a project whose input was never saved is new, not broken', () => {
    const fresh = aProject({ frequencyHz: null });
    expect(projectStatus(fresh)).toEqual({ kind: 'new' });
    expect(frequencyRangeHz(fresh)).toBeUndefined();
  });

  it('a mesher that failed is an error too, but the project can still be set up', () => {
    const status = projectStatus(aProject({ mesher: 'Error', mesherDetail: 'The file is empty.' }));
    expect(status).toEqual({ kind: 'mesher', status: 'Error', detail: 'The file is empty.' });
    expect(isFailed(status)).toBe(true);
    expect(isFailed(projectStatus(aProject({ mesher: 'Cancelled' })))).toBe(false);
  });
});
