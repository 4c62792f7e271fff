import type { MeshReport } from '@pace/contract';
import { useMemo, useState } from 'react';
import type { EdgeMap } from '../edgeLengths.ts';
import { findingPlaces, type ModelFacts } from '../modelFacts.ts';

export type FlawMarks = ReturnType<typeof useFlawMarks>;

/** Places that the picture marks: bad triangles where they are asked for, and the longest edges of a map. */
export function useFlawMarks(model: ModelFacts, edges: EdgeMap | undefined) {
  const report = model.report ?? model.failedReport;
  // What makes a mesh worthless is marked without being asked.
  const [markedByPerson, setMarked] = useState<boolean | null>(null);
  const marked = markedByPerson ?? model.failedReport !== null;
  const flaws = useMemo(() => (report ? findingPlaces(report) : []), [report]);
  const marks = useMemo(
    () => [
      ...(edges?.worst ?? []),
      ...(marked && report ? flaws.map((place) => inFileUnits(place, report)) : []),
    ],
    [edges, marked, flaws, report],
  );
  return { hasFlaws: flaws.length > 0, marked, setMarked, marks };
}

/** A place in metres, as the report has it for its own unit, in units of the file. */
function inFileUnits(place: [number, number, number], report: MeshReport) {
  // A file that says nothing was read as if in metres.
  return place.map((value) => value / (report.metresPerUnit || 1)) as [number, number, number];
}
