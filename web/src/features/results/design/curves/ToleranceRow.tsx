import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import { SizeField } from './SizeField.tsx';
import { AXES, type Axis, type ShapeTolerance } from './tolerances.ts';
import type { TypedTolerance } from './typedTolerances.ts';

const UNITS = { outward: 'mm', moved: 'mm', turned: '°' } as const;

interface ToleranceRowProps {
  /** Of the part, in the file */
  index: number;
  name: string;
  typed: TypedTolerance;
  hasDerivatives: boolean;
  onType: (change: Partial<TypedTolerance>) => void;
}

export function ToleranceRow({ index, name, typed, hasDerivatives, onType }: ToleranceRowProps) {
  const { t } = useTranslation('results');
  const size = (kind: ShapeTolerance['kind']) => (
    <SizeField
      text={typed[kind]}
      unit={UNITS[kind]}
      label={t('design.tolerances.size', {
        part: name,
        kind: t(`design.tolerances.kinds.${kind}`),
        unit: UNITS[kind],
      })}
      testId={`design-${kind}-${index}`}
      onChange={(text) => onType({ [kind]: text })}
    />
  );
  const axis = (kind: 'moved' | 'turned', value: Axis, onChange: (axis: Axis) => void) => (
    <AxisField
      value={value}
      label={t('design.tolerances.axis', { part: name, kind: t(`design.tolerances.kinds.${kind}`) })}
      testId={`design-${kind}-axis-${index}`}
      onChange={onChange}
    />
  );
  return (
    <tr data-part={index}>
      <th scope="row">{name}</th>
      {hasDerivatives ? (
        <>
          <td>{size('outward')}</td>
          <td>
            <Box sx={{ display: 'flex', gap: 0.5 }}>
              {size('moved')}
              {axis('moved', typed.movedAlong, (movedAlong) => onType({ movedAlong }))}
            </Box>
          </td>
          <td>
            <Box sx={{ display: 'flex', gap: 0.5 }}>
              {size('turned')}
              {axis('turned', typed.turnedAbout, (turnedAbout) => onType({ turnedAbout }))}
            </Box>
          </td>
        </>
      ) : (
        <td colSpan={3}>{t('design.tolerances.sheet')}</td>
      )}
    </tr>
  );
}

interface AxisFieldProps {
  value: Axis;
  label: string;
  testId: string;
  onChange: (value: Axis) => void;
}

function AxisField({ value, label, testId, onChange }: AxisFieldProps) {
  return (
    <TextField
      select
      size="small"
      fullWidth={false}
      value={value}
      onChange={({ target }) => onChange(target.value as Axis)}
      sx={{ width: 64 }}
      slotProps={{
        select: { native: true },
        htmlInput: { 'aria-label': label, 'data-testid': testId },
      }}
    >
      {AXES.map((axis) => (
        <option key={axis} value={axis}>
          {axis}
        </option>
      ))}
    </TextField>
  );
}
