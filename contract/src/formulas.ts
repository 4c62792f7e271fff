/** Formulas of the specification's section 9 that are not physics. */
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
