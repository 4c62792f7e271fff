import type { BackProjectionFile, BackProjectionRequest } from '@pace/contract';
import type { Reader } from '../policies/ownership.ts';
import type { RunMaps } from '../engines/index.ts';
import type { Services } from '../services.ts';
import { mapsOfRun, type AskedAlone, type MapsWork } from './mapsOfRun.ts';

/** Hot spots of the results that the project shows. @throws Problem as mapsOfRun */
export function readBackProjection(
  services: Services,
  reader: Reader,
  { projectId, ...question }: BackProjectionRequest,
  alone?: AskedAlone,
): Promise<RunMaps<BackProjectionFile>> {
  const work: MapsWork<typeof question, BackProjectionFile> = {
    kind: 'backprojection',
    question,
    needsCoefficients: () => false,
    compute: (engines, request) => engines.backProjection(request),
  };
  return mapsOfRun(services, reader, projectId, work, alone);
}
