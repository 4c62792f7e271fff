import { message, PROGRAM_TYPES, SOLVER_TYPES, type Message } from '@pace/contract';

/** How the processors a person asked for become ranks and threads. */

export interface Layout {
  ranks: number;
  /** Of each rank */
  threads: number;
  /** What was used, and why it is not what was asked for */
  message: Message;
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
  const ofEach = message('threads', { count: threads });
  const what = isSplit ? message('ranksOfThreads', { ranks, threads: ofEach }) : ofEach;
  return {
    ranks,
    threads,
    isLess: used < asked,
    message:
      used < asked
        ? message(question.engine === 'slurm' ? 'PROCESSORS.cluster' : 'PROCESSORS.machine', {
            asked,
            cores,
            used: what,
          })
        : message('PROCESSORS.asAsked', { used: what }),
  };
}

/** Only the fast method of conductors is divided over ranks; everything else uses threads. */
function isSplittable({ programType, solverType, method }: LayoutQuestion): boolean {
  return (
    programType === PROGRAM_TYPES.pec && solverType !== SOLVER_TYPES.physicalOptics && method === MULTILEVEL
  );
}
