import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { markdownTable } from '../../validation/study/report/markdownTable.ts';
import type { MlfmaRecord } from './mlfmaPage.ts';
import type { SphereCost } from './mlfmaCost.ts';
import type { RanksRecord } from './ranksPage.ts';

/** A sphere of twice the diameter has four times the unknowns and one level more. */
const A_DOUBLING = 4;
const DOUBLINGS = 6;
/** Far neighbours of a box lie at so many different offsets where the boxes around it are all there. */
const MOST_OFFSETS = 316;
/** Columns that go through the tree together in a sweep. */
const COLUMNS = 8;
/** Re and Im of both components in floats. */
const DIRECTION_BYTES = 16;
/** Rounds grow with the cube root of the diameter (docs/cost-model.md). */
const ROUNDS_POWER = 1 / 3;
const HEADLINE_BYTES = 2500;
const MACHINE_BYTES = 256e9;
const RANKS = [32, 256];
const NODE_CORES = 32;
const [KILO, GIGA] = [1e3, 1e9];
const SECONDS_AN_HOUR = 3600;
/** Of the counted sphere, in wavelengths: ka = 42 (benchmarks/mpi.ts). */
const DIAMETER_OF_BASE = (2 * 42) / (2 * Math.PI);
/** Of the network of a node [bytes/s]. */
const NETWORK = 10e9;

/** From the first level with far boxes to the leaves. */
interface CountedLevels {
  unknowns: number;
  boxes: number[];
  /** Of one column and box */
  patternBytes: number[];
}

/**
 * The tree of a sphere of twice the diameter: as many boxes on each level from the root, one level more. Degrees grow
 * with the size s of a box as L = √3 k s + e (√3 k s)^⅓; both terms follow from the two coarsest levels.
 */
