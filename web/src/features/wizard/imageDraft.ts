import type { ImagingSweep } from '@pace/contract';
import { ghzText, type WizardDraft } from './draft.ts';

const FULL_CIRCLE_DEG = 360;

/** Angles about the middle one, moved where they would leave their range. */
export function draftOfImage(
  { firstHz, stepHz, lastHz, spanDeg, stepDeg }: ImagingSweep,
  { swept, angle, held }: { swept: 'theta' | 'phi'; angle: number; held: number },
): Partial<WizardDraft> {
  const most = swept === 'theta' ? FULL_CIRCLE_DEG / 2 : FULL_CIRCLE_DEG;
  const twelve = (value: number) => String(Number(value.toPrecision(12)));
  const start = Number(Math.max(0, Math.min(angle - spanDeg / 2, most - spanDeg)).toFixed(4));
  const [from, to, at] = [twelve(start), twelve(start + spanDeg), twelve(held)];
  const [first, second] = [
    { start: from, end: to, step: twelve(stepDeg) },
    { start: at, end: at, step: '0' },
  ] as const;
  const [theta, phi] = swept === 'theta' ? [first, second] : [second, first];
  return {
    freqsweep: 1,
    frequencyStart: ghzText(firstHz),
    frequencyStep: ghzText(stepHz),
    frequencyEnd: ghzText(lastHz),
    adaptive: true,
    anglesweep: 1,
    thetaStart: theta.start,
    thetaEnd: theta.end,
    thetaStep: theta.step,
    phiStart: phi.start,
    phiEnd: phi.end,
    phiStep: phi.step,
  };
}
