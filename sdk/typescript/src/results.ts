/** Results of a finished run as typed arrays. */
import { writeFile } from 'node:fs/promises';
import {
  ANGLE_FACTOR,
  correctedRecord,
  isScatteringMatrix,
  polarizationOf,
  POLARIZATIONS,
  type ExportFormat,
  type FarZoneField,
  type MonoStaticFile,
  type MonoStaticRcs,
} from '@pace/contract';
import type { BackscatterAxes, ComplexArray, CutAxes, RealArray } from './arrays.ts';
import type { Complex, Incident, RunResult, WireProject } from './contractTypes.ts';
import { download } from './download.ts';
import { designMapsOf, hotSpotsOf, type DesignMaps, type HotSpots } from './maps.ts';
import { invalid } from './errors.ts';
import {
  backscatterFile,
  BINARY_FORMATS,
  cutFile,
  formatOf,
  isOfServer,
  type FileSource,
  type ResultFormat,
} from './resultFiles.ts';
import { Fields, type Bar, type Term, type Unit } from './scattering.ts';
import type { Transport } from './transport.ts';
import { keyTenths } from './units.ts';

/** One incident wave of a run: Hz, degrees. What the run has one value of need not be given. */
export interface Illumination {
  frequency?: number | undefined;
  /** Direction that the wave comes from, from +z */
  theta?: number | undefined;
  /** Direction that the wave comes from, from +x towards +y */
  phi?: number | undefined;
}

/** Currents on the surface. */
export interface CurrentsChoice extends Illumination {
  /** Of a "VH" run; "V" if it is not given */
  incident?: Incident | undefined;
  /** Electric (J, the default) or magnetic (M); perfect conductors have no M */
  density?: 'J' | 'M' | undefined;
}

/** Of which wave maps are, and of which change. */
export interface MapsChoice extends Illumination {
  /** The end of a sector of the sweep that powers are averaged over [degrees] */
  thetaTo?: number | undefined;
  phiTo?: number | undefined;
  /** Of a "VH" run; "V" if it is not given */
  incident?: Incident | undefined;
  /** As incident if it is not given */
  received?: Incident | undefined;
  /** Of the neighbourhood that maps sum over [m] */
  radius?: number | undefined;
  /** A thin layer on a conductor: relative values */
  layer?: { permittivity: Complex; permeability: Complex } | undefined;
}

/** What a file is to hold. */
export interface SaveChoice extends CurrentsChoice {
  format?: ResultFormat | undefined;
}

/** A bistatic far field over one plane; arrays have one entry a direction. */
export class Cut {
  /** "xy", "xz", "yz", or "3d" of a full-sphere pattern */
  readonly plane: string;
  /** Degrees from +z */
  readonly theta: Float64Array;
  /** Degrees from +x towards +y */
  readonly phi: Float64Array;
  readonly #fields: Fields<CutAxes>;

  /** @internal */
  constructor(plane: string, polarization: number, records: readonly FarZoneField[]) {
    this.plane = plane;
    this.theta = Float64Array.from(records, ({ angleTheta }) => angleTheta / ANGLE_FACTOR);
    this.phi = Float64Array.from(records, ({ anglePhi }) => anglePhi / ANGLE_FACTOR);
    this.#fields = new Fields(polarization, records, [records.length], { theta: this.theta, phi: this.phi });
  }

  get terms(): readonly Term[] {
    return this.#fields.terms;
  }

  /** S of a term [m], as `Results.field`. */
  field(term: Term): ComplexArray<CutAxes> {
    return this.#fields.field(term);
  }

  /** Bistatic RCS [m² or dBsm], as `Results.rcs`. */
  rcs(term: Term | 'total' = 'total', unit?: Unit): RealArray<CutAxes> {
    return this.#fields.rcs(term, unit);
  }

  /** Error bar of the RCS, as `Results.bar`. */
  bar(term: Term | 'total' = 'total', unit?: Unit): Bar<CutAxes> | undefined {
    return this.#fields.bar(term, unit);
  }
}

/** The cuts of one illumination by their planes. */
export interface Bistatic {
  cuts: Readonly<Record<string, Cut>>;
  /** Whether the currents of this illumination have their residual */
  converged: boolean;
  /** Whether this frequency was solved; false: interpolated by an adaptive sweep, and the error bars say how well */
  computed: boolean;
}

/**
 * Backscatter of every frequency and direction, and what else a run has computed.
 *
 * Arrays of backscatter have the shape [frequency, theta, phi]; NaN where a cancelled run did not come to.
 */
