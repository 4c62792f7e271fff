import { LIMITS } from '@pace/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icons.tsx';

interface DiagramsProps {
  /** One a diagram, in their order */
  ids: readonly number[];
  onChange: (ids: number[]) => void;
  testId: string;
  children: (id: number) => ReactNode;
}

/** Up to `LIMITS.plots` diagrams side by side, each with selectors and curves of its own. */
export function Diagrams({ ids, onChange, testId, children }: DiagramsProps) {
  const { t } = useTranslation('results');
  const single = ids.length === 1;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}>
      <Box
        sx={{
          display: 'grid',
          gap: 3,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: `repeat(${ids.length}, minmax(0, 1fr))` },
        }}
      >
        {ids.map((id, i) => (
          <Box
            key={id}
            component="section"
            aria-label={t('diagrams.name', { number: i + 1 })}
            data-testid={`${testId}-diagram`}
            sx={{
              minWidth: 0,
              ...(!single && { border: 1, borderColor: 'divider', borderRadius: 1, p: 1.5 }),
            }}
          >
            {!single && (
              <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', mb: 1 }}>
                <Typography variant="subtitle2" component="h3">
                  {t('diagrams.name', { number: i + 1 })}
                </Typography>
                <Button
                  size="small"
                  color="inherit"
                  aria-label={t('diagrams.close', { number: i + 1 })}
                  data-testid={`${testId}-diagram-close`}
                  onClick={() => onChange(ids.filter((one) => one !== id))}
                >
                  {t('diagrams.closeShort')}
                </Button>
              </Box>
            )}
            {children(id)}
          </Box>
        ))}
      </Box>
      <Box>
        <Button
          size="small"
          variant="outlined"
          startIcon={<Icon name="add" fontSize="small" />}
          disabled={ids.length >= LIMITS.plots}
          onClick={() => onChange([...ids, Math.max(...ids) + 1])}
          data-testid={`${testId}-diagram-add`}
        >
          {t('diagrams.add')}
        </Button>
        <Typography variant="caption" role="status" sx={{ ml: 1.5, color: 'text.secondary' }}>
          {t('diagrams.limit', { count: ids.length, limit: LIMITS.plots })}
        </Typography>
      </Box>
    </Box>
  );
}
