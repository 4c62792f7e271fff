import { message } from '@pace/contract';
import { refusal, type Refusal } from './refusal.ts';

/** One step of gmsh's work, as its output reports it. */
export interface GmshProgress {
  text: string;
  /** 0 to 1 of the whole of meshing */
  fraction: number;
}

/** Shares of the whole, by the clock on models of 10 to 100 thousand triangles: faces dominate. */
const SHARE = { reading: 0.02, curves: 0.1, faces: 0.15, writing: 0.85 } as const;
/** Likewise of what comes after the faces where elements are curved. */
const CURVED_SHARE = { curving: 0.65, untangling: 0.78 } as const;

/** The smallest scaled Jacobian after gmsh has untangled curved elements; it exits with 0 whatever that is. */
const DISTORTION = /Final surface mesh: worst distortion = (\S+)/;

/** The box that gmsh draws around its count of errors. */
const SUMMARY = /^-+$|^Mesh generation error summary|^\d+ (?:warning|error)s?$|^Check the full log/;
const UNREAD = /ERR StepFile|Could not read file/;
const COMPLAINTS_KEPT = 100;

/** Reads gmsh's output line by line: progress, version, complaints. */
export class GmshOutput {
  version = '';
  /** True once geometry is done and triangles are being made. */
  meshing = false;
  /** Numbers of faces that are surfaces of revolution. */
  readonly revolved = new Set<number>();
  /** What gmsh calls an error, and what OpenCASCADE's STEP reader says. */
  readonly complaints: string[] = [];
  #outOfMemory = false;
  #worstJacobian = 1;
  readonly #facesEnd: number;

  constructor({ curvedElements }: { curvedElements: boolean }) {
    this.#facesEnd = curvedElements ? CURVED_SHARE.curving : SHARE.writing;
  }

  /** Whether curved elements folded and could not be untangled. */
  get folded(): boolean {
    return !(this.#worstJacobian > 0);
  }

  /** It said itself that its memory was not enough. */
  get ranOutOfMemory(): boolean {
    return this.#outOfMemory;
  }

  /** A part of the file could not be read, whatever became of the rest. */
  get unreadable(): boolean {
    return this.complaints.some((line) => UNREAD.test(line));
  }

  /** @returns the progress that this line reports, if any */
  read(line: string): GmshProgress | undefined {
    const text = withoutColours(line).trim();
    const version = /\[Gmsh ([\d.]+)/.exec(text);
    if (version) this.version = version[1]!;
    if (
      /bad_alloc|out of memory|memory exhausted|not enough memory|cannot allocate memory|failed to map/i.test(
        text,
      )
    )
      this.#outOfMemory = true;
    const complaint = afterLabel(text, /^Error\s*:/) ?? (text.startsWith('**** ERR ') ? text : undefined);
    if (complaint && !SUMMARY.test(complaint) && this.complaints.length < COMPLAINTS_KEPT)
      this.complaints.push(complaint);

    if (/^Info\s*: Reading .*\.ste?p'/i.test(text))
      return { text: 'Reading the model', fraction: SHARE.reading };
    if (/^Info\s*: Meshing 1D/.test(text)) this.meshing = true;
    const revolved = /Meshing surface (\d+) \(Surface of Revolution,/.exec(text);
    if (revolved) this.revolved.add(Number(revolved[1]));
    const distortion = DISTORTION.exec(text);
    if (distortion) this.#worstJacobian = Number(distortion[1]);
    if (/^Info\s*: Meshing order \d/.test(text))
      return { text: 'Curving the elements', fraction: CURVED_SHARE.curving };
    if (/^Info\s*: Optimizing mesh \(HighOrder/.test(text))
      return { text: 'Untangling curved elements', fraction: CURVED_SHARE.untangling };
    if (/ order \d+$/.test(text)) return undefined;
    // The percentage is missing when there is only one.
    const entity = /(?:\[\s*(\d+)%\] )?Meshing (curve|surface) \d+/.exec(text);
    if (entity) {
      const percent = Number(entity[1] ?? 0);
      return entity[2] === 'curve'
        ? { text: 'Meshing edges', fraction: between(SHARE.curves, SHARE.faces, percent) }
        : { text: 'Meshing faces', fraction: between(SHARE.faces, this.#facesEnd, percent) };
    }
    if (/^Info\s*: Writing .*\.unv'/.test(text)) return { text: 'Writing the mesh', fraction: SHARE.writing };
    return undefined;
  }

  /** Why a run that did not exit with 0 failed. */
  refusal(run: {
    facesFound: number;
    faceRecords: number;
    algorithm: number;
    memoryLimitBytes: number;
  }): Refusal {
    const unread = this.complaints.find((line) => UNREAD.test(line));
    if (unread) {
      return unreadable(unread);
    }
    if (this.#outOfMemory) {
      const amount = Number((run.memoryLimitBytes / 2 ** 30).toFixed(1));
      return refusal('MEMORY.mesher', { memory: message('bytes', { amount, unit: 'GB' }) });
    }
    if (run.facesFound === 0) return emptyModel(run.faceRecords);
    const reason = this.complaints.at(-1);
    return refusal('MESHER_FAILED.gmsh', {
      algorithm: run.algorithm,
      reason: reason === undefined ? message('gmsh.noReason') : sentence(reason),
      remedy: message(run.algorithm === 6 ? 'gmsh.repairFace' : 'gmsh.tryFrontal'),
    });
  }
}

/** Nothing came out of the import. @param faceRecords  faces that the file describes */
export function emptyModel(faceRecords: number): Refusal {
  return faceRecords > 0 ? refusal('STEP_BROKEN.noFace', { count: faceRecords }) : refusal('STEP_EMPTY');
}

/** With what OpenCASCADE says about the place. */
function unreadable(complaint: string): Refusal {
  const line = /Line (\d+): /.exec(complaint);
  if (line) {
    const said = withoutStars(complaint.slice(line.index + line[0].length));
    return refusal('STEP_BROKEN.line', {
      line: Number(line[1]),
      reason: `${said.charAt(0).toLowerCase()}${said.slice(1)}`,
    });
  }
  const failures = /Incorrect Syntax : Fails Count : (\d+)/.exec(complaint);
  return failures
    ? refusal('STEP_BROKEN.syntax', { count: Number(failures[1]) })
    : refusal('STEP_BROKEN.unread');
}

/** What follows a label, without the blanks around it. */
function afterLabel(text: string, label: RegExp): string | undefined {
  const found = label.exec(text);
  return found ? text.slice(found[0].length).trim() : undefined;
}

/** Without the frame of stars and blanks that OpenCASCADE ends its lines with. */
function withoutStars(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === '*' || text[end - 1]!.trim() === '')) end -= 1;
  return text.slice(0, end);
}

function between(low: number, high: number, percent: number): number {
  return low + (high - low) * (percent / 100);
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function withoutColours(text: string): string {
  // eslint-disable-next-line no-control-regex -- the escape character is what terminal colours begin with
  return text.replace(/\u001B\[[\d;]*m/g, '');
}
