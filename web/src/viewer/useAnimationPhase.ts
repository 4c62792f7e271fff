import { useEffect, useState } from 'react';

const STEPS_A_TURN = 48;
const TURN_MS = 2400;

/**
 * A phase in degrees that goes round while it is `running`; each step waits for the page to have drawn the last, so a slow
 * machine shows fewer of them.
 */
export function useAnimationPhase(running: boolean): [phaseDeg: number, set: (phaseDeg: number) => void] {
  const [phase, setPhase] = useState(0);
  useEffect(() => {
    if (!running) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    let frame = 0;
    const step = () => {
      setPhase((old) => (old + 360 / STEPS_A_TURN) % 360);
      timer = setTimeout(() => {
        frame = requestAnimationFrame(step);
      }, TURN_MS / STEPS_A_TURN);
    };
    frame = requestAnimationFrame(step);
    return () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
    };
  }, [running]);
  return [phase, setPhase];
}
