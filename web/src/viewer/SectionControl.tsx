import Box from '@mui/material/Box';
import Slider from '@mui/material/Slider';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useTranslation } from 'react-i18next';

export interface Section {
  axis: 0 | 1 | 2;
  /** Along the axis: 0 at its lowest, 1 at its highest; what lies above is cut away */
  at: number;
}
const AXES = ['x', 'y', 'z'] as const;

/** A plane that cuts the model open. */
export function SectionControl({
  section,
  onChange,
}: {
  section: Section | undefined;
  onChange: (section: Section | undefined) => void;
}) {
  const { t, i18n } = useTranslation('viewer');
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
      <ToggleButtonGroup
        exclusive
        size="small"
        aria-label={t('section.label')}
        value={section ? AXES[section.axis] : null}
        sx={{ '& .MuiToggleButton-root:not(.Mui-selected)': { color: 'text.primary' } }}
        onChange={(_, axis: (typeof AXES)[number] | null) =>
          onChange(
            axis === null
              ? undefined
              : { axis: AXES.indexOf(axis) as Section['axis'], at: section?.at ?? 0.5 },
          )
        }
      >
        {AXES.map((axis) => (
          <ToggleButton
            key={axis}
            value={axis}
            aria-label={t('section.axis', { axis })}
            data-testid={`section-${axis}`}
          >
            {t('section.short')} {axis}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {section && (
        <Slider
          size="small"
          min={0}
          max={1}
          step={0.005}
          value={section.at}
          sx={{ width: 120 }}
          aria-label={t('section.place', { axis: AXES[section.axis] })}
          valueLabelDisplay="auto"
          valueLabelFormat={(value) => `${Math.round(100 * value).toLocaleString(i18n.language)} %`}
          onChange={(_, at) => onChange({ ...section, at: at })}
          data-testid="section-place"
        />
      )}
    </Box>
  );
}
