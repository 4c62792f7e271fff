import type { LongEdges, MeshReport, MesherOptions, Refined, Straightened } from '@pace/contract';
import { finding } from './finding.ts';
import { longEdgesFinding } from './longEdges.ts';
import { stepUnit, type StepSummary } from './stepFile.ts';
import type { Topology } from './topology.ts';

export interface MesherRun {
  /** With which the mesh was made */
  options: MesherOptions;
  /** Those that were asked for */
  asked: MesherOptions;
  seconds: number;
  gmshVersion: string;
  /** Where edges came out far too long */
  longEdges?: LongEdges;
  /** Where triangles could not be bent */
  straightened?: Straightened;
  /** Where edges were by an error map */
  refined?: Refined;
}

/** Area below which a face without triangles is a sliver that vanished, in squares of mesh_size. */
const SLIVER = 1e-3;

/** Faces of the model that got no triangles although they are no slivers, by part number. */
export function facesWithoutTriangles(report: MeshReport, topology: Topology, meshSizeMm: number): number[] {
  const meshed = new Set(report.parts.filter((part) => part.triangles > 0).map((part) => part.number));
  return topology.faces
    .map((face, position) => ({ number: position + 1, areaM2: face.areaM2 }))
    .filter((face) => !meshed.has(face.number) && face.areaM2 > SLIVER * (meshSizeMm / 1000) ** 2)
    .map((face) => face.number);
}

/** `mesh.json` of a STEP model: the report of `pace check` with what only the mesher knows. */
export function mergedReport(
  report: MeshReport,
  step: StepSummary,
  topology: Topology,
  { asked, ...run }: MesherRun,
): MeshReport {
  const isFlatAfterAll = asked.curvedElements && !run.options.curvedElements;
  return {
    ...report,
    findings: [
      ...report.findings,
      ...stepFindings(step, topology),
      ...(run.longEdges ? [longEdgesFinding(run.longEdges, run.options)] : []),
      ...(isFlatAfterAll ? [finding('warning', 'CURVED_ELEMENTS_FAILED', {})] : []),
      ...(run.straightened ? [straightenedFinding(run.straightened)] : []),
    ],
    step: {
      ...stepUnit(step),
      solids: topology.solids.length,
      faces: topology.faces.length,
      sizeM: topology.sizeM,
    },
    adjacency: report.parts.map((part) => ({
      part: part.index,
      solids: topology.faces[part.number - 1]?.solids ?? [],
    })),
    mesher: { ...run, triangles: report.triangles },
  };
}

function straightenedFinding({ triangles, parts }: Straightened): MeshReport['findings'][number] {
  return finding('info', 'CURVED_ELEMENTS_STRAIGHTENED', {
    count: triangles,
    parts: [...parts.slice(0, 10), ...(parts.length > 10 ? ['…'] : [])],
  });
}

function stepFindings(step: StepSummary, topology: Topology): MeshReport['findings'] {
  const findings: MeshReport['findings'] = [];
  if (topology.importedFaces < step.faceRecords) {
    findings.push(
      finding('warning', 'STEP_FACES_LOST', { said: step.faceRecords, read: topology.importedFaces }),
    );
  }
  if (topology.solids.length > topology.importedSolids) {
    findings.push(
      finding('warning', 'STEP_SOLIDS_OVERLAP', {
        solids: topology.importedSolids,
        pieces: topology.solids.length,
      }),
    );
  }
  return findings;
}
