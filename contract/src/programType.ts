import type { ProgramType } from './solverInput.ts';

/**
 * Calls and the specification name the program type of a project `solverType`, which also is the solver of a solver input.
 * Server and web name it `programType`; they translate where a call begins and ends, with these two.
 */
export function fromWire<T extends { solverType: ProgramType }>({
  solverType,
  ...rest
}: T): WithProgramType<T> {
  return { ...rest, programType: solverType };
}

export function toWire<T extends { programType: ProgramType }>({
  programType,
  ...rest
}: T): WithSolverType<T> {
  return { ...rest, solverType: programType };
}

export type WithProgramType<T extends { solverType: ProgramType }> = Omit<T, 'solverType'> & {
  programType: ProgramType;
};
export type WithSolverType<T extends { programType: ProgramType }> = Omit<T, 'programType'> & {
  solverType: ProgramType;
};
