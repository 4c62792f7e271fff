import { useState } from 'react';
import { useAnimationPhase } from '../../../viewer/index.ts';
import { isSigned, type CurrentDirection, type CurrentPart } from '../fields/currentQuantity.ts';
import { inOtherScale, UNLOCKED } from '../parts/RangeLock.tsx';

export type CurrentsLook = ReturnType<typeof useCurrentsLook>;

/**
 * How currents are looked at: which part of the complex vector, along what, at which instant, on which scale. A locked range
 * keeps its meaning: it follows the scale, and does not outlive the quantity.
 */
export function useCurrentsLook() {
  const [decibel, setDecibel] = useState(false);
  const [part, setPart] = useState<CurrentPart>('magnitude');
  const [direction, setDirection] = useState<CurrentDirection>('vector');
  const [running, setRunning] = useState(false);
  const [phase, setPhase] = useAnimationPhase(running && part === 'phase');
  const [lock, setLock] = useState(UNLOCKED);
  const signed = isSigned(part, direction);
  const changeQuantity = (nextPart: CurrentPart, nextDirection: CurrentDirection) => {
    if (isSigned(nextPart, nextDirection) !== signed) setLock(UNLOCKED);
    setPart(nextPart);
    setDirection(nextDirection);
  };
  const changeScale = (next: boolean) => {
    if (next !== decibel) setLock(inOtherScale(lock, next));
    setDecibel(next);
  };
  return {
    part,
    direction,
    changeQuantity,
    /** The values have a sign, so that they have no decibels. */
    signed,
    inDecibel: decibel && !signed,
    changeScale,
    /** ωt [°] */
    phase,
    setPhase,
    running,
    setRunning,
    animated: running && part === 'phase',
    lock,
    setLock,
    unlock: () => setLock(UNLOCKED),
  };
}
