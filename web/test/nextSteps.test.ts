import type { Project } from '@pace/contract';
import { expect, it } from 'vitest';
import { nextSteps } from '../src/features/projects/nextSteps.ts';

function project(name: string, mesher: string, solver: string, ready = false, converged = true): Project {
  return {
    id: name,
    name,
    isDemo: false,
    state: { solverInput: null, solverResultReady: ready },
    stateLive: {
      mesherState: { status: mesher, detail: '' },
      solverState: { status: solver, detail: '', converged },
    },
  } as unknown as Project;
}

it('a person without projects is led to the ready models and the guide', () => {
  expect(nextSteps([]).map(({ kind }) => kind)).toEqual(['models', 'guide']);
});

it('what failed comes first, then what can be started, then what lacks a model', () => {
  const all = [
    project('new', '', ''),
    project('done', 'Finished', 'Finished', true),
    project('meshed', 'Finished', ''),
    project('broken', 'Finished', 'Error'),
  ];
  expect(nextSteps(all)).toMatchObject([
    { kind: 'failed', project: 'broken', to: '/projects/detail?id=broken' },
    { kind: 'startable', project: 'meshed', to: '/app/simulation?id=meshed' },
    { kind: 'needsModel', project: 'new', to: '/app/simulation?id=new' },
  ]);
});

it('of finished projects the newest is offered to read', () => {
  const steps = nextSteps([
    project('b', 'Finished', 'Finished', true),
    project('a', 'Finished', 'Finished', true),
  ]);
  expect(steps[0]).toMatchObject({ kind: 'results', project: 'b' });
});

it('a run that has not converged is to be continued, not to be read', () => {
  expect(nextSteps([project('stopped', 'Finished', 'Finished', true, false)])).toMatchObject([
    { kind: 'unconverged', project: 'stopped', to: '/projects/detail?id=stopped' },
    { kind: 'models' },
    { kind: 'guide' },
  ]);
});
