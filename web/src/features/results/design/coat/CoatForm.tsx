import { LIMITS, type MapsFile, type Project } from '@pace/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useCoatParts } from '../../../../api/projects.ts';
import { ErrorAlert } from '../../../../ui/ErrorAlert.tsx';
import { useProjectName } from '../../../../ui/useProjectName.ts';
import { withDecimalMark } from '../../../../ui/decimalMark.ts';
import { plainNumber } from '../../labels/quantities.ts';
import { questionOf, type LayerValues, type MapsChoice } from '../../data/mapsChoice.ts';
import { coatedRcs, defaultThicknessMm, thicknessOf } from './coating.ts';
import { PredictedRcs } from './PredictedRcs.tsx';

interface CoatFormProps {
  project: Project;
  file: MapsFile;
  shown: MapsChoice;
  layer: LayerValues;
  /** Numbers of parts */
  selected: ReadonlySet<number>;
}

/** The layer's thickness on the selected parts, what it is predicted to do, and the project that computes it. */
export function CoatForm({ project, file, shown, layer, selected }: CoatFormProps) {
  const { t, i18n } = useTranslation('results');
  const navigate = useNavigate();
  const nameOf = useProjectName();
  const coat = useCoatParts();
  const [typed, setTyped] = useState<string>();
  const mostMm = defaultThicknessMm(file.frequencyHz, layer);
  const text = typed ?? withDecimalMark(String(mostMm), i18n.language);
  const thicknessMm = thicknessOf(text);
  const rcs = useMemo(
    () =>
      selected.size > 0 && thicknessMm !== undefined
        ? coatedRcs(file, selected, layer, thicknessMm)
        : undefined,
    [file, selected, layer, thicknessMm],
  );
  const mm = (value: number) => `${plainNumber(value, i18n.language, 4)} mm`;
  const start = (thickness: number) => {
    const { layer: _, ...question } = questionOf(shown);
    coat.mutate(
      {
        projectId: project.id,
        name: t('design.coat.name', { name: nameOf(project) }).slice(0, LIMITS.projectNameLength),
        question,
        layer: shown.material === undefined ? layer : { material: shown.material },
        parts: [...selected],
        thicknessMm: thickness,
      },
      { onSuccess: ({ id }) => void navigate(`/projects/detail?id=${encodeURIComponent(id)}`) },
    );
  };
  return (
    <Box
      component="form"
      aria-labelledby="design-coat-title"
      onSubmit={(event) => {
        event.preventDefault();
        if (rcs && thicknessMm !== undefined && !coat.isPending) start(thicknessMm);
      }}
      sx={{ display: 'grid', gap: 1.5, justifyItems: 'start', minWidth: 0 }}
      data-testid="design-coat"
    >
      <Typography id="design-coat-title" variant="h4" component="h3">
        {t('design.coat.title')}
      </Typography>
      {selected.size === 0 ? (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('design.coat.hint')}
        </Typography>
      ) : (
        <>
          <TextField
            size="small"
            label={t('design.coat.thickness')}
            value={text}
            error={thicknessMm === undefined}
            helperText={
              thicknessMm === undefined
                ? t('design.coat.thicknessBad', {
                    least: plainNumber(LIMITS.minThicknessMm, i18n.language),
                    most: LIMITS.coatThicknessMaxMm,
                  })
                : thicknessMm > mostMm && t('design.coat.beyond', { thickness: mm(mostMm) })
            }
            onChange={({ target }) => setTyped(target.value)}
            sx={{ maxWidth: 320 }}
            slotProps={{ htmlInput: { inputMode: 'decimal', 'data-testid': 'design-coat-thickness' } }}
          />
          <Box role="status" sx={{ display: 'grid', gap: 1, width: '100%' }}>
            {rcs && thicknessMm !== undefined && (
              <PredictedRcs rcs={rcs} isMean={file.illuminations.length > 1} thickness={mm(thicknessMm)} />
            )}
          </Box>
          <Button
            type="submit"
            variant="contained"
            size="small"
            disabled={!rcs}
            loading={coat.isPending}
            data-testid="design-coat-start"
          >
            {t('design.coat.action')}
          </Button>
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            {t('design.coat.about')}
          </Typography>
          {coat.error && <ErrorAlert error={coat.error} />}
        </>
      )}
    </Box>
  );
}
