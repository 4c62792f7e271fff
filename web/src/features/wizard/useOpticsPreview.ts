import {
  ANGLE_FACTOR,
  isScatteringMatrix,
  PROGRAM_TYPES,
  rcsDbsm,
  termPower,
  type LinearTerm,
  type ScatteredField,
} from '@pace/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { ApiError } from '../../api/client.ts';
import { askOpticsPreview } from '../../api/opticsPreview.ts';
import { angleComplaints, frequencyComplaints, hasComplaints } from './complaints.ts';
import { meshFrequencyHz } from './draft.ts';
import { metresPerUnitOf } from './modelFacts.ts';
import { opticsCut, type CutAxis, type OpticsCut } from './opticsCut.ts';
import type { Drawing, NoDrawing } from './preview/drawing.ts';
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
export type NoPreview = 'values' | 'units' | NoDrawing;

export interface OpticsCurve {
  cut: OpticsCut;
  /** Hz */
  frequency: number;
  triangles: number;
  /** What the triangles are of: the mesh, or a file that is not meshed yet as it is drawn here */
  surface: 'mesh' | 'step' | 'unv';
  /** How far the triangles of a drawing may be from curved faces [m] */
  deflectionM: number;
  /** That the solver took */
  seconds: number;
  /** Degrees */
  angle: number[];
  /** One, or VV and HH of both polarizations */
  curves: { term: LinearTerm | undefined; dbsm: number[] }[];
}

/** Of a run of both polarizations. */
const PREVIEWED = ['VV', 'HH'] as const;

function curvesOf(records: readonly ScatteredField[]): OpticsCurve['curves'] {
  const matrices = records.filter(isScatteringMatrix);
  if (matrices.length === 0) return [{ term: undefined, dbsm: records.map(rcsDbsm) }];
  return PREVIEWED.map((term) => ({
    term,
    dbsm: matrices.map((matrix) => 10 * Math.log10(4 * Math.PI * termPower(matrix, term))),
  }));
}

/** What there is to ask about: the project's mesh once it is there, before that the file that was chosen. */
interface Surface {
  kind: OpticsCurve['surface'];
  drawing: Drawing | undefined;
  lacking: NoPreview | undefined;
  /** Tells one surface from another */
  version: string;
  scalefactor: number | undefined;
  deflectionM: number;
}

function surfaceOf({ model, draft, preview }: Wizard): Surface | undefined {
  if (model.version !== null) {
    const scale = metresPerUnitOf(model, draft);
    return {
      kind: 'mesh',
      drawing: undefined,
      lacking: scale === undefined ? 'units' : undefined,
      version: model.version,
      scalefactor: model.type === 'UNV' ? scale : undefined,
      deflectionM: 0,
    };
  }
  if (preview?.state !== 'done' || !preview.ok) return undefined;
  const drawing = typeof preview.drawing === 'string' ? undefined : preview.drawing;
  return {
    kind: preview.kind === 'STEP' ? 'step' : 'unv',
    drawing,
    lacking: typeof preview.drawing === 'string' ? preview.drawing : undefined,
    version: drawing?.id ?? '',
    scalefactor: undefined,
    deflectionM: preview.kind === 'STEP' ? preview.deflectionM : 0,
  };
}

/** The curve by Physical Optics for what the wizard holds now; the last one stays until the next has come. */
export function useOpticsPreview(wizard: Wizard, axis: CutAxis) {
  const { project, draft } = wizard;
  const surface = surfaceOf(wizard);
  const shown = project.programType === PROGRAM_TYPES.pec && surface !== undefined;
  const valid = !hasComplaints(angleComplaints(draft)) && !hasComplaints(frequencyComplaints(draft));
  const lacking: NoPreview | undefined = valid ? surface?.lacking : 'values';
  const asked =
    shown && lacking === undefined
      ? JSON.stringify({
          cut: opticsCut(draft, axis),
          frequency: meshFrequencyHz(draft),
          scalefactor: surface.scalefactor,
        })
      : '';
  const settled = useSettled(asked);
  const query = useQuery({
    queryKey: ['optics-preview', project.id, surface?.version, settled],
    queryFn: async ({ signal }): Promise<OpticsCurve> => {
      const { cut, ...rest } = JSON.parse(settled) as Pick<OpticsCurve, 'cut' | 'frequency'>;
      const request = { projectId: project.id, excitation: cut.excitation, ...rest };
      const answer = await askOpticsPreview(request, surface?.drawing, signal);
      const name = cut.axis === 'theta' ? 'angleTheta' : 'anglePhi';
      return {
        cut,
        frequency: rest.frequency,
        triangles: answer.triangles,
        surface: surface?.kind ?? 'mesh',
        deflectionM: surface?.deflectionM ?? 0,
        seconds: answer.seconds,
        angle: answer.monoStaticRcs.map((record) => record[name] / ANGLE_FACTOR),
        curves: curvesOf(answer.monoStaticRcs),
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
