import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import {
  countSweepPoints,
  LIMITS,
  polarizationOf,
  rcsComponentsOf,
  type Project,
  type Study,
  type Target,
} from '@pace/contract';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCreateStudy } from '../../../api/studies.ts';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { NumberField } from '../../../ui/NumberField.tsx';
import { useSchemaMessage } from '../../../ui/useSchemaMessage.ts';
import { useStudyTexts } from '../useStudyTexts.ts';
import { Choice } from './Choice.tsx';
import { checkedDefinition, newObjective, newParameter, type StudyDraft } from './draft.ts';
import { Forecast } from './Forecast.tsx';
import { ObjectiveCard } from './ObjectiveCard.tsx';
import { offeredTargets, valueNow } from './offers.ts';
import { formsOf, ParameterCard } from './ParameterCard.tsx';

const SAMPLINGS = ['grid', 'latinHypercube', 'monteCarlo', 'optimise'] as const;

function firstDraft(project: Project, offers: readonly Target[], name: string): StudyDraft {
  return {
    ...{ name, sampling: 'grid', runs: '25', seed: '1', objective: 0, goal: 'minimum' },
    parameters: [newParameter(1, offers[0]!, valueNow(project, offers[0]!))],
    objectives: [newObjective(2, rcsComponentsOf(polarizationIn(project))[0]!)],
  };
}

function polarizationIn({ state: { solverInput } }: Project): number {
  return solverInput ? polarizationOf(solverInput.anglesweep, solverInput.excitation) : 0;
}

/** Axes over which an objective can be restricted. */
function axesOf({ state: { solverInput } }: Project, { parameters }: StudyDraft) {
  if (!solverInput) return [];
  const points = countSweepPoints(solverInput);
  const isVaried = (kind: string) => parameters.some(({ target }) => target.kind === kind);
  return (['theta', 'phi', 'frequency'] as const).filter((axis) => points[axis] > 1 && !isVaried(axis));
}

