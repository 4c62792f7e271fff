/** A line that shows how far a run is. */
import { isActiveStatus } from './events.ts';

/** What is shown of the state of a mesher or a solver; the API has more. */
export interface ShownState {
  status: string;
  detail: string;
  fraction?: number | undefined;
  queuePosition?: number | undefined;
}

/**
 * true: a bar on standard error; undefined: a bar where that is a terminal; false: none. A function gets the state of the mesher or
 * solver whenever it changed.
 */
export type Progress<State> = boolean | undefined | ((state: State) => void);

const WIDTH = 24;
const LINE = 118;

/** What shows the states of a run. @internal */
export function listenerOf<State extends ShownState>(
  progress: Progress<State>,
  title: string,
): (state: State) => void {
  if (typeof progress === 'function') return progress;
  return (progress ?? process.stderr.isTTY) ? bar(title, process.stderr) : () => undefined;
}

/** One line, written over and over. */
function bar(title: string, stream: NodeJS.WritableStream): (state: ShownState) => void {
  const begun = performance.now();
  let last = '';
  return ({ status, detail, fraction = 0, queuePosition }) => {
    const share = status === 'Finished' ? 1 : fraction;
    const filled = Math.round(WIDTH * share);
    const what =
      status === 'Queued' && queuePosition !== undefined
        ? `waiting, position ${queuePosition}`
        : detail || status;
    const seconds = Math.round((performance.now() - begun) / 1000);
    const blocks = `${'█'.repeat(filled)}${'·'.repeat(WIDTH - filled)}`;
    const text = `${title} [${blocks}] ${String(Math.round(100 * share)).padStart(3)} % ${what}, ${seconds} s`;
    if (text === last) return;
    stream.write(`\r${text.slice(0, LINE).padEnd(Math.min(last.length, LINE))}`);
    last = text;
    if (status !== '' && !isActiveStatus(status)) stream.write('\n');
  };
}
