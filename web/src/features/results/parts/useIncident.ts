import { INCIDENTS, isBothPolarizations, type Incident, type Project } from '@pace/contract';
import { useState } from 'react';
import { polarizationOfRun } from '../data/resultSummary.ts';

export interface IncidentChoice {
  /** Of what there is once an incident wave; undefined of a run of one */
  incident: Incident | undefined;
  /** None of a run of one */
  values: readonly Incident[];
  set: (incident: Incident) => void;
}

/** Which wave of a run of both polarizations is looked at: V first. */
export function useIncident(project: Project): IncidentChoice {
  const [incident, set] = useState<Incident>('V');
  return isBothPolarizations(polarizationOfRun(project))
    ? { incident, values: INCIDENTS, set }
    : { incident: undefined, values: [], set };
}
