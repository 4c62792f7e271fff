import type { MonoStaticRcs } from '@pace/contract';
import { useMemo, useState } from 'react';
import { heldValues, sweptAngles, type SweptAngle } from '../fields/sweepPlane.ts';

const NO_RECORDS: readonly MonoStaticRcs[] = [];

/** Which angle a double sweep is looked at along, and where the other one is held. */
export function useSweptAngle(given: readonly MonoStaticRcs[] | undefined) {
  const records = given ?? NO_RECORDS;
  const [wanted, setSwept] = useState<SweptAngle>();
  const [wantedHeld, setHeld] = useState<number>();
  const angles = useMemo(() => sweptAngles(records), [records]);
  const swept = wanted !== undefined && angles.includes(wanted) ? wanted : (angles[0] ?? 'phi');
  const held = useMemo(() => heldValues(records, swept), [records, swept]);
  const value = wantedHeld !== undefined && held.includes(wantedHeld) ? wantedHeld : held[0];
  return { records, angles, swept, setSwept, held, value, setHeld };
}
