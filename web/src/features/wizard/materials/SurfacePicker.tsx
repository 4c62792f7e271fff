import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { partCssColor } from '../../../viewer/index.ts';
import { useChoosing } from '../choosing.ts';
import { FilterBox } from '../FilterBox.tsx';
import type { Wizard } from '../useWizard.ts';
import { useRegionColors } from './useModelRegions.ts';
import { useSurfaceName } from './useSurfaceName.ts';

/** Which surfaces of the model are meant: by their boxes, or by a click on the picture. */
export function SurfacePicker({ wizard, taken = [] }: { wizard: Wizard; taken?: readonly number[] }) {
  const { t } = useTranslation('materials');
  const labelId = useId();
  const surfaceName = useSurfaceName(wizard);
  const colorOfPart = useRegionColors(wizard);
  const { selection, select, surfaces, model } = wizard;
  const indexOf = new Map(model.report?.parts.map(({ number, index }) => [number, index]));
  const colorOf = (surface: number) => {
    const index = indexOf.get(surface) ?? 1;
    return partCssColor(colorOfPart?.get(index) ?? index);
  };
  const choosing = useChoosing(surfaces, surfaceName, selection, select);
  const { shown, allChosen } = choosing;
  return (
    <Box role="group" aria-labelledby={labelId} data-testid="surface-picker">
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
        <Typography id={labelId} variant="body2" sx={{ fontWeight: 600 }}>
          {t('surfaces.title')}
        </Typography>
        <Button size="small" color="inherit" onClick={choosing.toggleAll} data-testid="surfaces-all">
          {t(allChosen ? 'surfaces.none' : 'surfaces.all')}
        </Button>
      </Box>
      {choosing.hasFilter && (
        <Box sx={{ display: 'grid', py: 1 }}>
          <FilterBox choosing={choosing} />
        </Box>
      )}
      <Box
        sx={{
          maxHeight: 190,
          overflowY: 'auto',
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
          px: 1.5,
          py: 0.5,
        }}
        tabIndex={surfaces.length > 4 ? 0 : -1}
      >
        {shown.map((surface) => (
          <FormControlLabel
            key={surface}
            sx={{ display: 'flex', mr: 0, minHeight: 34 }}
            slotProps={{
              typography: { variant: 'body2', component: 'div', sx: { overflowWrap: 'anywhere' } },
            }}
            control={
              <Checkbox
                size="small"
                checked={selection.includes(surface)}
                onChange={({ nativeEvent }) =>
                  choosing.toggle(surface, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
                }
                slotProps={{ input: { 'data-testid': `surface-${surface}` } as object }}
                sx={{ py: 0.5 }}
              />
            }
            label={
              <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
                <Box
                  component="span"
                  aria-hidden
                  sx={{ width: 12, height: 12, borderRadius: 0.5, flex: 'none', bgcolor: colorOf(surface) }}
                />
                {surfaceName(surface)}
                {taken.includes(surface) && (
                  <Typography component="span" variant="caption" sx={{ color: 'text.secondary' }}>
                    {t('surfaces.taken')}
                  </Typography>
                )}
              </Box>
            }
          />
        ))}
      </Box>
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        {t('surfaces.pick')}
      </Typography>
    </Box>
  );
}
