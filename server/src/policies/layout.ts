import { message, type Message } from '@pace/contract';

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
  /** By the estimate */
  method: string | null;
}

/** Everything else uses threads. */
const DIVIDED_METHOD = 'mlfma';

export function layoutOf(question: LayoutQuestion): Layout {
  const { asked, cores } = question;
  const used = Math.max(1, Math.min(asked, cores));
  const isSplit = question.engine === 'mpi' && used > 1 && question.method === DIVIDED_METHOD;
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
