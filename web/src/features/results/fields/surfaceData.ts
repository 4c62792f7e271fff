import type { Project } from '@pace/contract';
import type { SurfaceData } from '@pace/contract/export';
import type { MeshGeometry } from '../../../viewer/index.ts';

/** A mesh for the files of other programs: in metres, its parts with the names of the file. Bent triangles are those of their corners. */
export function surfaceData(project: Project, geometry: MeshGeometry): SurfaceData {
  const { vertices, triangles, parts, scale } = geometry;
  const named = (project.state.meshReport?.parts ?? []).flatMap(({ index, name }) =>
    name ? [[index, name] as const] : [],
  );
  return {
    name: project.name,
    mesh: {
      vertices: Float64Array.from(vertices, (value) => value * scale),
      triangles,
      parts,
      partNames: new Map(named),
    },
  };
}
