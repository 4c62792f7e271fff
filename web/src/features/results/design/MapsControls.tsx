import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { angleLabel, plainNumber } from '../labels/quantities.ts';
import { PointSelectors } from '../parts/PointSelectors.tsx';
import { ValueSelect } from '../parts/ValueSelect.tsx';
import { LayerFields } from './LayerFields.tsx';
import { RADII } from '../data/mapsChoice.ts';
import type { useMapsChoice } from './useMapsChoice.ts';

interface MapsControlsProps {
  maps: ReturnType<typeof useMapsChoice>;
  /** What stands here is what is drawn. */
  loaded: boolean;
  loading: boolean;
  onPlot: () => void;
}

/** Frequency, wave, angle or sector, neighbourhood and layer of a question. */
export function MapsControls({ maps, loaded, loading, onPlot }: MapsControlsProps) {
  const { t, i18n } = useTranslation('results');
  const { place, components, component, isSector, to, layer } = maps;
  const angle = (value: number) => angleLabel(value, i18n.language);
  const hasSector = place.thetasDeg.length > 1 || place.phisDeg.length > 1;
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'flex-start' }}>
        {hasSector && (
          <ToggleButtonGroup
            size="small"
            exclusive
            value={isSector ? 'sector' : 'one'}
            aria-label={t('design.angles')}
            onChange={(_, next: string | null) => next && maps.setSector(next === 'sector')}
          >
            <ToggleButton value="one" data-testid="design-one">
              {t('design.oneAngle')}
            </ToggleButton>
            <ToggleButton value="sector" data-testid="design-sector">
              {t('design.sector')}
            </ToggleButton>
          </ToggleButtonGroup>
        )}
        <PointSelectors choice={place} testIdPrefix="design" />
        {to.thetaDeg !== undefined && (
          <ValueSelect
            label={t('design.thetaTo')}
            value={to.thetaDeg}
            values={place.thetasDeg}
            text={angle}
            onChange={(thetaDeg) => maps.setEnd({ thetaDeg })}
            testId="design-theta-to"
          />
        )}
        {to.phiDeg !== undefined && (
          <ValueSelect
            label={t('design.phiTo')}
            value={to.phiDeg}
            values={place.phisDeg}
            text={angle}
            onChange={(phiDeg) => maps.setEnd({ phiDeg })}
            testId="design-phi-to"
          />
        )}
        <ValueSelect
          label={t('design.polarization')}
          value={component}
          values={components}
          text={(one) => t(`component.${one}`)}
          onChange={maps.setComponent}
          testId="design-component"
        />
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'flex-start' }}>
        <ValueSelect
          label={t('design.smoothing')}
          value={maps.radiusWavelengths}
          values={RADII}
          text={(one) => `${plainNumber(one, i18n.language)} λ`}
          onChange={maps.setRadius}
          testId="design-radius"
        />
        <LayerFields choice={layer} frequencyHz={place.point?.frequencyHz ?? 0} />
        <Button
          variant="contained"
          disabled={loaded || !maps.question}
          loading={loading}
          onClick={onPlot}
          data-testid="design-plot"
        >
          {t(loaded ? 'loaded' : 'plot')}
        </Button>
        {isSector && (
          <Typography variant="body2" sx={{ alignSelf: 'center', color: 'text.secondary' }}>
            {t('design.inSector', { count: maps.count })}
          </Typography>
        )}
      </Box>
    </>
  );
}
