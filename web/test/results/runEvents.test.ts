import type { SolverEvent } from '@pace/contract';
import { describe, expect, it } from 'vitest';
import { serverSentEvents } from '../../src/api/liveEvents.ts';
import { growingCurve } from '../../src/features/results/runs/growingCurve.ts';
import {
  NOTHING_TOLD,
  remainingSeconds,
  withEvents,
  withState,
} from '../../src/features/results/runs/runEvents.ts';

const estimate: SolverEvent = {
  event: 'estimate',
  unknowns: 100,
  memoryBytes: 5,
  seconds: 60,
  method: 'mlfma',
  reason: '',
};
const stage = (fraction: number, seconds: number): SolverEvent => ({
  event: 'stage',
  stage: 'SOLUTION STAGE',
  fraction,
  seconds,
  memoryBytes: 7,
  frequencyHz: 1e9,
});
const iteration = (rightHandSide: number, number: number): SolverEvent => ({
  event: 'iteration',
  frequencyHz: 1e9,
  rightHandSide,
  iteration: number,
  residual: 0.5 ** number,
});

describe('what a solver tells', () => {
  it('is kept by right-hand side, in the order of the iterations', () => {
    const told = withEvents(
      withEvents(NOTHING_TOLD, [estimate, iteration(0, 1), iteration(0, 2)], 0),
      [iteration(1, 1), iteration(0, 3)],
      0,
    );
    expect(told.histories.map(({ rightHandSide, iterations }) => [rightHandSide, iterations])).toEqual([
      [1, [1]],
      [0, [1, 2, 3]],
    ]);
    expect(told.histories[1]!.residuals).toEqual([0.5, 0.25, 0.125]);
  });

  it('begins anew with the estimate of the next pass', () => {
    const told = withEvents(NOTHING_TOLD, [estimate, stage(0.9, 50), iteration(0, 1), estimate], 0);
    expect(told).toMatchObject({
      histories: [],
      fraction: undefined,
      predicted: { seconds: 60, unknowns: 100 },
    });
  });

  it('keeps the newest right-hand sides only', () => {
    const told = withEvents(
      NOTHING_TOLD,
      Array.from({ length: 100 }, (_, i) => iteration(i, 1)),
      0,
    );
    expect(told.histories.length).toBeLessThanOrEqual(30);
    expect(told.histories.at(-1)!.rightHandSide).toBe(99);
    expect(told.rightHandSides.size).toBe(100);
    expect(withEvents(told, [iteration(3, 2)], 0).rightHandSides.size).toBe(100);
    expect(withEvents(told, [estimate], 0).rightHandSides.size).toBe(0);
  });
});

describe('the time that remains', () => {
  it('is that of the prediction at first, then by the run’s own speed, and goes down between two events', () => {
    const early = withEvents(NOTHING_TOLD, [estimate, stage(0.05, 10)], 1000);
    expect(remainingSeconds(early, 1000)).toBe(50);
    expect(remainingSeconds(early, 6000)).toBe(45);
    expect(remainingSeconds(withEvents(early, [stage(0.25, 30)], 0), 0)).toBe(90);
  });

  it('is known without a stream as well, by the state that is asked for', () => {
    const state = { status: 'Running' as const, detail: '', predicted: { seconds: 60, memoryBytes: 5 } };
    expect(remainingSeconds(withState(NOTHING_TOLD, { ...state, fraction: 0.02 }, 20), 0)).toBe(40);
    expect(remainingSeconds(withState(NOTHING_TOLD, { ...state, fraction: 0.25 }, 20), 0)).toBe(60);
    expect(remainingSeconds(withState(NOTHING_TOLD, state, undefined), 0)).toBe(60);
  });

  it('is not known when nothing was told, or when a prediction is over', () => {
    expect(remainingSeconds(NOTHING_TOLD, 0)).toBeUndefined();
    expect(remainingSeconds(withEvents(NOTHING_TOLD, [estimate, stage(0.02, 70)], 0), 0)).toBeUndefined();
  });
});

describe('server-sent events', () => {
  async function* chunks(...texts: string[]) {
    for (const text of texts) yield new TextEncoder().encode(text);
  }

  it('are whole however the bytes are cut; comments are passed over', async () => {
    const found = [];
    for await (const event of serverSentEvents(
      chunks(
        'event: sta',
        'te\ndata: {"a"',
        ':1}\n',
        '\n: still here\n\nevent: reset\ndata: null\n\nevent: half',
      ),
    ))
      found.push(event);
    expect(found).toEqual([
      { name: 'state', data: '{"a":1}' },
      { name: 'reset', data: 'null' },
    ]);
  });
});

describe('the curve of a run that goes on', () => {
  const returned = (frequencyHz: number, phis: readonly number[], rcsM2: number): SolverEvent => ({
    ...{ event: 'returns', frequencyHz, components: ['VV', 'HH'] },
    points: phis.map((phiDeg) => ({ thetaDeg: 80, phiDeg, rcsM2: [rcsM2 * (1 + phiDeg), 0] })),
  });

  it('grows over the swept angle at the newest frequency, and a point that is computed again is replaced', () => {
    const events = [
      ...[returned(1e9, [0, 10, 20], 1), returned(2e9, [20, 10], 2), estimate],
      ...[returned(2e9, [0], 2), returned(2e9, [10], 3)],
    ];
    const curve = growingCurve(withEvents(NOTHING_TOLD, events, 0).returns);
    expect(curve).toMatchObject({ axis: 'phi', frequencyHz: 2e9, thetaDeg: 80 });
    expect(curve).not.toHaveProperty('phiDeg');
    const [vertical, horizontal] = curve?.curves ?? [];
    expect(vertical?.x).toEqual([0, 10, 20]);
    expect(vertical?.y.map((db) => 10 ** (db / 10)).map(Math.round)).toEqual([2, 33, 42]);
    expect(horizontal?.y).toEqual([-Infinity, -Infinity, -Infinity]);
  });

  it('grows over frequency where there is one direction', () => {
    const events = [returned(3e9, [10], 1), returned(1e9, [10], 2)];
    const curve = growingCurve(withEvents(NOTHING_TOLD, events, 0).returns);
    expect(curve).toMatchObject({ axis: 'frequency', thetaDeg: 80, phiDeg: 10 });
    expect(curve?.curves[0]?.x).toEqual([1e9, 3e9]);
    expect(growingCurve([])).toBeUndefined();
  });
});
