import { type MonostaticAxis } from '@pace/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { NumberField } from '../../../ui/NumberField.tsx';
import { isNumber, isTurnedRound, MOST_SECTORS, type SectorChoice } from './useSectors.ts';

interface SectorFieldsProps {
  choice: SectorChoice;
  swept: ReadonlyMap<MonostaticAxis, readonly [number, number]>;
}

/** Sectors that the user wants told apart: from and to of each swept axis. */
export function SectorFields({ choice, swept }: SectorFieldsProps) {
  const { t } = useTranslation('results');
  const complaint = (axis: MonostaticAxis, pair: readonly [string, string], end: 0 | 1) => {
    if (!isNumber(pair[end])) return t('statistics.notANumber');
    return end === 1 && isTurnedRound(axis, pair) ? t('statistics.turnedRound') : undefined;
  };
  return (
    <Box sx={{ display: 'grid', gap: 1.5, justifyItems: 'start' }}>
      {choice.typed.map(({ id, texts }) => (
        <Box
          key={id}
          role="group"
          aria-label={t('statistics.sector', { number: id })}
          sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'flex-start' }}
        >
          <Typography sx={{ minWidth: 72, pt: 1 }}>{t('statistics.sector', { number: id })}</Typography>
          {[...swept.keys()].flatMap((axis) => {
            const pair = texts[axis];
            if (!pair) return [];
            return ([0, 1] as const).map((end) => (
              <Box key={`${axis}${end}`} sx={{ width: 150 }}>
                <NumberField
                  label={t(end === 0 ? 'statistics.from' : 'statistics.to', { axis: t(`axis.${axis}`) })}
                  value={pair[end]}
                  unit={axis === 'frequency' ? 'GHz' : '°'}
                  complaint={complaint(axis, pair, end)}
                  onChange={(text) => choice.change(id, axis, end === 0 ? [text, pair[1]] : [pair[0], text])}
                  testId={`sector-${id}-${axis}-${end === 0 ? 'from' : 'to'}`}
                />
              </Box>
            ));
          })}
          <Button
            variant="text"
            aria-label={t('statistics.removeSector', { number: id })}
            onClick={() => choice.remove(id)}
          >
            {t('statistics.remove')}
          </Button>
        </Box>
      ))}
      <Button
        variant="outlined"
        size="small"
        disabled={choice.typed.length >= MOST_SECTORS}
        onClick={choice.add}
        data-testid="add-sector"
      >
        {t('statistics.addSector')}
      </Button>
    </Box>
  );
}
