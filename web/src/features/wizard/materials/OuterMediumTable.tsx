import IconButton from '@mui/material/IconButton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { OUTER_MEDIA } from '@pace/contract';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icons.tsx';
import { visuallyHidden } from '../../../ui/visuallyHidden.ts';
import type { Wizard } from '../useWizard.ts';
import { removeOuterMedium } from './materialSettings.ts';
import { useSurfaceName } from './useSurfaceName.ts';

/** The surfaces whose two sides are set, each with a button that removes it. */
export function OuterMediumTable({ wizard }: { wizard: Wizard }) {
  const { t } = useTranslation('materials');
  const surfaceName = useSurfaceName(wizard);
  const { draft, changeMaterials } = wizard;
  const settings = draft.materials;
  return (
    <TableContainer sx={{ maxHeight: 320, border: 1, borderColor: 'divider', borderRadius: 1 }} tabIndex={0}>
      <Table
        size="small"
        stickyHeader
        aria-label={t('outer.table')}
        data-testid="outer-table"
        sx={{ '& td, & th': { px: 1 } }}
      >
        <TableHead>
          <TableRow>
            <TableCell>{t('layers.surface')}</TableCell>
            <TableCell>{t('outer.medium')}</TableCell>
            <TableCell>{t('outer.material')}</TableCell>
            <TableCell>
              <span style={visuallyHidden}>{t('actions')}</span>
            </TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {settings.outerMedias.map(({ surfaceApplied, outerMedia, outerMaterial }) => (
            <TableRow key={surfaceApplied}>
              <TableCell component="th" scope="row">
                {surfaceName(surfaceApplied)}
              </TableCell>
              <TableCell>
                {outerMedia === OUTER_MEDIA.vacuum
                  ? t('outer.vacuum')
                  : outerMedia === OUTER_MEDIA.interface
                    ? t('outer.interfaceShort')
                    : t('outer.inside', { surface: surfaceName(outerMedia) })}
              </TableCell>
              <TableCell sx={{ overflowWrap: 'anywhere' }}>
                {outerMaterial === '' ? '–' : outerMaterial}
              </TableCell>
              <TableCell align="right">
                <IconButton
                  size="small"
                  onClick={() => changeMaterials(removeOuterMedium(settings, surfaceApplied))}
                  aria-label={t('remove', { name: surfaceName(surfaceApplied) })}
                >
                  <Icon name="delete" fontSize="small" />
                </IconButton>
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
