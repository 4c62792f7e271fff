export * from './parameters.ts';
export * from './objectives.ts';
export * from './definition.ts';
export { latinHypercube, randomOf } from './random.ts';
export * from './sampling.ts';
export * from './optimise.ts';
export * from './surrogate.ts';
export * from './variants.ts';
export * from './study.ts';
