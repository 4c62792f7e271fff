import { setConsoleFunction } from 'three';

/** three since r183, of every canvas: the newest @react-three/fiber (9.8.2) still keeps its time by this clock. */
const CLOCK_OF_FIBER = 'THREE.Clock: This module has been deprecated';

/** Lets through what three has to say, except what only a later fiber can put right. */
setConsoleFunction((type: 'log' | 'warn' | 'error', message: string, ...values: unknown[]) => {
  if (!message.startsWith(CLOCK_OF_FIBER)) console[type](message, ...values);
});
