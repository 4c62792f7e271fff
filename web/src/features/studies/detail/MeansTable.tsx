import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { Parameter } from '@pace/contract';
import { useTranslation } from 'react-i18next';
import { useStudyTexts } from '../useStudyTexts.ts';
import type { meansByValue } from './effects.ts';

/** Of a parameter whose values are names or codes: the objective at each of them. */
export function MeansTable({
  parameter,
  means,
}: {
  parameter: Parameter;
  means: ReturnType<typeof meansByValue>;
}) {
  const { t } = useTranslation('studies');
  const { parameterName, valueText, dbsm } = useStudyTexts();
  return (
    <TableContainer tabIndex={0} role="group" aria-label={parameterName(parameter)}>
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell>{parameterName(parameter)}</TableCell>
            <TableCell align="right">{t('effects.mean')}</TableCell>
            <TableCell align="right">{t('effects.lowest')}</TableCell>
            <TableCell align="right">{t('effects.highest')}</TableCell>
            <TableCell align="right">{t('effects.variants')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {[...means]
            .sort((a, b) => a.mean - b.mean)
            .map(({ value, mean, low, high, count }) => (
              <TableRow key={value}>
                <TableCell>{valueText(parameter, value)}</TableCell>
                <TableCell align="right">{dbsm(mean)}</TableCell>
                <TableCell align="right">{dbsm(low)}</TableCell>
                <TableCell align="right">{dbsm(high)}</TableCell>
                <TableCell align="right">{count}</TableCell>
              </TableRow>
            ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
