import type { CallName } from '@pace/contract';
import { problem } from '../problem.ts';

/**
 * Calls that cost much memory or much time of the database, of a disk or of the solver. Those that only hand out a file
 * as it lies there are not among them.
 */
const HEAVY: ReadonlySet<CallName> = new Set<CallName>([
  'getProjects',
  'getDemoProjects',
  'duplicateProject',
  'createFromDemo',
  'usage',
  'exportData',
  'downloadRun',
  'exportResult',
  'upload',
  'inputMaterials',
  'input',
  'regions',
  'coatingFindings',
  'estimate',
  'refinement',
  'refineMesh',
  'coatParts',
  'opticsPreview',
  'projectPicture',
  'sphereResult',
  'designMaps',
  'backProjection',
  'predictStudy',
  'createStudy',
  'getStudies',
  'studyCurves',
]);

export const isHeavy = (name: CallName): boolean => HEAVY.has(name);

/** At once, of one account; further ones wait before their body is read. */
const AT_ONCE = 4;
/** So many may wait: a page with thirty curves of exact spheres asks for all of them. */
const WAITING = 64;

interface Line {
  active: number;
  waiting: (() => void)[];
}

/** Lets each account (or share link) have a few heavy calls at once; the others of it wait in line. */
export class HeavyCalls {
  readonly #lines = new Map<string, Line>();

  /**
   * @returns what is to be called once when the call has ended, however it did
   * @throws Problem RATE_LIMITED if too many wait already
   */
  async enter(who: string): Promise<() => void> {
    const line = this.#lines.get(who) ?? { active: 0, waiting: [] };
    this.#lines.set(who, line);
    if (line.active < AT_ONCE) line.active++;
    else if (line.waiting.length < WAITING) await new Promise<void>((go) => line.waiting.push(go));
    else throw problem('RATE_LIMITED.together', {}, { retryAfterSeconds: 5 });
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.#leave(who, line);
    };
  }

  #leave(who: string, line: Line): void {
    const next = line.waiting.shift();
    if (next) next();
    else if (--line.active === 0) this.#lines.delete(who);
  }
}
