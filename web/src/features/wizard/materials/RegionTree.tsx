import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import type { Region, RegionFinding } from '@pace/contract';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { useMessage } from '../../../ui/useMessage.ts';
import { partCssColor } from '../../../viewer/index.ts';
import type { Wizard } from '../useWizard.ts';
import { useModelRegions } from './useModelRegions.ts';
import { useSurfaceName } from './useSurfaceName.ts';

/** The regions that geometry and table make together, as a tree of what lies in what, and what is wrong with them. */
export function RegionTree({ wizard }: { wizard: Wizard }) {
  const { t } = useTranslation('materials');
  const { data, error, isBehind } = useModelRegions(wizard);
  return (
    <Box
      component="section"
      aria-labelledby="regions-title"
      aria-busy={isBehind}
      sx={{ display: 'grid', gap: 1 }}
      data-testid="regions"
    >
      <Typography id="regions-title" variant="h4" component="h3">
        {t('regions.title')}
      </Typography>
      <Typography variant="caption" sx={{ color: 'text.secondary', mt: -0.5 }}>
        {t('regions.explain')}
      </Typography>
      <Box sx={{ height: 4 }}>{isBehind && <LinearProgress aria-label={t('regions.asking')} />}</Box>
      {error && !isBehind && <ErrorAlert error={error} />}
      {data && (
        <Box sx={{ display: 'grid', gap: 1, opacity: isBehind ? 0.6 : 1 }}>
          <Branch wizard={wizard} regions={data.regions} of={-1} />
          {data.findings.map((finding) => (
            <Finding key={finding.sentence} finding={finding} />
          ))}
          {data.findings.length === 0 && !isBehind && (
            <Alert severity="success" data-testid="regions-good">
              {t('regions.good')}
            </Alert>
          )}
        </Box>
      )}
    </Box>
  );
}

function Branch({ wizard, regions, of }: { wizard: Wizard; regions: readonly Region[]; of: number }) {
  const members = regions.flatMap((region, i) => (region.parent === of ? [{ region, i }] : []));
  if (members.length === 0) return null;
  return (
    <Box
      component="ul"
      sx={{
        listStyle: 'none',
        m: 0,
        pl: of < 0 ? 0 : 1.25,
        ml: of < 0 ? 0 : 0.75,
        borderLeft: of < 0 ? 0 : 1,
        borderColor: 'divider',
      }}
    >
      {members.map(({ region, i }) => (
        <Box component="li" key={i} data-testid={`region-${i}`}>
          <RegionLine wizard={wizard} region={region} number={i} />
          <Branch wizard={wizard} regions={regions} of={i} />
        </Box>
      ))}
    </Box>
  );
}

function RegionLine({ wizard, region, number }: { wizard: Wizard; region: Region; number: number }) {
  const { t } = useTranslation('materials');
  const surfaceName = useSurfaceName(wizard);
  const where =
    number === 0
      ? t('regions.outside')
      : region.surfaces.length > 0
        ? t('regions.inside', { surfaces: region.surfaces.map(surfaceName).join(', ') })
        : t('regions.between', { surfaces: region.borders.map(surfaceName).join(', ') });
  const material =
    region.material === '' ? t('regions.noMaterial') : region.isVacuum ? t('outer.vacuum') : region.material;
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: '14px minmax(0, 1fr)',
        gap: 1,
        alignItems: 'baseline',
        py: 0.5,
      }}
    >
      <Box
        aria-hidden
        sx={{
          width: 14,
          height: 14,
          borderRadius: 0.5,
          border: 1,
          borderColor: 'divider',
          bgcolor: number === 0 ? 'transparent' : partCssColor(number),
          alignSelf: 'center',
        }}
      />
      <Typography variant="body2" component="div" sx={{ overflowWrap: 'anywhere' }}>
        <strong>{material}</strong>
        {region.isConductor && ` · ${t('regions.conductor')}`}
        <Typography variant="caption" component="div" sx={{ color: 'text.secondary' }}>
          {where}
        </Typography>
      </Typography>
    </Box>
  );
}

function Finding({ finding }: { finding: RegionFinding }) {
  const said = useMessage()(finding);
  return (
    <Alert
      severity={finding.severity}
      data-testid={`region-finding-${finding.code}`}
      sx={{ overflowWrap: 'anywhere' }}
    >
      <span lang={said.language}>{said.text}</span>
    </Alert>
  );
}
