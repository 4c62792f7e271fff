import type { HotSpot, Project } from '@pace/contract';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { usePartName } from '../../../ui/usePartName.ts';
import { TABLE_STYLE } from '../parts/tableStyle.ts';

const AXES = ['x', 'y', 'z'] as const;

export function HotSpotTable({ project, spots }: { project: Project; spots: readonly HotSpot[] }) {
  const { t, i18n } = useTranslation('results');
  const nameOf = usePartName(project.state.meshReport);
  const parts = project.state.meshReport?.parts ?? [];
  const number = (value: number, digits: number) =>
    value.toLocaleString(i18n.language, {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      signDisplay: 'negative',
    });
  const partName = (index: number) => {
    const part = parts[index - 1];
    return part ? nameOf(part) : String(index);
  };
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography variant="h4" component="h3" sx={{ mb: 0.5 }}>
        {t('imaging.spots')}
      </Typography>
      <Box tabIndex={0} role="region" aria-label={t('imaging.spots')} sx={{ overflowX: 'auto' }}>
        <Box component="table" data-testid="hot-spots" sx={TABLE_STYLE}>
          <thead>
            <tr>
              <th scope="col">{t('imaging.spot.number')}</th>
              <th scope="col">{t('imaging.spot.part')}</th>
              <th scope="col" data-number>
                {`${t('rcs')} [dBsm]`}
              </th>
              {AXES.map((axis) => (
                <th key={axis} scope="col" data-number>
                  {axis} [m]
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {spots.map(({ triangle, part, rcs_dBsm, position_m }, i) => (
              <tr key={triangle} data-part={part}>
                <th scope="row">{i + 1}</th>
                <td>{partName(part)}</td>
                <td data-number data-value={rcs_dBsm}>
                  {number(rcs_dBsm, 1)}
                </td>
                {AXES.map((axis, at) => (
                  <td key={axis} data-number data-value={position_m[at]}>
                    {number(position_m[at]!, 3)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </Box>
      </Box>
    </Box>
  );
}
