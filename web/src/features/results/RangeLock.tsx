import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import { plainNumber } from './quantities.ts';

export interface RangeLockState {
  locked: boolean;
  /** As typed */
  low: string;
  high: string;
}

export const UNLOCKED: RangeLockState = { locked: false, low: '', high: '' };

/** Undefined while unlocked, or while what is typed is no range. */
export function lockedRange({ locked, low, high }: RangeLockState): [number, number] | undefined {
  const [from, to] = [low, high].map((text) => (text.trim() === '' ? NaN : Number(text.replace(',', '.')))) as [number, number];
  return locked && Number.isFinite(from) && Number.isFinite(to) && from < to ? [from, to] : undefined;
}

interface RangeLockProps {
  state: RangeLockState;
  onChange: (state: RangeLockState) => void;
  /** What the colours show now; locking begins with it */
  shown: [number, number];
  unit: string;
}

/** Keeps the ends of the colour bar while frequency, wave and quantity change. */
export function RangeLock({ state, onChange, shown, unit }: RangeLockProps) {
  const { t, i18n } = useTranslation('results');
  const start = (value: number) => plainNumber(value, i18n.language === 'tr' ? 'en' : i18n.language, 4);
  const toggle = (locked: boolean) => onChange(locked ? { locked, low: start(shown[0]), high: start(shown[1]) } : UNLOCKED);
  const bad = state.locked && lockedRange(state) === undefined;
  const field = (key: 'low' | 'high') => (
    <TextField
      size="small" fullWidth={false} label={`${t(`range.${key}`)} [${unit}]`} value={state[key]} error={bad} sx={{ width: 150 }}
      onChange={(event) => onChange({ ...state, [key]: event.target.value })}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { inputMode: 'decimal', 'data-testid': `range-${key}` } }}
    />
  );
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
      <FormControlLabel
        control={<Switch size="small" checked={state.locked} onChange={(event) => toggle(event.target.checked)} slotProps={{ input: { 'data-testid': 'range-lock' } as object }} />}
        label={t('range.lock')}
      />
      {state.locked && field('low')}
      {state.locked && field('high')}
    </Box>
  );
}
