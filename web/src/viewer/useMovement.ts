import { useEffect, useState, useSyncExternalStore } from 'react';
import { effort } from './effort.ts';
import { Movement, STILL_MOVING_MS } from './movement.ts';

/** The movement of a view. An animated one counts as moving all the time where a picture takes too long. */
export function useMovement(animated: boolean): Movement {
  const [movement] = useState(() => new Movement());
  const isSlow = useSyncExternalStore(effort.subscribe, effort.level, effort.level) > 0;
  useEffect(() => {
    if (!animated || !isSlow) return undefined;
    movement.touch();
    const timer = setInterval(movement.touch, STILL_MOVING_MS);
    return () => clearInterval(timer);
  }, [animated, isSlow, movement]);
  return movement;
}
