import { PRODUCT } from '../../../ui/PageTitle.tsx';
import { isUnconverged } from '../data/resultSummary.ts';
import type { ReportInput } from './reportInput.ts';
import type { Report, ReportSection } from '../../../ui/report/reportModel.ts';
import { bistaticSection } from './sections/bistaticSection.ts';
import { certificateSection } from './sections/certificateSection.ts';
import { currentsSection } from './sections/currentsSection.ts';
import { designSection } from './sections/designSection.ts';
import { hotSpotsSection } from './sections/hotSpotsSection.ts';
import { inputSection } from './sections/inputSection.ts';
import { iterationsSection } from './sections/iterationsSection.ts';
import { meshSection } from './sections/meshSection.ts';
import { monostaticSection } from './sections/monostaticSection.ts';
import { patternSection } from './sections/patternSection.ts';
import { solutionSection } from './sections/solutionSection.ts';
import { solverVersion, versionsSection } from './sections/versionsSection.ts';

/** In their order; what a run does not have is undefined. */
const SECTIONS: readonly ((input: ReportInput) => ReportSection | undefined)[] = [
  meshSection,
  inputSection,
  solutionSection,
  certificateSection,
  iterationsSection,
  bistaticSection,
  patternSection,
  currentsSection,
  monostaticSection,
  hotSpotsSection,
  designSection,
  versionsSection,
];

interface Building {
  signal: AbortSignal;
  /** After each section, the share of those that are there */
  onProgress: (share: number) => void;
}

/** A report of what is given. Sections draw for seconds, so the page gets a turn before each. */
export async function buildReport(input: ReportInput, { signal, onProgress }: Building): Promise<Report> {
  const sections: ReportSection[] = [];
  for (const [i, build] of SECTIONS.entries()) {
    await new Promise((resolve) => setTimeout(resolve));
    signal.throwIfAborted();
    const section = build(input);
    if (section) sections.push(section);
    onProgress((i + 1) / SECTIONS.length);
  }
  const { project, data, date } = input;
  const { t, language, projectName } = input.texts;
  return {
    language,
    title: projectName,
    subtitle: t('report.subtitle', {
      product: PRODUCT,
      version: data.health.version,
      solver: solverVersion(input),
      date: date.toLocaleString(language, { dateStyle: 'long', timeStyle: 'short' }),
    }),
    warning: isUnconverged(project) ? `${t('notConverged.title')}. ${t('notConverged.text')}` : '',
    sections,
  };
}
