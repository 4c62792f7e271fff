/** What the import doctor found in a mesh. */
import type { MeshReport } from './contractTypes.ts';

export type Finding = MeshReport['findings'][number];

/** The report of a mesh. `String(doctor)` shows its rows. */
export class Doctor {
  /** The whole of it, as `mesh.json` has it (docs/run-folder.md); lengths in metres */
  readonly report: MeshReport;

  constructor(report: MeshReport) {
    this.report = report;
  }

  get verdict(): 'ok' | 'warnings' | 'errors' {
    return this.report.verdict ?? 'ok';
  }

  get triangles(): number {
    return this.report.triangles;
  }

  /** RWG functions of a perfect conductor; `Run.estimate` has those of a run. */
  get unknowns(): number {
    return this.report.unknownsRwg;
  }

  /** Numbers of the parts in the model file, ascending, as coatings and boundaries refer to them. */
  get surfaces(): readonly number[] {
    return this.report.parts.map(({ number }) => number);
  }

  /** Extents along x, y, z [m]. */
  get size(): readonly [number, number, number] | undefined {
    return this.report.boundingBox?.metres.size;
  }

  /** With their severity, code and sentence, and the number of the part if there is one. */
  get findings(): readonly Finding[] {
    return this.report.findings;
  }

  /** Quantities and findings as texts. */
  get rows(): readonly (readonly [name: string, text: string])[] {
    const { report, size } = this;
    const { unitsName, metresPerUnit, curved, edge_m: edge, openEdges } = report;
    const short = (value: number) => String(Number(value.toPrecision(4)));
    return [
      ['verdict', this.verdict],
      ...(unitsName === undefined
        ? []
        : [
            [
              'units',
              `${unitsName} (${metresPerUnit === null || metresPerUnit === undefined ? 'not stated' : `${metresPerUnit} m`})`,
            ] as const,
          ]),
      ...(size ? [['size', `${size.map(short).join(' × ')} m`] as const] : []),
      ['triangles', String(this.triangles)],
      ...(curved ? [['curved triangles', String(curved.triangles)] as const] : []),
      ['unknowns', String(this.unknowns)],
      ['parts', String(report.parts.length)],
      ...(edge
        ? [['edges', `${short(edge.min)} … ${short(edge.max)} m, mean ${short(edge.mean)} m`] as const]
        : []),
      ...(openEdges === undefined ? [] : [['open edges', String(openEdges)] as const]),
      ...report.findings.map(
        ({ severity, code, sentence, part }) =>
          [severity, `${code}: ${sentence}${part === undefined ? '' : ` (part ${part})`}`] as const,
      ),
    ];
  }

  toString(): string {
    const width = Math.max(...this.rows.map(([name]) => name.length));
    return this.rows.map(([name, text]) => `${name.padEnd(width)}  ${text}`).join('\n');
  }
}