export class Results {
  /** Id of the project */
  readonly id: string;
  /** Hz, ascending */
  readonly frequency: Float64Array;
  /** Directions that the waves come from: degrees from +z, ascending */
  readonly theta: Float64Array;
  /** Directions that the waves come from: degrees from +x towards +y, ascending */
  readonly phi: Float64Array;
  /**
   * The same fields with the errors added that are known to first order; what was not corrected is as it was solved. Undefined where no
   * correction makes the error bars shorter (docs/theory/error-estimate.md).
   */
  readonly corrected: Fields<BackscatterAxes> | undefined;
  /** By frequency: solved (true), or interpolated by an adaptive sweep (false), whose error bars say how well. */
  readonly computed: readonly boolean[];
  readonly #transport: Transport;
  readonly #project: WireProject;
  readonly #mono: MonoStaticFile;
  readonly #fields: Fields<BackscatterAxes>;

  /** @internal `Results.read` reads them. */
  constructor(transport: Transport, project: WireProject, mono: MonoStaticFile) {
    this.#transport = transport;
    this.#project = project;
    this.#mono = mono;
    this.id = project.id;
    const records = mono.monoStaticRcs;
    const asked = this.summary?.frequenciesHz ?? [];
    this.frequency = ascending(asked.length > 0 ? asked : records.map(({ frequency }) => frequency));
    const interpolated = new Set(
      records.filter(({ computed }) => computed === false).map(({ frequency }) => frequency),
    );
    this.computed = [...this.frequency].map((one) => !interpolated.has(one));
    this.theta = ascending(records.map(({ angleTheta }) => angleTheta / ANGLE_FACTOR));
    this.phi = ascending(records.map(({ anglePhi }) => anglePhi / ANGLE_FACTOR));
    const placed = new Map(
      records.map((one) => [
        placeOf(one.frequency, one.angleTheta / ANGLE_FACTOR, one.anglePhi / ANGLE_FACTOR),
        one,
      ]),
    );
    const inOrder = [...this.frequency].flatMap((f) =>
      [...this.theta].flatMap((t) => [...this.phi].map((p) => placed.get(placeOf(f, t, p)))),
    );
    const fieldsOf = (some: readonly (MonoStaticRcs | undefined)[]) =>
      new Fields(this.polarization, some, this.shape, this.axes);
    this.#fields = fieldsOf(inOrder);
    this.corrected = records.some(({ corrected }) => corrected !== undefined)
      ? fieldsOf(inOrder.map((record) => record && correctedRecord(record)))
      : undefined;
  }

  /**
   * The results of a project.
   * @internal
   * @throws NotFound (RESULT_NOT_READY) before its run has finished
   */
  static async read(transport: Transport, projectId: string): Promise<Results> {
    const project = await transport.call('getSingleProject', { id: projectId });
    return new Results(transport, project, await transport.call('monoStaticRcsResult', { projectId }));
  }

  get name(): string {
    return this.#project.name;
  }

  get shape(): readonly [frequencies: number, thetas: number, phis: number] {
    return [this.frequency.length, this.theta.length, this.phi.length];
  }

  get axes(): BackscatterAxes {
    return { frequency: this.frequency, theta: this.theta, phi: this.phi };
  }

  /** `result.json`: method, residuals, error estimate, times, memory (docs/run-folder.md); undefined where it cannot be read. */
  get summary(): RunResult | undefined {
    return this.#project.resultSummary ?? undefined;
  }

  /** Whether every field is finite, and every residual as small as was asked. */
  get converged(): boolean {
    return this.#mono.converged;
  }

  /** What the solver has to say of the run. */
  get notices(): readonly string[] {
    return this.summary?.notices.map(({ code, sentence }) => `${code}: ${sentence}`) ?? [];
  }

  /** Number of the API: 0 horizontal, 1 vertical, 2 right, 3 left circular, 4 vertical and horizontal. */
  get polarization(): number {
    const [first] = this.#mono.monoStaticRcs;
    if (first && isScatteringMatrix(first)) return POLARIZATIONS.verticalAndHorizontal;
    const entered = this.#project.state.solverInput;
    return (
      this.summary?.polarization ?? (entered ? polarizationOf(entered.anglesweep, entered.excitation) : 0)
    );
  }

  /** Terms of the scattering matrix that were computed, the received polarization first: by "VH" all of VV, HH, VH, HV. */
  get terms(): readonly Term[] {
    return this.#fields.terms;
  }

  /**
   * Scattering matrix S of a term [m], shape [frequency, theta, phi]: lim r·e^{jkr}·E over the incident field strength.
   *
   * @param term  "VV", "VH", "HV", "HH", of "VH" runs also "RR", "RL", "LR", "LL"; the first letter is received. Of a run of one polarization
   *   also "theta" and "phi": E_θ and E_φ [V] of a wave of 1 V/m. The phase is zero at the origin of the model.
   * @throws InvalidInput for a term that was not computed
   */
  field(term: Term): ComplexArray<BackscatterAxes> {
    return this.#fields.field(term);
  }

