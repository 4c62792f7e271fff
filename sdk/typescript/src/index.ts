/**
 * Radar cross section from TypeScript.
 *
 * Frequencies in Hz, lengths in metres, angles in degrees: θ from +z, φ from +x towards +y. Time dependence e^{+jωt}.
 * `connect` is where to begin.
 */
export { ComplexArray, RealArray, type BackscatterAxes, type CutAxes } from './arrays.ts';
export { BatchFailed, type KeyOf, type Like, type Outcome, type Runs } from './batch.ts';
export { connect, type Client, type ConnectOptions } from './client.ts';
export type * from './contractTypes.ts';
export { Doctor, type Finding } from './doctor.ts';
export {
  AccessKeyError,
  ConnectionLost,
  InvalidInput,
  MeshFailed,
  NotFound,
  PaceError,
  QuotaExceeded,
  RateLimited,
  RunCancelled,
  RunFailed,
  ServerError,
  StateConflict,
  type Issue,
} from './errors.ts';
export {
  Material,
  type Boundary,
  type Coating,
  type ComplexNumber,
  type Layer,
  type MaterialRow,
} from './materials.ts';
export { type DesignMaps, type HotSpots } from './maps.ts';
export { type MesherState, type MeshOptions, type Model } from './model.ts';
export { type Progress } from './progress.ts';
export { RESULT_FORMATS, type ResultFormat } from './resultFiles.ts';
export {
  type Bistatic,
  type CurrentsChoice,
  type Cut,
  type Illumination,
  type MapsChoice,
  type Results,
  type SaveChoice,
} from './results.ts';
export { type Estimate, type Run, type WaitOptions } from './run.ts';
export { dbsm, type Bar, type Fields, type Polarization, type Term, type Unit } from './scattering.ts';
export {
  type CoreType,
  type MeshSettings,
  type SolidRotation,
  type Program,
  type RunSettings,
  type Solver,
  type SolverSettings,
} from './settings.ts';
export { type Study } from './study.ts';
export { SPEED_OF_LIGHT, type Range } from './units.ts';
export { VERSION } from './version.ts';
