import { english } from '@pace/contract';
import { describe, expect, test } from 'vitest';
import { layoutOf } from '../../src/policies/layout.ts';
import { memoryRefusal } from '../../src/policies/memory.ts';
import {
  chooseNext,
  fairOrder,
  type Room,
  type RunningRun,
  type WaitingRun,
} from '../../src/policies/scheduling.ts';

const GIB = 2 ** 30;
let arrivals = 0;

/** `waits('ada', 'a1')`; they arrive in the order of the calls */
function waits(personId: string, id: string, change: Partial<WaitingRun> = {}): WaitingRun {
  arrivals += 1;
  return {
    id,
    personId,
    isAdmin: false,
    priority: 0,
    sequence: arrivals,
    waitedSeconds: 0,
    cores: 1,
    awaitsMesh: false,
    isAssessed: true,
    seconds: 600,
    memoryBytes: GIB,
    ...change,
  };
}

function runs(personId: string, change: Partial<RunningRun> = {}): RunningRun {
  return { personId, cores: 1, elapsedSeconds: 10, seconds: 600, memoryBytesHere: GIB, ...change };
}

const ROOM: Room = {
  hasSlot: true,
  hasShortSlot: true,
  shortSeconds: 60,
  runningPerPerson: 2,
  memoryBytes: 10 * GIB,
  patienceSeconds: 900,
};

const ids = (order: readonly WaitingRun[]) => order.map(({ id }) => id).join(' ');

describe('the order of the queue', () => {
  test.each<[string, WaitingRun[], RunningRun[], [string, number][], string]>([
    ['people who have used nothing go by arrival', [waits('ada', 'a1'), waits('bob', 'b1')], [], [], 'a1 b1'],
    [
      'who has used less goes first, however late',
      [waits('ada', 'a1'), waits('bob', 'b1')],
      [],
      [
        ['ada', 5000],
        ['bob', 100],
      ],
      'b1 a1',
    ],
    [
      'what somebody has running counts as used',
      [waits('ada', 'a1'), waits('bob', 'b1')],
      [runs('ada')],
      [],
      'b1 a1',
    ],
    [
      'a long run that has overrun its estimate counts by its time',
      [waits('ada', 'a1'), waits('bob', 'b1')],
      [runs('ada', { seconds: 10, elapsedSeconds: 5000 }), runs('bob', { seconds: 1000 })],
      [],
      'b1 a1',
    ],
    [
      'four cores count four times',
      [waits('ada', 'a1'), waits('bob', 'b1')],
      [runs('ada', { cores: 4 }), runs('bob', { seconds: 1000 })],
      [],
      'b1 a1',
    ],
    [
      'many runs of one person and one of another take turns',
      [waits('ada', 'a1'), waits('ada', 'a2'), waits('ada', 'a3'), waits('bob', 'b1')],
      [],
      [],
      'a1 b1 a2 a3',
    ],
    [
      'short runs of one person pass the long ones of another as long as they use less',
      [waits('ada', 'a1', { seconds: 3600 }), waits('ada', 'a2', { seconds: 3600 })].concat(
        ['b1', 'b2', 'b3'].map((id) => waits('bob', id, { seconds: 60 })),
      ),
      [],
      [],
      'a1 b1 b2 b3 a2',
    ],
    [
      'a priority goes before all fairness, and a low one after it',
      [
        waits('ada', 'a1', { priority: -1 }),
        waits('ada', 'a2'),
        waits('bob', 'b1'),
        waits('ada', 'a3', { priority: 1 }),
      ],
      [],
      [['ada', 1e6]],
      'a3 b1 a2 a1',
    ],
    ['nobody waits', [], [runs('ada')], [], ''],
  ])('%s', (_, waiting, running, used, expected) => {
    expect(ids(fairOrder(waiting, running, new Map(used)))).toBe(expected);
  });

  test('a sweep of a thousand runs lets everybody else pass after one', () => {
    const sweep = Array.from({ length: 1000 }, (_, i) => waits('ada', `a${i}`));
    const others = ['bob', 'eve', 'joe'].map((person) => waits(person, person));
    expect(ids(fairOrder([...sweep, ...others], [], new Map()).slice(0, 5))).toBe('a0 bob eve joe a1');
  });
});

