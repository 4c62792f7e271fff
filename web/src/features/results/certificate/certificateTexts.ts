import {
  correctedRecord,
  PROGRAM_TYPES,
  type MonoStaticRcs,
  type Project,
  type RunResult,
  type ScatteredField,
  type Polarization,
} from '@pace/contract';
import type { TFunction } from 'i18next';
import { sweepPointsOf } from '../data/resultSummary.ts';
import { frequencyLabel, plainNumber } from '../labels/quantities.ts';
import { hasCorrected } from '../fields/corrected.ts';
import { countedWithin, halvingAction, namedParts, type Counted, type Parts } from './certificate.ts';

/** A group of directions, e.g. all that a wave was sent from. */
export interface CountedGroup {
  name: string;
  /** Cuts of one wave, of which a run may have more than are counted. */
  isCuts?: boolean;
  /** Nothing where the directions have no bars. */
  counted: readonly Counted[];
}

/** Cuts of one wave; nothing of a run that was not asked for any. */
export const cutsGroup = (
  name: string,
  fields: readonly ScatteredField[],
  polarization: Polarization,
): CountedGroup[] =>
  fields.length === 0 ? [] : [{ name, isCuts: true, counted: countedWithin(fields, polarization) }];

/** What returns, as it was solved and, where there are any, with the corrected fields. */
export function monostaticGroups(
  records: readonly MonoStaticRcs[],
  polarization: Polarization,
  t: TFunction<'results'>,
): CountedGroup[] {
  const solved = { name: t('certificate.monostatic'), counted: countedWithin(records, polarization) };
  if (!hasCorrected(records)) return [solved];
  const corrected = countedWithin(records.map(correctedRecord), polarization);
  return [solved, { name: t('certificate.monostaticCorrected'), counted: corrected }];
}

export interface CertificateTexts {
  titles: string[];
  rows: string[][];
  /** What the rows leave out. */
  leftOut: string[];
  largest: string;
  parts: string;
  action: string;
}

/** What the certificate says, on the page and in the report. */
export function certificateTexts(
  project: Project,
  summary: RunResult,
  parts: Parts,
  groups: readonly CountedGroup[],
  { t, language }: { t: TFunction<'results'>; language: string },
): CertificateTexts {
  const percent = (value: number) =>
    t('certificate.percent', { value: plainNumber(100 * value, language, 2) });
  const several = groups.some(({ counted }) => counted.length > 1);
  return {
    titles: [
      t('certificate.directions'),
      ...(several ? [t('component.label')] : []),
      t('certificate.angles'),
      t('certificate.withinHalf'),
      t('certificate.withinOne'),
    ],
    rows: groups.flatMap(({ name, counted }) =>
      counted.map(({ component, angles, within }) => [
        name,
        ...(several ? [t(`component.${component}Short`)] : []),
        angles.toLocaleString(language),
        ...within.map((count) => count.toLocaleString(language)),
      ]),
    ),
    leftOut: leftOutTexts(project, groups, { t, language }),
    largest: t('certificate.largest', {
      part: t(`certificate.part.${parts.largest}`),
      share: percent(parts.values[parts.largest]),
      frequency: frequencyLabel(parts.frequencyHz, language),
    }),
    parts: [
      ...namedParts(parts.values)
        .filter((part) => part !== parts.largest)
        .map((part) =>
          t('certificate.other', { part: t(`certificate.part.${part}`), share: percent(parts.values[part]) }),
        ),
      ...(parts.corrected === undefined
        ? []
        : [t('certificate.corrected', { share: percent(parts.corrected) })]),
    ].join(' '),
    action: t(`certificate.action.${halvingAction(project, summary, parts)}`),
  };
}

function leftOutTexts(
  project: Project,
  groups: readonly CountedGroup[],
  { t, language }: { t: TFunction<'results'>; language: string },
): string[] {
  const { frequenciesHz, illuminations } = sweepPointsOf(project);
  const all = frequenciesHz.length * illuminations.length;
  const count = groups.filter(({ isCuts }) => isCuts).length;
  const counts = { all: all.toLocaleString(language), shown: count.toLocaleString(language) };
  return [
    ...groups
      .filter(({ counted }) => counted.length === 0)
      .map(({ name }) => t('certificate.withoutBars', { name })),
    ...(count > 0 && count < all ? [t('certificate.otherWaves', counts)] : []),
    ...(project.programType === PROGRAM_TYPES.coating ? [t('certificate.impedanceCondition')] : []),
  ];
}