/** A new study of a project that is set up and meshed. */
export function StudyForm({ project, onCreated }: { project: Project; onCreated: (study: Study) => void }) {
  const { t } = useTranslation('studies');
  const complaint = useSchemaMessage();
  const create = useCreateStudy();
  const { objectiveName } = useStudyTexts();
  const offers = offeredTargets(project);
  const [draft, setDraft] = useState(() =>
    firstDraft(
      project,
      offers,
      t('form.defaultName', { name: project.name }).slice(0, LIMITS.projectNameLength),
    ),
  );
  const [nextId, setNextId] = useState(3);
  const change = (part: Partial<StudyDraft>) => setDraft((old) => ({ ...old, ...part }));
  const { definition, complaints } = checkedDefinition(draft);
  const said = (...paths: string[]) =>
    complaint(
      complaints.find(({ path }) => paths.some((one) => path === one || path.startsWith(`${one}/`)))?.text,
    );
  const addParameter = () => {
    const used = new Set(draft.parameters.map(({ target }) => JSON.stringify(target)));
    const target = offers.find((one) => !used.has(JSON.stringify(one))) ?? offers[0]!;
    change({ parameters: [...draft.parameters, newParameter(nextId, target, valueNow(project, target))] });
    setNextId(nextId + 1);
  };
  const addObjective = () => {
    const [component] = rcsComponentsOf(polarizationIn(project));
    change({ objectives: [...draft.objectives, newObjective(nextId, component!)] });
    setNextId(nextId + 1);
  };
  const chooseSampling = (sampling: StudyDraft['sampling']) => {
    const forms = formsOf(sampling);
    const parameters = draft.parameters.map((one) =>
      forms.includes(one.form) ? one : { ...one, form: forms[0]! },
    );
    change({ sampling, parameters });
  };
  const isNamed = draft.name.trim() !== '';
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (definition && isNamed)
          create.mutate(
            { projectId: project.id, name: draft.name.trim(), definition },
            { onSuccess: onCreated },
          );
      }}
      sx={{
        display: 'grid',
        gap: 3,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(280px, 1fr)' },
      }}
    >
      <Box sx={{ display: 'grid', gap: 4, minWidth: 0 }}>
        <TextField
          label={t('form.name')}
          value={draft.name}
          onChange={(event) => change({ name: event.target.value })}
          error={!isNamed}
          helperText={isNamed ? undefined : t('form.nameMissing')}
          slotProps={{ htmlInput: { maxLength: LIMITS.projectNameLength, 'data-testid': 'study-name' } }}
        />
        <Section title={t('form.sampling')} text={t(`samplingText.${draft.sampling}`)}>
          <Choice
            label={t('form.sampling')}
            value={draft.sampling}
            options={SAMPLINGS.map((value) => ({ value, label: t(`sampling.${value}`) }))}
            onChange={chooseSampling}
            testId="study-sampling"
          />
          {draft.sampling !== 'grid' && (
            <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' }}>
              <NumberField
                label={t(draft.sampling === 'optimise' ? 'form.budget' : 'form.runs')}
                value={draft.runs}
                onChange={(runs) => change({ runs })}
                complaint={said('sampling/runs')}
                testId="study-runs"
              />
              <NumberField
                label={t('form.seed')}
                value={draft.seed}
                onChange={(seed) => change({ seed })}
                complaint={said('sampling/seed')}
                testId="study-seed"
              />
            </Box>
          )}
        </Section>
        <Section title={t('form.parameters')} text={t('form.parametersText')}>
          {draft.parameters.map((one, place) => (
            <ParameterCard
              key={one.id}
              {...{ project, offers, place }}
              sampling={draft.sampling}
              draft={one}
              complaints={{
                target: said(`parameters/${place}/target`),
                values: said(`parameters/${place}/values`),
              }}
              onChange={(next) => change({ parameters: draft.parameters.with(place, next) })}
              onRemove={
                draft.parameters.length > 1
                  ? () => change({ parameters: draft.parameters.filter(({ id }) => id !== one.id) })
                  : undefined
              }
            />
          ))}
          <Button
            startIcon={<Icon name="add" />}
            onClick={addParameter}
            disabled={draft.parameters.length >= LIMITS.studyParametersMax}
            sx={{ justifySelf: 'start' }}
            data-testid="study-parameter-add"
          >
            {t('form.addParameter')}
          </Button>
        </Section>
        <Section title={t('form.objectives')} text={t('form.objectivesText')}>
          {draft.objectives.map((one, place) => (
            <ObjectiveCard
              key={one.id}
              draft={one}
              place={place}
              polarization={polarizationIn(project)}
              axes={axesOf(project, draft)}
              complaint={said(`objectives/${place}`)}
              onChange={(next) => change({ objectives: draft.objectives.with(place, next) })}
              onRemove={
                draft.objectives.length > 1
                  ? () =>
                      change({
                        objectives: draft.objectives.filter(({ id }) => id !== one.id),
                        objective: 0,
                      })
                  : undefined
              }
            />
          ))}
          <Button
            startIcon={<Icon name="add" />}
            onClick={addObjective}
            disabled={draft.objectives.length >= LIMITS.studyObjectivesMax}
            sx={{ justifySelf: 'start' }}
            data-testid="study-objective-add"
          >
            {t('form.addObjective')}
          </Button>
          {draft.sampling === 'optimise' && definition && (
            <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: 'repeat(2, minmax(0, 1fr))' } }}>
              <Choice
                label={t('form.optimised')}
                value={draft.objective}
                options={definition.objectives.map((objective, value) => ({
                  value,
                  label: objectiveName(objective),
                }))}
                onChange={(objective) => change({ objective: Number(objective) })}
              />
              <Choice
                label={t('form.goal')}
                value={draft.goal}
                options={(['minimum', 'maximum'] as const).map((value) => ({
                  value,
                  label: t(`goal.${value}`),
                }))}
                onChange={(goal) => change({ goal })}
              />
            </Box>
          )}
        </Section>
      </Box>
      <Box sx={{ display: 'grid', gap: 2, position: { lg: 'sticky' }, top: { lg: 16 }, minWidth: 0 }}>
        <Forecast projectId={project.id} definition={definition} />
        {create.isError && <ErrorAlert error={create.error} />}
        <Button
          type="submit"
          variant="contained"
          size="large"
          startIcon={<Icon name="play" />}
          loading={create.isPending}
          loadingPosition="start"
          disabled={!definition || !isNamed}
          data-testid="study-start"
        >
          {t('form.start')}
        </Button>
      </Box>
    </Box>
  );
}

function Section({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id} sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
      <div>
        <Typography id={id} variant="h3" component="h2">
          {title}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.5 }}>
          {text}
        </Typography>
      </div>
      {children}
    </Box>
  );
}
