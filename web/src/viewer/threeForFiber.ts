/**
 * What @react-three/fiber imports as `three` (fiberClock.ts in web/): everything of three, with a clock that is not deprecated. Needed
 * until a stable fiber takes three's `Timer`; 9.8.2 does not, and 10 has no release.
 */
export * from 'three';
export { FrameClock as Clock } from './frameClock.ts';