function doubled({ unknowns, boxes, patternBytes }: CountedLevels): CountedLevels {
  const degree = (bytes: number) => Math.sqrt(bytes / DIRECTION_BYTES / 2) - 1;
  const [larger = NaN, smaller = NaN] = patternBytes.map(degree);
  const root = Math.cbrt(2);
  const turns = (larger - root * smaller) / (2 - root);
  const next = 4 * turns + root ** 2 * (smaller - turns);
  return {
    unknowns: A_DOUBLING * unknowns,
    boxes: [...boxes, A_DOUBLING * (boxes.at(-1) ?? NaN)],
    patternBytes: [2 * (next + 1) ** 2 * DIRECTION_BYTES, ...patternBytes],
  };
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
const patternsOf = ({ boxes, patternBytes }: CountedLevels) =>
  boxes.map((count, level) => count * (patternBytes[level] ?? NaN));
/** Of one column: outgoing ones of all levels, incoming ones of all but the leaves. */
const fieldBytes = (levels: CountedLevels) =>
  2 * sum(patternsOf(levels)) - (patternsOf(levels).at(-1) ?? NaN);
const translatorBytes = ({ patternBytes }: CountedLevels) => (MOST_OFFSETS / 2) * sum(patternBytes);

const whole = (value: number) =>
  value.toLocaleString('en-US', { maximumFractionDigits: 0 }).replaceAll(',', ' ');
const digits = (value: number) => String(Number(value.toPrecision(3)));

interface Forward extends CountedLevels {
  /** Bytes per unknown, one column, nothing replicated */
  near: number;
  patterns: number;
  preconditioner: number;
  fields: number;
  translators: number;
  rest: number;
  /** Core-seconds of a product */
  product: number;
  coreHours: number;
}

/** What the largest measured sphere becomes with another tree. @param counted  about the tree that it has */
function forward(levels: CountedLevels, counted: CountedLevels, measured: SphereCost): Forward {
  const {
    near = NaN,
    patterns = NaN,
    preconditioner = NaN,
    fields = NaN,
    translators = NaN,
  } = measured.parts;
  const times = levels.unknowns / measured.unknowns;
  const perUnknown = (of: CountedLevels) => fieldBytes(of) / of.unknowns;
  // The part of a product that passes over the levels, and the part that is the same for each unknown.
  const stages = Object.entries(measured.stages);
  const isOfLevels = (name: string) => ['interpolation', 'translation', 'anterpolation'].includes(name);
  const secondsOf = (wanted: boolean) =>
    sum(stages.filter(([name]) => isOfLevels(name) === wanted).map(([, stage]) => stage.coreSeconds));
  const product = times * (secondsOf(false) + (secondsOf(true) * perUnknown(levels)) / perUnknown(counted));
  const products = measured.products * times ** (ROUNDS_POWER / 2);
  const setup =
    times * (measured.coreSeconds - measured.products * sum(stages.map(([, s]) => s.coreSeconds)));
  const parts = sum(Object.values(measured.parts));
  return {
    ...levels,
    ...{ near, patterns, preconditioner },
    fields: (fields * perUnknown(levels)) / perUnknown(counted),
    translators: Math.max(translators, translatorBytes(levels) / levels.unknowns),
    rest: measured.bytesPerUnknown - parts,
    product,
    coreHours: (setup + products * product) / SECONDS_AN_HOUR,
  };
}

const bytesOf = ({ near, patterns, preconditioner, fields, translators, rest }: Forward) =>
  near + patterns + preconditioner + fields + translators + rest;

/** From benchmarks/mlfma.json and benchmarks/mpi.json. */
export function writeScalingPage(benchmarks: string, docs: string): void {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(benchmarks, name), 'utf8'));
  const { scaling, machine } = read('mlfma.json') as MlfmaRecord;
  const { counted } = read('mpi.json') as RanksRecord;
  const [measured, body] = [scaling.at(-1), counted.at(-1)];
  const division = body?.divisions[0];
  if (!measured || !body || !division) return;
  const base: CountedLevels = { ...division, unknowns: body.unknowns };
  const trees = [base];
  for (let i = 0; i < DOUBLINGS; i++) trees.push(doubled(trees[i]!));
  const distance = (tree: CountedLevels) => Math.abs(Math.log(tree.unknowns / measured.unknowns));
  const nearest = trees.reduce((best, tree) => (distance(tree) < distance(best) ? tree : best));
  const rows = trees.map((tree) => forward(tree, nearest, measured));
  const { model = NaN, tree = NaN } = division.fullest.bytes;
  const replicated = (model + tree) / body.unknowns;
  writeFileSync(join(docs, 'scaling.md'), page({ rows, measured, machine, replicated }));
}

