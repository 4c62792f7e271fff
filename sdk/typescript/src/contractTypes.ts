/** Types of the contract that the interface of this package shows; its .d.ts file has them written out. */
export type {
  BackProjectionFile,
  Complex,
  EstimateAnswer,
  Incident,
  LiveState,
  MapsFile,
  MeshReport,
  Message,
  MessageValue,
  ProjectRow,
  RunResult,
  SolverEvent,
  SolverState,
  StudyAnswer,
  StudyCurves,
  StudyDefinition,
  StudyRow,
  Usage,
  VariantAnswer,
  Health,
  WireProject,
};
import type {
  BackProjectionFile,
  CALLS,
  Complex,
  Estimate as EstimateAnswer,
  Incident,
  LiveState,
  MapsFile,
  MeshReport,
  Message,
  MessageValue,
  RunResult,
  SolverEvent,
  Study as StudyAnswer,
  StudyCurves,
  StudyDefinitionInput as StudyDefinition,
  StudyRow,
  Variant as VariantAnswer,
  WireProject,
  WireProjectRow as ProjectRow,
} from '@pace/contract';
import type { z } from 'zod';

type SolverState = LiveState['solverState'];
type Usage = z.output<(typeof CALLS)['usage']['result']>;
type Health = z.output<(typeof CALLS)['health']['result']>;
