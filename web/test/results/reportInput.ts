import { fromWire, type Project } from '@pace/contract';
import i18next from 'i18next';
import { english } from '../texts.ts';
import type { History, Cuts, ReportResults } from '../../src/features/results/report/reportData.ts';
import type { ReportInput } from '../../src/features/results/report/reportInput.ts';
import type { ReportPictures } from '../../src/features/results/report/reportPictures.ts';
import { reportTexts } from '../../src/features/results/report/reportTexts.ts';
import type { ResultPoint } from '../../src/features/results/data/resultPoint.ts';
import { parseGeometry } from '../../src/viewer/index.ts';
import { syntheticCuts, syntheticGeometry, syntheticProject, type SyntheticId } from './syntheticRun.ts';

const i18n = i18next.createInstance();
await i18n.init({ lng: 'en', resources: { en: english }, interpolation: { escapeValue: false } });

/** Texts as of the page, in English. */
export const texts = reportTexts({
  t: i18n.getFixedT('en', 'results'),
  language: 'en',
  unconvergedTitle: 'NOT CONVERGED',
  projectName: 'Sphere',
  methodName: (method) => `method ${method}`,
  partName: ({ name }) => `part ${name}`,
  said: ({ sentence }) => ({ text: sentence }),
});

type Drawn = { [K in keyof ReportPictures]: Parameters<ReportPictures[K]>[] };

/** Draws nothing and keeps what it was to draw. */
export function fakePictures(): { pictures: ReportPictures; drawn: Drawn } {
  const drawn: Drawn = { line: [], polar: [], heatMap: [], mesh: [] };
  const kept =
    <K extends keyof Drawn>(kind: K) =>
    (...given: Drawn[K][number]): string =>
      `${kind} ${(drawn[kind] as unknown[]).push(given)}`;
  const pictures = { line: kept('line'), polar: kept('polar'), heatMap: kept('heatMap'), mesh: kept('mesh') };
  return { pictures, drawn };
}

export const pointsOf = (frequencies: number, angles: number): ResultPoint[] =>
  Array.from({ length: frequencies * angles }, (_, i) => ({
    frequencyHz: 1e9 + 1e8 * Math.floor(i / angles),
    thetaDeg: 10 * (i % angles),
    phiDeg: 0,
  }));

export const cutsAt = (points: readonly ResultPoint[], converged = true): Cuts[] =>
  points.map((point) => ({
    point,
    far: { farZoneFields: syntheticCuts(point.frequencyHz, 10 * point.thetaDeg), converged },
    exact: undefined,
  }));

export const historyAt = (point: ResultPoint, residuals: readonly number[], converged = true): History => ({
  point,
  converged,
  method: 'mlfma',
  iterations: residuals.map((residual, i) => ({ iteration: i + 1, residual })),
});

export const noResults: ReportResults = {
  points: pointsOf(1, 1),
  all: 1,
  histories: undefined,
  cuts: undefined,
  pattern: undefined,
  currents: undefined,
  monostatic: { monoStaticRcs: [], converged: true },
  echoes: [],
  spots: [],
};

/** Of a made-up run, with what its results have. */
export function reportInput(
  id: SyntheticId,
  results: Partial<ReportResults> = {},
  changes: Partial<Project> = {},
): ReportInput & { drawn: Drawn } {
  return {
    project: { ...fromWire(syntheticProject(id)), ...changes },
    data: {
      health: { version: '1.2.3', solver: '9.9.9' },
      geometry: parseGeometry(syntheticGeometry(), 1),
      results: { ...noResults, ...results },
    },
    texts,
    date: new Date('2026-03-04T05:06:07Z'),
    ...fakePictures(),
  };
}
