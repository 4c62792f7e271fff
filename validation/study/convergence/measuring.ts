import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { solve } from '../../../server/src/engines/solver.ts';
import { VALIDATION_FOLDER, type RunSpecification } from '../caseFile.ts';
import { levelDifference, relativeError } from '../comparison.ts';
import { rcsDbsm, type FarField, type Plane } from '../field.ts';
import { meshFile } from '../meshBuilding.ts';
import { mieCuts } from '../mieReference.ts';
import { jobOf, SolvedRun } from '../solvedRun.ts';
import { wavelengthM, type Body } from './bodies.ts';

/** One mesh of one body. */
export interface Point {
  perWavelength: number;
  curved: boolean;
  unknowns: number;
  method: string;
  coreSeconds: number;
  /** ‖E − E_ref‖ / ‖E_ref‖ over all directions, complex */
  error: number;
  /** Mean |ΔdB| to the published RCS, VV and HH */
  publishedDb?: [number, number];
}

/** Of one mesh, by run. */
interface Solved {
  unknowns: number;
  method: string;
  coreSeconds: number;
  fields: FarField[][];
}

const PLANES: Plane[] = ['xz', 'yz'];
const RESULTS = 'results';

/** Solves the runs of a body on meshes of its densities, in a folder of its own. */
export class Measuring {
  private reference: FarField[][] | undefined;

  constructor(
    private readonly body: Body,
    private readonly folder: string,
    private readonly threads: number,
  ) {}

  async point(perWavelength: number, curved: boolean): Promise<Point> {
    this.reference ??= await this.exact();
    const { fields, ...solved } = await this.solved(perWavelength, curved);
    const { published } = this.body;
    return {
      perWavelength,
      curved,
      ...solved,
      error: relativeError(fields.flat(), this.reference.flat()),
      ...(published !== undefined && { publishedDb: againstPublished(fields, published) }),
    };
  }

  private async exact(): Promise<FarField[][]> {
    const { body } = this;
    if (typeof body.reference === 'number') return (await this.solved(body.reference, true)).fields;
    const { radiusM, sphere } = body.reference;
    return body.runs.map((run) => {
      const [thetaDeg, phiDeg] = [Number(run.thetaDeg), Number(run.phiDeg)];
      const { polarization, cutPoints } = run;
      const { frequencyHz } = body;
      const centerM = [0, 0, 0];
      const problem = { radiusM, centerM, frequencyHz, thetaDeg, phiDeg, polarization, cutPoints };
      const cuts = mieCuts({ ...problem, ...(sphere && { sphere }) });
      return PLANES.flatMap((plane) => cuts.get(plane) ?? []);
    });
  }

  private async solved(perWavelength: number, curved: boolean): Promise<Solved> {
    const { body } = this;
    const edge = wavelengthM(body) / perWavelength;
    const source = {
      script: body.script,
      numbers: { ...body.numbers, edge },
      curved,
      metresPerUnit: 1,
    };
    const mesh = meshFile(source, this.folder);
    const sum: Solved = { unknowns: 0, method: '', coreSeconds: 0, fields: [] };
    for (const [at, run] of body.runs.entries()) {
      const specification: RunSpecification = { ...run, mesh: body.id, frequencyHz: body.frequencyHz };
      const folder = join(this.folder, `${body.id}-${perWavelength}-${curved ? 'curved' : 'flat'}-${at}`);
      mkdirSync(folder, { recursive: true });
      symlinkSync(mesh, join(folder, 'mesh.unv'));
      writeFileSync(
        join(folder, 'job.json'),
        JSON.stringify(jobOf(specification, source.metresPerUnit, this.threads, body.method)),
      );
      await solve({
        folder,
        out: RESULTS,
        threads: this.threads,
        signal: new AbortController().signal,
        onEvent: () => undefined,
      });
      const solved = new SolvedRun(specification, mesh, source.metresPerUnit, folder);
      const { unknowns, method, coreSeconds } = solved.record;
      sum.unknowns = unknowns;
      sum.method = method;
      sum.coreSeconds += coreSeconds;
      sum.fields.push(run.cutPoints > 0 ? bistatic(solved) : solved.monostatic());
    }
    return sum;
  }
}

function bistatic(run: SolvedRun): FarField[] {
  const cuts = run.cuts();
  return PLANES.flatMap((plane) => cuts.get(plane) ?? []);
}

/** Of a sweep over phi by each polarization, V first. */
function againstPublished(fields: FarField[][], file: string): [number, number] {
  const lines = readFileSync(join(VALIDATION_FOLDER, file), 'utf8').trim().split('\n').slice(1);
  const rows = lines.map((line) => {
    const [, , phiDeg, polarization, level] = line.split(',');
    return { phiDeg: Number(phiDeg), polarization, level: Number(level) };
  });
  const of = (polarization: string, swept: FarField[] | undefined, at: 'eTheta' | 'ePhi') => {
    const pairs = (swept ?? []).flatMap((field) => {
      const row = rows.find(
        (r) => r.polarization === polarization && Math.abs(r.phiDeg - field.phiDeg) < 1e-6,
      );
      return row ? [{ ours: rcsDbsm(field[at]), theirs: row.level }] : [];
    });
    return levelDifference(
      pairs.map(({ ours }) => ours),
      pairs.map(({ theirs }) => theirs),
    ).meanDb;
  };
  return [of('VV', fields[0], 'eTheta'), of('HH', fields[1], 'ePhi')];
}