  /**
   * Monostatic RCS σ = 4π|S|² [m²], or dBsm, shape [frequency, theta, phi].
   * @param term  as of `field`; "total" is the sum over all terms that were computed
   */
  rcs(term: Term | 'total' = 'total', unit?: Unit): RealArray<BackscatterAxes> {
    return this.#fields.rcs(term, unit);
  }

  /** Error bar of `rcs(term, unit)` in its unit, as low and high; undefined where the run estimated none. */
  bar(term: Term | 'total' = 'total', unit?: Unit): Bar<BackscatterAxes> | undefined {
    return this.#fields.bar(term, unit);
  }

  /** Error bar of `field(term)`: radius of the disc around it in which the exact value lies [m]; undefined where there is none. */
  radius(term: Term): RealArray<BackscatterAxes> | undefined {
    return this.#fields.radius(term);
  }

  /** Far field in the planes xy, xz and yz of one incident wave. @throws InvalidInput where the run has no such wave */
  async bistatic(illumination: Illumination = {}): Promise<Bistatic> {
    const got = await this.#transport.call('farZoneFieldsResult', this.#key(illumination));
    return {
      cuts: cutsOf(this.polarization, got.farZoneFields),
      converged: got.converged,
      computed: got.computed ?? true,
    };
  }

  /** The exact far field (Mie series) of a model that is a sphere, in the same cuts. @throws StateConflict (NOT_A_SPHERE) */
  async exactSphere(illumination: Illumination = {}): Promise<Bistatic> {
    const got = await this.#transport.call('sphereResult', this.#key(illumination));
    return { cuts: cutsOf(this.polarization, got.farZoneFields), converged: true, computed: true };
  }

