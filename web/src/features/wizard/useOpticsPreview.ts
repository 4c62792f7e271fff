import { ANGLE_FACTOR, CALLS, PROGRAM_TYPES, rcsDbsm } from '@pace/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { ApiError, callApi } from '../../api/client.ts';
import { angleComplaints, frequencyComplaints, hasComplaints } from './complaints.ts';
import { meshFrequencyHz } from './draft.ts';
import { metresPerUnitOf } from './modelFacts.ts';
import { opticsCut, type CutAxis, type OpticsCut } from './opticsCut.ts';
import type { Wizard } from './useWizard.ts';

/** While a person types, only what they end with is asked for [ms]. */
const SETTLE_MS = 250;
const RETRIES = 3;

const wasSuperseded = (error: unknown) => error instanceof ApiError && error.code === 'PREVIEW_SUPERSEDED';

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** Why there is no curve: a key under `optics` of wizard.json. */
export type NoPreview = 'values' | 'units';

export interface OpticsCurve {
  cut: OpticsCut;
  /** Hz */
  frequency: number;
  triangles: number;
  /** That the solver took */
  seconds: number;
  /** Degrees */
  angle: number[];
  dbsm: number[];
}

/** The curve by Physical Optics for what the wizard holds now; the last one stays until the next has come. */
export function useOpticsPreview({ project, model, draft }: Wizard, axis: CutAxis) {
  const scale = metresPerUnitOf(model, draft);
  const shown = project.solverType === PROGRAM_TYPES.pec && model.version !== null;
  const valid = !hasComplaints(angleComplaints(draft)) && !hasComplaints(frequencyComplaints(draft));
  const lacking: NoPreview | undefined = !valid ? 'values' : scale === undefined ? 'units' : undefined;
  const asked =
    shown && lacking === undefined
      ? JSON.stringify({
          cut: opticsCut(draft, axis),
          frequency: meshFrequencyHz(draft),
          scalefactor: model.type === 'UNV' ? scale : undefined,
        })
      : '';
  const settled = useSettled(asked);
  const query = useQuery({
    queryKey: ['optics-preview', project.id, model.version, settled],
    queryFn: async ({ signal }): Promise<OpticsCurve> => {
      const { cut, ...rest } = JSON.parse(settled) as Pick<OpticsCurve, 'cut' | 'frequency'>;
      const answer = await callApi(CALLS.opticsPreview, {
        body: { projectId: project.id, excitation: cut.excitation, ...rest },
        signal,
      });
      const name = cut.axis === 'theta' ? 'angleTheta' : 'anglePhi';
      return {
        cut,
        frequency: rest.frequency,
        triangles: answer.triangles,
        seconds: answer.seconds,
        angle: answer.monoStaticRcs.map((record) => record[name] / ANGLE_FACTOR),
        dbsm: answer.monoStaticRcs.map(rcsDbsm),
      };
    },
    enabled: settled !== '' && settled === asked,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
    retry: (failures, error) => wasSuperseded(error) && failures < RETRIES,
    retryDelay: SETTLE_MS,
  });
  const updating = asked !== '' && (settled !== asked || query.isFetching);
  return useMemo(
    () => ({ shown, lacking, updating, curve: query.data, error: updating ? null : query.error }),
    [shown, lacking, updating, query.data, query.error],
  );
}
