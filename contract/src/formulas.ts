/** Formulas of the specification's section 9 that are not physics. */
import { z } from 'zod';

export interface Duration {
  days: number;
  hours: number;
  minutes: number;
  seconds: number;
}

/** Specification's "Average Simulation Time": 5 × nodes × mean frequency [GHz] × simulation count / 6760 seconds. */
export function averageSimulationSeconds(
  nodes: number,
  meanFrequencyGhz: number,
  simulationCount: number,
): number {
  return (5 * nodes * meanFrequencyGhz * simulationCount) / 6760;
}

export function splitDuration(totalSeconds: number): Duration {
  const whole = Math.round(totalSeconds);
  return {
    days: Math.floor(whole / 86_400),
    hours: Math.floor((whole % 86_400) / 3600),
    minutes: Math.floor((whole % 3600) / 60),
    seconds: whole % 60,
  };
}

/** The wizard's "Average Simulation Time"; totalTime is [days, hours, minutes, seconds]. */
export const MeanTimeSchema = z.object({
  nodes: z.number().int().min(0),
  simCount: z.number().int().min(1),
  totalTime: z.tuple([z.number().int(), z.number().int(), z.number().int(), z.number().int()]),
});
export type MeanTime = z.infer<typeof MeanTimeSchema>;

export function meanTime(nodes: number, meanFrequencyGhz: number, simCount: number): MeanTime {
  const { days, hours, minutes, seconds } = splitDuration(
    averageSimulationSeconds(nodes, meanFrequencyGhz, simCount),
  );
  return { nodes, simCount, totalTime: [days, hours, minutes, seconds] };
}

/** Shown as "Less than 1 minute". */
export function isUnderOneMinute(totalTime: MeanTime['totalTime']): boolean {
  const [days, hours, minutes] = totalTime;
  return days === 0 && hours === 0 && minutes === 0;
}
