import { POLARIZATIONS, type Project, type Polarization } from '@pace/contract';
import { polarizationOfRun } from '../data/resultSummary.ts';
import type { ShownCurrents } from './shownCurrents.ts';

const POLARIZATION_OF = { V: POLARIZATIONS.vertical, H: POLARIZATIONS.horizontal } as const;

/** Of the wave that excites the currents: a run of both polarizations has those of each. */
export const incidentPolarization = (project: Project, { point }: ShownCurrents): Polarization =>
  point.incident ? POLARIZATION_OF[point.incident] : polarizationOfRun(project);
