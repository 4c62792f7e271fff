import { z } from 'zod';

/** What the solver calls its methods. */
export const METHODS = ['dense-lu', 'mlfma', 'hybrid', 'physical-optics'] as const;
export const MethodSchema = z.enum(METHODS);
export type Method = z.infer<typeof MethodSchema>;

/** Methods that have no history, only how well their solution fulfils the equations; no iterations to resume. */
export const DIRECT_METHODS: readonly string[] = ['dense-lu', 'physical-optics'] satisfies Method[];
