import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useNumbers } from '../useNumbers.ts';
import type { ShownEdgeMap } from './useEdgeMap.ts';
import type { FlawMarks } from './useFlawMarks.ts';

interface MeshToolsProps {
  edgeMap: ShownEdgeMap;
  flawMarks: FlawMarks;
  selectedCount: number;
  onSelectNone: () => void;
  hidden: boolean;
}

/** Below the picture: the map of edges and what it says, marks of bad triangles, how many parts are selected. */
export function MeshTools({ edgeMap, flawMarks, selectedCount, onSelectNone, hidden }: MeshToolsProps) {
  const { t } = useTranslation('wizard');
  const { three, whole } = useNumbers();
  const lackingId = useId();
  const { mapped, setMapped, lacking, limit, edges } = edgeMap;
  const { hasFlaws, marked, setMarked } = flawMarks;
  return (
    <Box sx={{ display: hidden ? 'none' : 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
      <Button
        size="small"
        variant={mapped ? 'contained' : 'outlined'}
        aria-pressed={mapped}
        disabled={lacking !== undefined}
        aria-describedby={lacking === undefined ? undefined : lackingId}
        onClick={() => setMapped(!mapped)}
        data-testid="edge-map"
      >
        {t('edges.show')}
      </Button>
      {hasFlaws && (
        <Button
          size="small"
          variant={marked ? 'contained' : 'outlined'}
          aria-pressed={marked}
          onClick={() => setMarked(!marked)}
          data-testid="flaw-marks"
        >
          {t('edges.flaws')}
        </Button>
      )}
      <Typography variant="caption" role="status" data-testid="parts-chosen">
        {selectedCount > 0 && t('choosing.count', { count: selectedCount })}
      </Typography>
      {selectedCount > 0 && (
        <Button size="small" color="inherit" onClick={onSelectNone} data-testid="parts-chosen-none">
          {t('choosing.clear')}
        </Button>
      )}
      {lacking !== undefined && (
        <Typography
          id={lackingId}
          variant="caption"
          sx={{ color: 'text.secondary' }}
          data-testid="edge-map-lacking"
        >
          {t(`edges.lacking.${lacking}`)}
        </Typography>
      )}
      {edges && (
        <Typography variant="caption" role="status" data-testid="edge-map-text">
          {t('edges.text', {
            longest: three(edges.longest),
            percent: whole(Math.round(100 * edges.shareAbove)),
            limit: whole(1 / limit),
          })}
        </Typography>
      )}
    </Box>
  );
}
