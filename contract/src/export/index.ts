export { scatteringTable } from './scatteringTable.ts';
export { scatteringMat } from './scatteringMat.ts';
export { ffeFile, type BistaticData } from './ffeFile.ts';
export type { ScatteringData } from './scatteringData.ts';