function page({
  rows,
  measured,
  machine,
  replicated,
}: {
  rows: Forward[];
  measured: SphereCost;
  machine: MlfmaRecord['machine'];
  replicated: number;
}): string {
  const largest = rows.at(-1)!;
  const sentAtMost = (row: Forward, ranks: number) => (2 * sum(patternsOf(row))) / ranks;
  const fits = (bytes: number) => (MACHINE_BYTES / bytes / 1e6).toFixed(0);
  const ours = measured.bytesPerUnknown;
  const mostRanks = Math.max(...RANKS);
  return `${[
    '# A thousand wavelengths, on paper',
    `Generated by \`npm run bench:mlfma\` and \`npm run bench:mpi\`: what the largest measured sphere (${whole(measured.unknowns)} unknowns, ` +
      `${machine.processor}, ${machine.date}) and the counted octree of ${whole(rows[0]!.unknowns)} unknowns become when the diameter doubles again and again. ` +
      'Spheres of λ/10, CFIE, three digits, one plane wave. Counts are exact for a tree of that shape; times assume the rates of that machine. Nothing here was run.',
    '## Memory and time of one process',
    'Bytes per unknown of one column. Near blocks, patterns and preconditioner belong to a function and do not grow; fields grow by a constant with each level. ' +
      '“Other” is what is measured and belongs to no part: the model, the tree, Krylov vectors, what the heap keeps.',
    markdownTable(
      [
        'unknowns',
        'diameter λ',
        'levels',
        'near',
        'patterns',
        'preconditioner',
        'fields',
        'translators',
        'other',
        'kB per unknown',
        'GB',
        'core-hours',
      ],
      rows.map((row) => [
        whole(row.unknowns),
        (DIAMETER_OF_BASE * Math.sqrt(row.unknowns / rows[0]!.unknowns)).toFixed(0),
        String(row.boxes.length + 1),
        ...[row.near, row.patterns, row.preconditioner, row.fields, row.translators, row.rest].map((b) =>
          b.toFixed(0),
        ),
        (bytesOf(row) / KILO).toFixed(2),
        digits((bytesOf(row) * row.unknowns) / GIGA),
        digits(row.coreHours),
      ]),
    ),
    `256 GB hold ${fits(ours)} million unknowns at the ${(ours / KILO).toFixed(2)} kB that were measured; at the ${HEADLINE_BYTES / KILO} kB of the ` +
      `product's specification they would hold ${fits(HEADLINE_BYTES)} million, with near blocks and patterns on disk ([MLFMA](theory/mlfma.md)) ` +
      `${fits(ours - largest.near - largest.patterns)} million. A sweep sends ${COLUMNS} columns through the tree together: its fields are ${COLUMNS} times those above.`,
    `## The levels of ${whole(largest.unknowns)} unknowns`,
    markdownTable(
      ['level', 'boxes', 'pattern of a box kB', 'all patterns GB', 'translators GB'],
      largest.boxes.map((count, i) => [
        String(i + 2),
        whole(count),
        digits(largest.patternBytes[i]! / KILO),
        digits((count * largest.patternBytes[i]!) / GIGA),
        digits(((MOST_OFFSETS / 2) * largest.patternBytes[i]!) / GIGA),
      ]),
    ),
    '## On several ranks',
    `Divided parts go like 1/P; model and octree are on every rank (${(replicated / KILO).toFixed(2)} kB per unknown, counted by \`pace estimate --ranks\`). Sent: an upper ` +
      'bound, every pattern redistributed there and back on every level ([distribution](theory/distribution.md)); the counted traffic of up to 64 ranks is in [ranks](benchmarks-mpi.md). ' +
      `A node has ${NODE_CORES} cores: one rank a node with ${NODE_CORES} threads, or ${NODE_CORES} ranks with one.`,
    markdownTable(
      [
        'unknowns',
        'cores',
        'hours at best',
        'GB a node, one rank each',
        'GB a node, a rank a core',
        'MB sent a product and rank at most',
      ],
      rows.slice(2).flatMap((row) =>
        RANKS.map((ranks) => {
          const nodes = ranks / NODE_CORES;
          const divided = ((bytesOf(row) - replicated) * row.unknowns) / nodes / GIGA;
          const copy = (replicated * row.unknowns) / GIGA;
          return [
            whole(row.unknowns),
            String(ranks),
            digits(row.coreHours / ranks),
            digits(divided + copy),
            digits(divided + NODE_CORES * copy),
            digits(sentAtMost(row, ranks) / 1e6),
          ];
        }),
      ),
    ),
    '## What would break first',
    [
      `1. **The replicated model.** ${(replicated / KILO).toFixed(2)} kB per unknown on every rank: with a rank a core a node of 256 GB is full at ` +
        `${fits(NODE_CORES * replicated)} million unknowns, whatever the number of nodes; with a rank a node at ${fits(replicated)} million. Triangles and functions have to be divided like the leaves are.`,
      '2. **The near matrix and the patterns.** They are most of what is divided, and constant for each unknown: only fewer bytes help.',
      '3. **Whole patterns on the coarsest levels.** Interpolation is exact and works on whole patterns, so one rank makes that of a box. On the coarsest level there are ' +
        `${largest.boxes[0]} boxes: ranks beyond wait there.`,
      '4. **Reading.** A universal file has about 190 bytes of text a triangle, and one process reads it.',
      '',
      `Messages cost about as much: a product of ${whole(largest.unknowns)} unknowns on ${mostRanks} cores ` +
        `computes for ${digits(largest.product / mostRanks)} s, and a node sends for ${digits((NODE_CORES * sentAtMost(largest, mostRanks)) / NETWORK)} s at the bound above ` +
        `on a network of ${NETWORK / GIGA} GB/s.`,
    ].join('\n'),
  ].join('\n\n')}\n`;
}
