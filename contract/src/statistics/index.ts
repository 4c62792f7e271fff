export * from './componentNames.ts';
export * from './components.ts';
export * from './sweepPoint.ts';
export * from './sectors.ts';
export * from './rcsStatistics.ts';
