import { type ProgramType } from '@pace/contract';

export const STEP_COUNT = 4;
export type StepIndex = 0 | 1 | 2 | 3;
export const MATERIAL_STEP: StepIndex = 2;
/** Parts of the third step. */
export const SUB_STEPS: Record<ProgramType, number> = { 1: 1, 2: 3, 3: 2 };
