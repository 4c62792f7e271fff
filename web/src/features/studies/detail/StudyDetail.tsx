import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { rcsComponentsOf, type RcsComponent, type Study } from '@pace/contract';
import { Suspense, useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useStudyCurves } from '../../../api/studies.ts';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { Choice } from '../form/Choice.tsx';
import { useStudyTexts } from '../useStudyTexts.ts';
import { BestVariant } from './BestVariant.tsx';
import { FIRST_VIEW } from './curvesView.ts';
import { Effects } from './Effects.tsx';
import { ParallelCoordinates } from './ParallelCoordinates.tsx';
import { StudyDownloads } from './StudyDownloads.tsx';
import { StudyHead } from './StudyHead.tsx';
import { VariantCurves } from './VariantCurves.tsx';
import { VariantTable } from './VariantTable.tsx';
import { bestVariant, sorted } from './variants.ts';

/** Drawn as long as nobody has chosen any */
const FIRST_CURVES = 6;

interface Props {
  study: Study;
  /** Where the results of a variant are shown */
  resultsPath: (projectId: string) => string;
  /** What its owner can do; absent: who looks at it cannot change anything */
  onDeleted?: () => void;
}

/** Everything of one study. */
export function StudyDetail({ study, resultsPath, onDeleted }: Props) {
  const { t } = useTranslation('studies');
  const { objectiveName } = useStudyTexts();
  const { objectives, sampling } = study.definition;
  const [objective, setObjective] = useState(sampling.kind === 'optimise' ? sampling.objective : 0);
  const [component, setComponent] = useState<RcsComponent>(objectives[objective]!.component);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [hovered, setHovered] = useState<number>();
  const [view, setView] = useState(FIRST_VIEW);
  const best = bestVariant(study, objective);
  const curves = useStudyCurves(study, component);
  const finished = study.variants.filter((variant) => variant.objectives.length > 0);
  const first = sorted(finished, {
    by: `objective ${objective}`,
    descending: sampling.kind === 'optimise' && sampling.goal === 'maximum',
  })
    .slice(0, FIRST_CURVES)
    .map(({ number }) => number);
  const shown = chosen.size > 0 ? [...chosen] : first;
  const choose = (number: number, isChosen: boolean) =>
    setChosen((old) => {
      const next = new Set(old);
      if (isChosen) next.add(number);
      else next.delete(number);
      return next;
    });
  return (
    <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <StudyHead
          {...{ study, onDeleted }}
          downloads={<StudyDownloads {...{ study, component, objective, shown, view }} />}
        />
        {best && <BestVariant {...{ study, best, objective }} mayPromote={onDeleted !== undefined} />}
        {objectives.length > 1 && (
          <Box sx={{ maxWidth: 420, display: 'grid' }}>
            <Choice
              label={t('page.objective')}
              value={objective}
              options={objectives.map((one, value) => ({ value, label: objectiveName(one) }))}
              onChange={(next) => setObjective(Number(next))}
              testId="study-objective"
            />
          </Box>
        )}
      </Box>
      <Section title={t('table.title')}>
        <VariantTable {...{ study, best, chosen, resultsPath }} onChoose={choose} onHover={setHovered} />
      </Section>
      {finished.length > 0 && (
        <>
          <Section
            title={t('curves.title')}
            text={t(chosen.size > 0 ? 'curves.chosen' : 'curves.first', { count: shown.length })}
          >
            <Box sx={{ maxWidth: 320, display: 'grid' }}>
              <Choice
                label={t('form.component')}
                value={component}
                options={rcsComponentsOf(study.polarization).map((value) => ({
                  value,
                  label: t(`component.${value}`),
                }))}
                onChange={setComponent}
                testId="study-component"
              />
            </Box>
            {curves.isError && <ErrorAlert error={curves.error} />}
            {curves.data && (
              <Suspense fallback={null}>
                <VariantCurves
                  {...{ study, component, shown, hovered, view }}
                  curves={curves.data}
                  onView={setView}
                />
              </Suspense>
            )}
          </Section>
          <Section title={t('effects.title')}>
            <Suspense fallback={null}>
              <Effects study={study} objective={objective} />
            </Suspense>
          </Section>
          {study.definition.parameters.length + objectives.length > 2 && (
            <Section title={t('parallel.title')} text={t('parallel.text')}>
              <ParallelCoordinates {...{ study, best, shown, hovered }} />
            </Section>
          )}
        </>
      )}
    </Box>
  );
}

function Section({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  const id = useId();
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      <div>
        <Typography id={id} variant="h3" component="h2">
          {title}
        </Typography>
        {text !== undefined && (
          <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.5 }}>
            {text}
          </Typography>
        )}
      </div>
      {children}
    </Box>
  );
}
