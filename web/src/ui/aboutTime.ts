const MINUTE_S = 60;
const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;
/** Below an hour a prediction is one of these [s]: it is not more certain than that. */
const STEPS_S = [5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 300, 600, 900, 1200, 1800, 2700, 3600] as const;

/** A predicted time in one unit, rounded up to what such a prediction is worth: 0.351 s is "5 s", 7000 s is "2 h". */
export function aboutTime(seconds: number): {
  value: number;
  unit: 'seconds' | 'minutes' | 'hours' | 'days';
} {
  const step = STEPS_S.find((one) => seconds <= one);
  if (step !== undefined)
    return step <= 90
      ? { value: step, unit: 'seconds' }
      : step < HOUR_S
        ? { value: step / MINUTE_S, unit: 'minutes' }
        : { value: 1, unit: 'hours' };
  return seconds <= 1.5 * DAY_S
    ? { value: Math.ceil(seconds / HOUR_S), unit: 'hours' }
    : { value: Math.ceil(seconds / DAY_S), unit: 'days' };
}
