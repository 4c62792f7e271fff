import {
  countSweepPoints, DEFAULT_CFIE_ALPHA, frequenciesHz, HZ_PER_GHZ, polarizationOf, PROGRAM_TYPES, SOLVER_TYPES, type Project, type SolverInput,
  hybridParts,
  PART_METHODS,
} from '@pace/contract';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import Alert from '@mui/material/Alert';
import AccordionSummary from '@mui/material/AccordionSummary';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icons.tsx';
import { materialSections } from './MaterialSummary.tsx';
import { Facts } from './Facts.tsx';
import { angleLabel, frequencyLabel, plainNumber } from './quantities.ts';

const OUTPUTS = ['coefficients', 'currents', 'iterations', 'time', 'farzone'] as const;
const ALPHA_DECIMALS = 1;

function Section({ title, testId, children }: { title: string; testId: string; children: ReactNode }) {
  return (
    <Accordion variant="outlined" disableGutters data-testid={testId}>
      <AccordionSummary expandIcon={<Icon name="next" sx={{ transform: 'rotate(90deg)' }} />}>
        <Typography variant="body1" component="span" sx={{ fontWeight: 600 }}>{title}</Typography>
      </AccordionSummary>
      <AccordionDetails>{children}</AccordionDetails>
    </Accordion>
  );
}

/** What was asked of the solver. */
export function InputSummary({ project }: { project: Project }) {
  const { t } = useTranslation('results');
  const input = project.state.solverInput;
  if (!input) return <Typography sx={{ color: 'text.secondary' }}>{t('input.none')}</Typography>;
  return (
    <section aria-label={t('input.title')}>
      <Section title={t('input.excitation')} testId="summary-excitation"><ExcitationFacts input={input} /></Section>
      <Section title={t('input.frequency')} testId="summary-frequency"><FrequencyFacts input={input} /></Section>
      {project.solverType === PROGRAM_TYPES.pec && (
        <Section title={t('input.alpha')} testId="summary-alpha"><AlphaFacts project={project} input={input} /></Section>
      )}
      {materialSections(project).map(([key, content]) => (
        <Section key={key} title={t(`input.${key}`)} testId={`summary-${key}`}>{content}</Section>
      ))}
      {project.solverType === PROGRAM_TYPES.composite && !project.state.materials && <Alert severity="warning">{t('input.outerMissing')}</Alert>}
      <Section title={t('input.solver')} testId="summary-solver"><SolverFacts project={project} input={input} /></Section>
    </section>
  );
}

function ExcitationFacts({ input }: { input: SolverInput }) {
  const { t, i18n } = useTranslation('results');
  const angle = (index: number) => angleLabel(input.excitation[index] ?? 0, i18n.language);
  const range = (from: number, to: number, step: number) => t('input.range', { from: angle(from), to: angle(to), step: angle(step) });
  const single = input.anglesweep === 0;
  const { theta, phi } = countSweepPoints(input);
  return (
    <Facts
      facts={[
        [t('input.mode'), t(single ? 'input.singleAngle' : 'input.angleSweep')],
        [t('axis.theta'), single ? angle(0) : range(0, 1, 5)],
        [t('axis.phi'), single ? angle(1) : range(2, 3, 6)],
        [t('input.polarization'), t(`polarization.${polarizationOf(input.anglesweep, input.excitation)}`)],
        [t('input.directions'), plainNumber(theta * phi, i18n.language)],
      ]}
    />
  );
}

