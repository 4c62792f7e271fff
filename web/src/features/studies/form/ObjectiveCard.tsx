import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { OBJECTIVE_STATISTICS, rcsComponentsOf } from '@pace/contract';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icons.tsx';
import { NumberField } from '../../../ui/NumberField.tsx';
import { Choice } from './Choice.tsx';
import type { ObjectiveDraft } from './draft.ts';

interface Props {
  draft: ObjectiveDraft;
  place: number;
  polarization: number;
  /** With more than one value in the sweep, or varied by the study */
  axes: readonly ('theta' | 'phi' | 'frequency')[];
  complaint: string | undefined;
  onChange: (draft: ObjectiveDraft) => void;
  onRemove: (() => void) | undefined;
}

const UNITS = { theta: '°', phi: '°', frequency: 'GHz' } as const;

/** One number of each variant: which statistic of which component, over which sector. */
export function ObjectiveCard({ draft, place, polarization, axes, complaint, onChange, onRemove }: Props) {
  const { t } = useTranslation('studies');
  const end = (axis: keyof typeof UNITS, which: 0 | 1) => (
    <NumberField
      label={t(which === 0 ? 'form.axisFrom' : 'form.axisTo', { axis: t(`axis.${axis}`) })}
      unit={UNITS[axis]}
      value={draft[axis][which]}
      onChange={(value) =>
        onChange({ ...draft, [axis]: which === 0 ? [value, draft[axis][1]] : [draft[axis][0], value] })
      }
      testId={`study-${axis}-${which === 0 ? 'from' : 'to'}-${place}`}
    />
  );
  return (
    <Card
      component="fieldset"
      sx={{ p: 2, m: 0, border: 1, borderColor: 'divider', display: 'grid', gap: 2, minWidth: 0 }}
      data-testid={`study-objective-${place}`}
    >
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
        <Box
          sx={{
            flex: 1,
            display: 'grid',
            gap: 2,
            minWidth: 0,
            gridTemplateColumns: { sm: 'repeat(2, minmax(0, 1fr))' },
          }}
        >
          <Choice
            label={t('form.statistic')}
            value={draft.statistic}
            options={OBJECTIVE_STATISTICS.map((value) => ({
              value,
              label: t(`statisticChoice.${value}`),
            }))}
            onChange={(statistic) => onChange({ ...draft, statistic })}
            complaint={complaint}
            testId={`study-statistic-${place}`}
          />
          <Choice
            label={t('form.component')}
            value={draft.component}
            options={rcsComponentsOf(polarization).map((value) => ({
              value,
              label: t(`component.${value}`),
            }))}
            onChange={(component) => onChange({ ...draft, component })}
            testId={`study-component-${place}`}
          />
          {draft.statistic === 'percentile' && (
            <NumberField
              label={t('form.percentile')}
              unit="%"
              value={draft.percentile}
              onChange={(percentile) => onChange({ ...draft, percentile })}
              testId={`study-percentile-${place}`}
            />
          )}
        </Box>
        {onRemove && (
          <IconButton aria-label={t('form.removeObjective', { number: place + 1 })} onClick={onRemove}>
            <Icon name="delete" fontSize="small" />
          </IconButton>
        )}
      </Box>
      {axes.length > 0 && (
        <>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('form.sectorHint')}
          </Typography>
          {axes.map((axis) => (
            <Box
              key={axis}
              sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' }}
            >
              {end(axis, 0)}
              {end(axis, 1)}
            </Box>
          ))}
        </>
      )}
    </Card>
  );
}
