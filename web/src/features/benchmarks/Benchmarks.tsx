import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useScoreboard } from '../../api/scoreboard.ts';
import { CaseDetail } from './CaseDetail.tsx';
import { CASE_PARAMETER } from './links.ts';
import { Overview } from './Overview.tsx';

/** The public scoreboard: all cases, or the one that the address names. */
export function Benchmarks() {
  const { t } = useTranslation('benchmarks');
  const { data, isError } = useScoreboard();
  const [parameters] = useSearchParams();
  const id = parameters.get(CASE_PARAMETER);
  const shown = data?.cases.find((one) => one.id === id);
  return (
    <Box
      sx={{ width: '100%', maxWidth: 1180, mx: 'auto', minWidth: 0, alignSelf: 'start' }}
      data-testid="benchmarks"
    >
      {isError && <Alert severity="error">{t('failed')}</Alert>}
      {!data && !isError && <CircularProgress aria-label={t('loading')} />}
      {data &&
        (shown ? (
          <CaseDetail key={shown.id} board={data} theCase={shown} />
        ) : (
          <Overview board={data} unknown={id} />
        ))}
    </Box>
  );
}
