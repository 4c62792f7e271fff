import type { RunResult, Project } from '@pace/contract';
import type { TFunction } from 'i18next';
import { frequencyLabel, plainNumber } from '../labels/quantities.ts';
import { halvingAction, PARTS, type Counted, type Parts } from './certificate.ts';

/** A group of directions, e.g. all that a wave was sent from. */
export interface CountedGroup {
  name: string;
  counted: readonly Counted[];
}

export interface CertificateTexts {
  titles: string[];
  rows: string[][];
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
    largest: t('certificate.largest', {
      part: t(`certificate.part.${parts.largest}`),
      share: percent(parts.values[parts.largest]),
      frequency: frequencyLabel(parts.frequencyHz, language),
    }),
    parts: PARTS.filter((part) => part !== parts.largest)
      .map((part) =>
        t('certificate.other', { part: t(`certificate.part.${part}`), share: percent(parts.values[part]) }),
      )
      .join(' '),
    action: t(`certificate.action.${halvingAction(project, summary, parts)}`),
  };
}