  /**
   * Residuals ‖b − Zx‖/‖b‖, one an iteration; by LU one for all.
   * @param incident  of a "VH" run; "V" if it is not given
   */
  async iterations(
    illumination: Illumination & { incident?: Incident | undefined } = {},
  ): Promise<Float64Array> {
    const { incident, ...wave } = illumination;
    const isBoth = this.polarization === POLARIZATIONS.verticalAndHorizontal;
    const got = await this.#transport.call('iterationsResult', {
      ...this.#key(wave),
      ...(isBoth ? { incident: incident ?? 'V' } : {}),
    });
    return Float64Array.from(got.iterations, ({ residual }) => residual);
  }

  /**
   * What each triangle contributes to the far field of a wave, and what moving it, its impedance or a layer on it would change.
   * @throws StateConflict (MAPS_UNAVAILABLE) of runs without the coefficients that maps are made of
   */
  async maps(choice: MapsChoice = {}): Promise<DesignMaps> {
    const { frequency, theta, phi, thetaTo, phiTo, ...others } = choice;
    const body = {
      ...this.#key({ frequency, theta, phi }),
      ...(thetaTo === undefined ? {} : { thetaTo: keyTenths(thetaTo) }),
      ...(phiTo === undefined ? {} : { phiTo: keyTenths(phiTo) }),
      ...others,
    };
    const [file, content] = await Promise.all([
      this.#transport.call('designMaps', body),
      this.#transport.binary('designMaps', body),
    ]);
    return designMapsOf(file, content);
  }

  /** Where the echoes of the whole sweep add up on the surface. */
  async hotSpots(waves: { incident?: Incident; received?: Incident } = {}): Promise<HotSpots> {
    const body = { projectId: this.id, ...waves };
    const [file, content] = await Promise.all([
      this.#transport.call('backProjection', body),
      this.#transport.binary('backProjection', body),
    ]);
    return hotSpotsOf(file, content);
  }

  /** Model, mesh, job and all result files as a ZIP file (docs/run-folder.md). @returns its path */
  archive(path: string): Promise<string> {
    return download(this.#transport, 'downloadRun', { ProjectID: this.id }, path);
  }

  /** The mesh that was solved, as a UNV file. @returns its path */
  mesh(path: string): Promise<string> {
    return download(this.#transport, 'download', { ProjectID: this.id }, path);
  }

  /**
   * Writes the results as .mat (level 5), .h5, .csv, .txt, .ffe or .rcs (STK), currents as .vtu, the mesh as .msh, .stl or .obj, by the ending of
   * the name (docs/formats.md).
   * @param choice  format: where the name does not say it; the ZIP file of the Radar Explorer is "radarexplorer". The wave whose cuts .ffe, .rcs
   *   and .h5 files have, and whose currents a .vtu file. Without angles a .rcs file has the monostatic results of a frequency
   * @returns the path
   */
  async save(path: string, choice: SaveChoice = {}): Promise<string> {
    const { format = formatOf(path), ...wave } = choice;
    if (isOfServer(format))
      return download(this.#transport, 'exportResult', this.#exportRequest(format, wave), path);
    await writeFile(path, await this.content(format, wave));
    return path;
  }

  /** What `save` writes: bytes of .mat, .h5, .zip, .vtu and .stl, else text. */
  async content(format: ResultFormat, choice: CurrentsChoice = {}): Promise<string | Uint8Array> {
    if (isOfServer(format)) {
      const pieces: Uint8Array[] = [];
      await this.#transport.save('exportResult', this.#exportRequest(format, choice), {
        reset: () => {
          pieces.length = 0;
          return Promise.resolve();
        },
        write: (piece) => {
          pieces.push(piece);
          return Promise.resolve();
        },
      });
      const bytes = Buffer.concat(pieces);
      return BINARY_FORMATS.includes(format) ? bytes : bytes.toString('utf8');
    }
    const source: FileSource = {
      name: this.name,
      polarization: this.polarization,
      converged: this.converged,
      records: this.#mono.monoStaticRcs,
      axes: this.axes,
      terms: this.terms,
      field: (term) => this.field(term),
      radius: (term) => this.radius(term),
      computed: this.computed,
    };
    if (format !== 'ffe') return backscatterFile(format, source);
    const { frequency, theta, phi } = this.#wave(choice);
    const got = await this.#transport.call('farZoneFieldsResult', this.#key(choice));
    return cutFile(source, {
      converged: got.converged,
      computed: got.computed,
      frequencyHz: frequency,
      thetaDeg: theta,
      phiDeg: phi,
      fields: got.farZoneFields,
    });
  }

  #exportRequest(format: ExportFormat, choice: CurrentsChoice) {
    const { incident, density, ...wave } = choice;
    const isOfWave = format === 'vtu' || wave.theta !== undefined || wave.phi !== undefined;
    const { frequency, theta, phi } = isOfWave ? this.#wave(wave) : wave;
    return {
      ProjectID: this.id,
      Format: format,
      // A file of one frequency says itself which of several it may be.
      Frequency:
        isOfWave || frequency === undefined ? frequency : oneOf(this.frequency, frequency, 'frequency'),
      Theta: theta === undefined ? undefined : keyTenths(theta),
      Phi: phi === undefined ? undefined : keyTenths(phi),
      Incident: incident,
      Density: density,
    };
  }

  #wave({ frequency, theta, phi }: Illumination): Required<{ [K in keyof Illumination]: number }> {
    return {
      frequency: oneOf(this.frequency, frequency, 'frequency'),
      theta: oneOf(this.theta, theta, 'theta'),
      phi: oneOf(this.phi, phi, 'phi'),
    };
  }

  #key(illumination: Illumination) {
    const { frequency, theta, phi } = this.#wave(illumination);
    return { projectId: this.id, frequency, theta: keyTenths(theta), phi: keyTenths(phi) };
  }
}

const ascending = (values: readonly number[]) =>
  Float64Array.from([...new Set(values)].sort((a, b) => a - b));

const placeOf = (frequency: number, theta: number, phi: number) => `${frequency}/${theta}/${phi}`;

function cutsOf(polarization: number, records: readonly FarZoneField[]): Record<string, Cut> {
  const planes = [...new Set(records.map(({ plane }) => plane))];
  return Object.fromEntries(
    planes.map((plane) => [
      plane,
      new Cut(
        plane,
        polarization,
        records.filter((one) => one.plane === plane),
      ),
    ]),
  );
}

const VALUE_TOLERANCE = 1e-6;

/** The value of an axis that is meant; the only one where none is given. */
function oneOf(axis: Float64Array, value: number | undefined, name: string): number {
  const [first] = axis;
  if (value === undefined) {
    if (axis.length === 1 && first !== undefined) return first;
    throw invalid('VALIDATION', `/${name}`, `The run has ${axis.length} values of ${name}: say which one.`);
  }
  const nearest = axis.reduce(
    (best, one) => (Math.abs(one - value) < Math.abs(best - value) ? one : best),
    first ?? NaN,
  );
  if (!(Math.abs(nearest - value) <= VALUE_TOLERANCE * Math.max(1, Math.abs(value))))
    throw invalid(
      'RESULT_NOT_FOUND',
      `/${name}`,
      `The run has no ${name} ${value}; the nearest is ${nearest}.`,
    );
  return nearest;
}
