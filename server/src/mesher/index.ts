/** Everything about meshing that needs no program and no disk: reading, deciding, naming, merging. */
export * from './checkReport.ts';
export * from './edgeLengths.ts';
export * from './errorSizes.ts';
export * from './gmshOutput.ts';
export * from './igesFile.ts';
export * from './lengthUnit.ts';
export * from './longEdges.ts';
export * from './refusal.ts';
export * from './report.ts';
export * from './script.ts';
export * from './sharpPoints.ts';
export * from './sizeGrid.ts';
export * from './sphere.ts';
export * from './stepFile.ts';
export * from './straighten.ts';
export * from './topology.ts';
export * from './unvFile.ts';