function FrequencyFacts({ input }: { input: SolverInput }) {
  const { t, i18n } = useTranslation('results');
  const [initial, step, final] = input.frequency.map((hertz) => frequencyLabel(hertz, i18n.language));
  if (input.freqsweep === 0)
    return <Facts facts={[[t('input.mode'), t('input.singleFrequency')], [t('frequency'), initial]]} />;
  return (
    <Facts
      facts={[
        [t('input.mode'), t('input.frequencySweep')],
        [t('frequency'), t('input.range', { from: initial, to: final, step })],
        [t('input.frequencies'), plainNumber(frequenciesHz(1, input.frequency).length, i18n.language)],
        [t('input.midFrequency'), `${plainNumber((input.frequency[0] + input.frequency[2]) / 2 / HZ_PER_GHZ, i18n.language)} GHz`],
      ]}
    />
  );
}

function AlphaFacts({ project, input }: { project: Project; input: SolverInput }) {
  const { t, i18n } = useTranslation('results');
  const parts = project.state.meshReport?.parts ?? [];
  const count = Math.max(parts.length, input.cfiealpha.length, 1);
  // One value serves all parts; none means the default.
  const alphaOf = (index: number) =>
    input.cfiealpha[input.cfiealpha.length === 1 ? 0 : index] ?? DEFAULT_CFIE_ALPHA;
  return (
    <Facts
      facts={Array.from({ length: count }, (_, i) => [
        t('input.part', { index: i + 1, name: parts[i]?.name ?? '' }),
        alphaOf(i).toLocaleString(i18n.language, { minimumFractionDigits: ALPHA_DECIMALS, maximumFractionDigits: ALPHA_DECIMALS }),
      ])}
    />
  );
}

/** How Hybrid solves each part. */
function partMethodFacts(project: Project, input: SolverInput, t: TFunction<'results'>): [string, string][] {
  const parts = project.state.meshReport?.parts ?? [];
  return hybridParts(parts, input.partmethods, input.frequency[0]).map(({ method }, i) => [
    t('input.part', { index: i + 1, name: parts[i]!.name }),
    t(method === PART_METHODS.physicalOptics ? 'method.physical-optics' : 'input.fullWave'),
  ]);
}

function SolverFacts({ project, input }: { project: Project; input: SolverInput }) {
  const { t, i18n } = useTranslation('results');
  const number = (value: number) => plainNumber(value, i18n.language);
  const [auto, levels] = input.numberoflevels;
  const kind = Object.entries(SOLVER_TYPES).find(([, code]) => code === input.solvertype)?.[0] ?? 'hybrid';
  const solverKind = project.solverType === PROGRAM_TYPES.composite ? 'multilayer' : kind;
  const outputs = OUTPUTS.filter((_, i) => input.outputselection[i] === 1).map((name) => t(`output.${name}`));
  const waveFacts: [string, string][] = [
    [t('input.levels'), auto === 0 ? t('input.manualLevels', { levels }) : t('input.autoLevels')],
    [t('input.maxIterations'), number(input.numberofiterations)],
    [t('input.residualError'), number(input.residualerror)],
  ];
  const edgeFact: [string, string] = [
    t('input.edgeDiffraction'),
    t(input.edgediffraction === 1 ? 'summary.yes' : 'input.off'),
  ];
  const opticsFacts: [string, string][] = [[t('input.reflections'), number(input.numberofreflections)], edgeFact];
  const hybrid = project.solverType === PROGRAM_TYPES.pec && input.solvertype === SOLVER_TYPES.hybrid;
  const hybridFacts: [string, string][] = hybrid ? [...partMethodFacts(project, input, t), edgeFact] : [];
  return (
    <Facts
      facts={[
        [t('input.solverType'), t(`solverType.${solverKind}`)],
        ...(input.solvertype === SOLVER_TYPES.physicalOptics ? opticsFacts : waveFacts),
        ...hybridFacts,
        [t('input.farLocations'), number(input.numberoffarlocations)],
        [t('input.thetas3d'), input.numberof3dthetas > 1 ? number(input.numberof3dthetas) : t('input.noPattern')],
        [t('input.processors'), number(project.coreType)],
        [t('input.outputs'), outputs.length > 0 ? outputs.join(', ') : t('input.noOutputs')],
      ]}
    />
  );
}
