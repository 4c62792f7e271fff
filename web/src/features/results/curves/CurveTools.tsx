import { LIMITS } from '@pace/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Chip from '@mui/material/Chip';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { useState, type Dispatch, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { plotVerb, type CurveAction, type CurveList } from './curveList.ts';

interface CurveToolsProps {
  list: CurveList;
  dispatch: Dispatch<CurveAction>;
  /** Keys of the curve, or family of curves, that is chosen now */
  chosen: readonly string[];
  name: (key: string) => string;
  busy?: boolean;
  testId: string;
  /** The selectors */
  children: ReactNode;
}

/** Selectors, the button Plot / Clear / Reset, Override, and the curves there are. */
export function CurveTools({
  list,
  dispatch,
  chosen,
  name,
  busy = false,
  testId,
  children,
}: CurveToolsProps) {
  const { t } = useTranslation('results');
  const [override, setOverride] = useState(false);
  const verb = plotVerb(list, chosen, override);
  return (
    <Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'flex-start' }}>
        {children}
        <Button
          variant={verb === 'plot' ? 'contained' : 'outlined'}
          color={verb === 'reset' ? 'warning' : 'primary'}
          loading={busy}
          disabled={chosen.length === 0 && verb !== 'reset'}
          data-testid={testId}
          data-verb={verb}
          onClick={() => dispatch({ type: 'plot', keys: chosen, override })}
        >
          {t(`curves.${verb}`)}
        </Button>
        <FormControlLabel
          control={
            <Checkbox
              size="small"
              checked={override}
              onChange={(event) => setOverride(event.target.checked)}
            />
          }
          label={t('curves.override')}
          title={t('curves.overrideHint', { limit: LIMITS.curves })}
          data-testid={`${testId}-override`}
        />
      </Box>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          gap: 0.75,
          mt: 1,
          alignItems: 'center',
          minHeight: 32,
          maxHeight: 116,
          overflowY: 'auto',
        }}
      >
        <Typography
          variant="caption"
          role="status"
          sx={{ color: 'text.secondary', mr: 0.5 }}
          data-testid={`${testId}-count`}
        >
          {t('curves.count', { count: list.length, limit: LIMITS.curves })}
        </Typography>
        {list.map((key) => (
          <Chip
            key={key}
            size="small"
            variant="outlined"
            label={name(key)}
            onDelete={() => dispatch({ type: 'remove', key })}
            slotProps={{ label: { title: name(key) } }}
          />
        ))}
        {list.length > 1 && (
          <Button size="small" onClick={() => dispatch({ type: 'clear' })}>
            {t('curves.clearAll')}
          </Button>
        )}
      </Box>
    </Box>
  );
}
