import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { STEP_COUNT, type StepIndex } from './steps.ts';

/** Where in the wizard the user is. */
export interface Place {
  step: StepIndex;
  subStep: number;
}

/** Both from 1, as the screen counts them. */
const STEP = 'step';
const PART = 'part';

const within = (text: string | null, count: number) => {
  const number = Number(text ?? '1');
  return Number.isInteger(number) && number >= 1 && number <= count ? number - 1 : 0;
};

const keyOf = ({ step, subStep }: Place) => `${step}.${subStep}`;

/**
 * The place in the wizard as the address has it, so that it outlives a reload and the browser's Back goes one step back.
 * An address beyond what the values allow leads to the first place that they do not let pass.
 * @param subSteps  how many parts a step has
 * @param allowed   the wanted place, or the one before which something is missing
 */
export function usePlace(
  subSteps: (step: StepIndex) => number,
  allowed: (wanted: Place) => Place,
): [Place, (next: Place) => void] {
  const [query, setQuery] = useSearchParams();
  const step = within(query.get(STEP), STEP_COUNT) as StepIndex;
  const wanted: Place = { step, subStep: within(query.get(PART), subSteps(step)) };
  const [{ key, place }, setSeen] = useState(() => ({ key: keyOf(wanted), place: allowed(wanted) }));
  // Judged when the address changes: what becomes invalid later does not pull the user away.
  if (key !== keyOf(wanted)) setSeen({ key: keyOf(wanted), place: allowed(wanted) });
  const write = useCallback(
    (next: Place, replace: boolean) =>
      setQuery(
        (old) => {
          const changed = new URLSearchParams(old);
          changed.set(STEP, String(next.step + 1));
          if (next.subStep > 0) changed.set(PART, String(next.subStep + 1));
          else changed.delete(PART);
          return changed;
        },
        { replace },
      ),
    [setQuery],
  );
  const shown = keyOf(place);
  const addressed = keyOf(wanted);
  useEffect(() => {
    if (key === addressed && shown !== addressed) write(place, true);
  }, [key, addressed, shown, place, write]);
  const go = useCallback((next: Place) => write(next, false), [write]);
  return [place, go];
}
