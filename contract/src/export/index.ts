export { scatteringTable } from './scatteringTable.ts';
export { scatteringMat } from './scatteringMat.ts';
export { ffeFile, type BistaticData } from './ffeFile.ts';
export {
  componentConventions,
  componentDbsm,
  degrees,
  scatteringComponents,
  INTERPOLATED_SENTENCE,
  NOT_CONVERGED_SENTENCE,
  oneLine,
  PHASE_CONVENTIONS,
  type ScatteringData,
} from './scatteringData.ts';
export { matFile, type MatArray } from './matFile.ts';
export { mshFile, objFile, stlFile } from './meshFiles.ts';
export { scatteringArrays, type ScatteringArray, type ScatteringArrays } from './scatteringArrays.ts';
export { stkBistaticFile, stkMonostaticFile } from './stkFile.ts';
export { vtuFile, type SurfaceIllumination, type VertexVectors } from './vtuFile.ts';
export type { SurfaceData, SurfaceMesh, SurfaceMiddles } from './surfaceData.ts';
