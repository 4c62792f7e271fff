import { parseResultFileName, type DesignMapsRequest, type MapsFile } from '@pace/contract';
import type { Reader } from '../policies/ownership.ts';
import type { RunMaps } from '../engines/index.ts';
import type { Services } from '../services.ts';
import { mapsOfRun, type AskedAlone, type MapsWork } from './mapsOfRun.ts';

/** Of angles × 10 in names of files against those of a question */
const SAME_TENTHS = 1e-5;

/** Design maps of the results that the project shows. @throws Problem as mapsOfRun */
export function readDesignMaps(
  services: Services,
  reader: Reader,
  { projectId, ...question }: DesignMapsRequest,
  alone?: AskedAlone,
): Promise<RunMaps<MapsFile>> {
  const work: MapsWork<typeof question, MapsFile> = {
    kind: 'design',
    question,
    needsCoefficients: (name) => {
      const parsed = parseResultFileName(name);
      return (
        parsed?.kind === 'coefficients' &&
        parsed.frequency === question.frequency &&
        isWithin(parsed.theta, question.theta, question.thetaTo) &&
        isWithin(parsed.phi, question.phi, question.phiTo)
      );
    },
    compute: (engines, request) => engines.designMaps(request),
  };
  return mapsOfRun(services, reader, projectId, work, alone);
}

const isWithin = (value: number, from: number, to = from): boolean =>
  value >= Math.min(from, to) - SAME_TENTHS && value <= Math.max(from, to) + SAME_TENTHS;
