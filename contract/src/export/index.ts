export { scatteringTable } from './scatteringTable.ts';
export { scatteringMat } from './scatteringMat.ts';
export { ffeFile, type BistaticData } from './ffeFile.ts';
export type { ScatteringData } from './scatteringData.ts';
export { mshFile, stlFile } from './meshFiles.ts';
export { vtuFile, type SurfaceIllumination, type VertexVectors } from './vtuFile.ts';
export type { SurfaceData, SurfaceMesh } from './surfaceData.ts';
