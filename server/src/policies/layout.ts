import { PROGRAM_TYPES, SOLVER_TYPES } from '@pace/contract';

/** How the processors a person asked for become ranks and threads. */

export interface Layout {
  ranks: number;
  /** Of each rank */
  threads: number;
  /** What was used, and why it is not what was asked for */
  sentence: string;
  isLess: boolean;
}

export interface LayoutQuestion {
  /** x1 or x4 */
  asked: number;
  /** What one run can have there */
  cores: number;
  engine: 'local' | 'mpi' | 'slurm';
  programType: unknown;
  solverType: unknown;
  /** By the estimate */
  method: string | null;
}

const MULTILEVEL = 'mlfma';

export function layoutOf(question: LayoutQuestion): Layout {
  const { asked, cores } = question;
  const used = Math.max(1, Math.min(asked, cores));
  const isSplit = question.engine === 'mpi' && used > 1 && isSplittable(question);
  const [ranks, threads] = isSplit ? [used, 1] : [1, used];
  const what = isSplit ? `${ranks} ranks of ${count(threads, 'thread')} each` : count(threads, 'thread');
  const where = question.engine === 'slurm' ? 'the largest node of the cluster has' : 'this machine has';
  return {
    ranks,
    threads,
    isLess: used < asked,
    sentence:
      used < asked
        ? `${asked} processors were asked for, but ${where} ${cores}; the run used ${what}.`
        : `The run used ${what}, as asked for.`,
  };
}

/** Only the fast method of conductors is divided over ranks; everything else uses threads. */
function isSplittable({ programType, solverType, method }: LayoutQuestion): boolean {
  return (
    programType === PROGRAM_TYPES.pec && solverType !== SOLVER_TYPES.physicalOptics && method === MULTILEVEL
  );
}

function count(n: number, word: string): string {
  return `${n} ${word}${n === 1 ? '' : 's'}`;
}
