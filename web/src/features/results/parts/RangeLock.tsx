import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import { DECIBEL_SPAN } from '../../../viewer/index.ts';

export interface RangeLockState {
  locked: boolean;
  /** As typed */
  low: string;
  high: string;
}

export const UNLOCKED: RangeLockState = { locked: false, low: '', high: '' };

/** Undefined while unlocked, or while what is typed is no range. */
export function lockedRange({ locked, low, high }: RangeLockState): [number, number] | undefined {
  const [from, to] = [low, high].map((text) =>
    text.trim() === '' ? NaN : Number(text.replace(',', '.')),
  ) as [number, number];
  return locked && Number.isFinite(from) && Number.isFinite(to) && from < to ? [from, to] : undefined;
}

const typed = (value: number) => String(Number(value.toPrecision(4)));

/**
 * The same ends on the other scale of an amplitude: 20 log10 of them, or back. A linear range from zero begins as far below
 * its end as the colour bar reaches; where there is no range on the other scale the lock is taken off.
 */
export function inOtherScale(state: RangeLockState, toDecibel: boolean): RangeLockState {
  const range = lockedRange(state);
  if (!range) return state.locked ? UNLOCKED : state;
  const [low, high] = range;
  if (!toDecibel) return { locked: true, low: typed(10 ** (low / 20)), high: typed(10 ** (high / 20)) };
  if (high <= 0) return UNLOCKED;
  const top = 20 * Math.log10(high);
  return { locked: true, low: typed(low > 0 ? 20 * Math.log10(low) : top - DECIBEL_SPAN), high: typed(top) };
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
  const { t } = useTranslation('results');
  const toggle = (locked: boolean) =>
    onChange(locked ? { locked, low: typed(shown[0]), high: typed(shown[1]) } : UNLOCKED);
  const bad = state.locked && lockedRange(state) === undefined;
  const field = (key: 'low' | 'high') => (
    <TextField
      size="small"
      fullWidth={false}
      label={`${t(`range.${key}`)} [${unit}]`}
      value={state[key]}
      error={bad}
      sx={{ width: 150 }}
      onChange={(event) => onChange({ ...state, [key]: event.target.value })}
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: { inputMode: 'decimal', 'data-testid': `range-${key}` },
      }}
    />
  );
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
      <FormControlLabel
        control={
          <Switch
            size="small"
            checked={state.locked}
            onChange={(event) => toggle(event.target.checked)}
            slotProps={{ input: { 'data-testid': 'range-lock' } as object }}
          />
        }
        label={t('range.lock')}
      />
      {state.locked && field('low')}
      {state.locked && field('high')}
    </Box>
  );
}
