/** The only room that starts programs. */
export { EngineError } from './errors.ts';
export { importUnv, meshStep, type ImportUnvRequest, type MeshStepRequest } from './mesher.ts';
export { exactSphere, type MieField, type MieQuestion, type SphereBody, type SphereLayer } from './mie.ts';
export { estimate, solve, solverVersion, type SolveRequest } from './solver.ts';
export type { BackProjectionQuestion, MapsAnswer, MapsQuestion, RunMaps } from './maps.ts';
export type { MendRequest } from './mend.ts';