describe('the next run', () => {
  test.each<[string, WaitingRun[], RunningRun[], Partial<Room>, string | undefined, [string, string][]]>([
    ['begins when there is room', [waits('ada', 'a1')], [], {}, 'a1', []],
    [
      'needs its mesh',
      [waits('ada', 'a1', { awaitsMesh: true, isAssessed: false }), waits('bob', 'b1')],
      [],
      {},
      'b1',
      [['a1', 'mesh']],
    ],
    [
      'has to be assessed',
      [waits('ada', 'a1', { isAssessed: false }), waits('bob', 'b1')],
      [],
      {},
      'b1',
      [['a1', 'estimate']],
    ],
    [
      'is of somebody who has fewer running than one person may',
      [waits('ada', 'a1'), waits('bob', 'b1')],
      [runs('ada'), runs('ada')],
      { hasSlot: true, hasShortSlot: false },
      'b1',
      [],
    ],
    [
      "waits for one of one's own to end",
      [waits('ada', 'a1')],
      [runs('ada'), runs('ada')],
      {},
      undefined,
      [['a1', 'limit']],
    ],
    [
      'may be of an administrator with any number',
      [waits('ada', 'a1', { isAdmin: true })],
      [runs('ada'), runs('ada')],
      {},
      'a1',
      [],
    ],
    [
      'waits for a slot',
      [waits('ada', 'a1')],
      [runs('bob')],
      { hasSlot: false },
      undefined,
      [['a1', 'slot']],
    ],
    [
      'takes the slot of short runs if it is short',
      [waits('ada', 'a1'), waits('eve', 'e1', { seconds: 60 })],
      [runs('bob')],
      { hasSlot: false },
      'e1',
      [['a1', 'slot']],
    ],
    [
      'does not take it beside a run of the same person',
      [waits('ada', 'a1', { seconds: 5 })],
      [runs('ada')],
      { hasSlot: false },
      undefined,
      [['a1', 'slot']],
    ],
    [
      'of unknown length does not take it',
      [waits('ada', 'a1', { seconds: null })],
      [runs('bob')],
      { hasSlot: false },
      undefined,
      [['a1', 'slot']],
    ],
    [
      'fits into the memory that is left; one that does not is passed',
      [waits('ada', 'a1', { memoryBytes: 8 * GIB }), waits('bob', 'b1', { memoryBytes: 2 * GIB })],
      [runs('eve', { memoryBytesHere: 5 * GIB })],
      {},
      'b1',
      [['a1', 'memory']],
    ],
    [
      'does not pass one that has waited too long for memory',
      [waits('ada', 'a1', { memoryBytes: 8 * GIB, waitedSeconds: 1000 }), waits('bob', 'b1')],
      [runs('eve', { memoryBytesHere: 5 * GIB })],
      {},
      undefined,
      [
        ['a1', 'memory'],
        ['b1', 'memory'],
      ],
    ],
    [
      'of unknown size has the machine to itself',
      [waits('ada', 'a1', { memoryBytes: null })],
      [runs('bob')],
      {},
      undefined,
      [['a1', 'memory']],
    ],
    [
      'of unknown size begins on an empty machine',
      [waits('ada', 'a1', { memoryBytes: null })],
      [runs('bob', { memoryBytesHere: 0 })],
      {},
      'a1',
      [],
    ],
    [
      'may fill the memory to the last byte',
      [waits('ada', 'a1', { memoryBytes: 9 * GIB })],
      [runs('bob')],
      {},
      'a1',
      [],
    ],
    [
      'need not fit where a cluster counts',
      [waits('ada', 'a1', { memoryBytes: 900 * GIB })],
      [],
      { memoryBytes: undefined },
      'a1',
      [],
    ],
  ])('%s', (_, waiting, running, room, next, reasons) => {
    const choice = chooseNext(fairOrder(waiting, running, new Map()), running, { ...ROOM, ...room });
    expect(choice.next?.id).toBe(next);
    expect([...choice.reasons]).toEqual(reasons);
  });

  test('says whether it took the slot of short runs', () => {
    const waiting = [waits('ada', 'a1', { seconds: 1 })];
    expect(chooseNext(waiting, [], { ...ROOM, hasSlot: false }).isInShortSlot).toBe(true);
    expect(chooseNext(waiting, [], ROOM).isInShortSlot).toBe(false);
  });
});

describe('processors', () => {
  const multilevel = { method: 'mlfma' };
  test.each([
    ['x1 is one thread', { asked: 1, cores: 8, engine: 'local' }, 1, 1, false],
    ['x4 is four threads of one process', { asked: 4, cores: 8, engine: 'local' }, 1, 4, false],
    ['never more than there are', { asked: 4, cores: 2, engine: 'local' }, 1, 2, true],
    ['x4 is four ranks under MPI', { asked: 4, cores: 8, engine: 'mpi' }, 4, 1, false],
    ['and never more ranks than cores', { asked: 4, cores: 2, engine: 'mpi' }, 2, 1, true],
    ['x1 needs no MPI', { asked: 1, cores: 8, engine: 'mpi' }, 1, 1, false],
    [
      'Physical Optics is not divided over ranks',
      { asked: 4, cores: 8, engine: 'mpi', method: 'physical-optics' },
      1,
      4,
      false,
    ],
    ['nor a direct solution', { asked: 4, cores: 8, engine: 'mpi', method: 'dense-lu' }, 1, 4, false],
    ['x4 is four threads on a node of a cluster', { asked: 4, cores: 64, engine: 'slurm' }, 1, 4, false],
  ] as const)('%s', (_, question, ranks, threads, isLess) => {
    expect(layoutOf({ ...multilevel, ...question })).toMatchObject({ ranks, threads, isLess });
  });

  test('less than was asked for is said in a sentence', () => {
    expect(english(layoutOf({ ...multilevel, asked: 4, cores: 2, engine: 'local' }).message)).toBe(
      '4 processors were asked for, but this machine has 2; the run used 2 threads.',
    );
  });
});

test('a run that never fits is refused with both numbers', () => {
  expect(memoryRefusal(GIB, GIB)).toBeUndefined();
  expect(memoryRefusal(40 * GIB, 16 * GIB)?.detail).toBe(
    'The run needs about 40 GB, but only 16 GB may be used; use a coarser mesh or a lower frequency.',
  );
});
