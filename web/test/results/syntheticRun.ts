/**
 * A server with made-up results, for looking at the page and for its tests. The numbers are of no physical meaning: they
 * only have the shape of real ones.
 */
import {
  SolverInputShape,
  type ComplexField,
  type FarZoneField,
  type MapPart,
  type MapsFile,
  type MapsResponse,
  type RunResult,
  type WireProject as Project,
} from '@pace/contract';
import { geometryFile } from '../viewer/geometryFile.ts';

type Amplitude = MapsResponse['field'];

const FREQUENCIES_HZ = [1e9, 1.3e9, 1.6e9];
const THETAS_DEG = Array.from({ length: 19 }, (_, i) => 10 * i);
const PHIS_DEG = [0, 45, 90];
const RINGS = 24;

export type SyntheticId =
  | 'finished'
  | 'unconverged'
  | 'running'
  | 'queued'
  | 'error'
  | 'iterative'
  | 'continuing'
  | 'failedContinuation'
  | 'cancelled'
  | 'cancelledEmpty';

const isUnconverged = (id: SyntheticId) =>
  id === 'unconverged' || id === 'continuing' || id === 'failedContinuation';

export function syntheticProject(id: SyntheticId): Project {
  const unconverged = isUnconverged(id);
  const finished = id === 'finished' || id === 'iterative' || unconverged;
  const solverInput = SolverInputShape.parse({
    anglesweep: 1,
    excitation: [0, 180, 0, 90, 1, 10, 45],
    freqsweep: 1,
    frequency: [1e9, 0.3e9, 1.6e9],
    solvertype: 2,
    cfiealpha: [0.5, 1],
  });
  const direct = id !== 'iterative' && !unconverged;
  return {
    id,
    name: `Synthetic sphere (${id})`,
    projectName: `Synthetic sphere (${id})`,
    solverType: 1,
    coreType: 4,
    createdDate: '2026-01-02T08:00:00.000Z',
    startDate: id === 'queued' ? null : new Date(Date.now() - 754_000).toISOString(),
    endDate:
      (finished && id !== 'continuing') || id === 'error'
        ? new Date(Date.now() - 12_000).toISOString()
        : '-1',
    isDemo: false,
    state: {
      solverInput,
      materials: null,
      mesherInput: null,
      mesherInputFileList: ['sphere.step'],
      outputFileList: finished
        ? [
            'mesh.unv',
            'monostatic.json',
            ...['coefficients.bin', 'currents.bin', 'farzone.json', 'iterations.json'].map(
              (kind) => `solver_result_1000000000_${kind.replace('.', '_0_0.')}`,
            ),
          ]
        : ['mesh.unv'],
      solverResultReady: finished,
      mesherResultReady: true,
      model: null,
      meshReport: {
        vertices: 578,
        triangles: 1152,
        unknownsRwg: 1728,
        findings: [],
        parts: [
          { index: 1, number: 1, name: 'upper', triangles: 576, areaM2: 1, open: false },
          { index: 2, number: 2, name: 'lower', triangles: 576, areaM2: 1, open: true },
        ],
      },
    },
    stateLive: {
      mesherState: { status: 'Finished', detail: 'Finished' },
      solverState:
        id === 'running'
          ? {
              status: 'Running',
              detail: 'CALCULATING FIELDS',
              fraction: 0.4,
              predicted: { seconds: 3725, memoryBytes: 104_857_600 },
            }
          : id === 'queued'
            ? {
                status: 'Queued',
                detail: 'Queued',
                queuePosition: 3,
                predicted: { seconds: 3725, memoryBytes: 104_857_600 },
              }
            : id === 'cancelled'
              ? { status: 'Cancelled', detail: 'Cancelled', continuable: true }
              : id === 'cancelledEmpty'
                ? { status: 'Cancelled', detail: 'Cancelled' }
                : id === 'error'
                  ? {
                      status: 'Error',
                      detail:
                        'The problem needs 41 GiB of memory, 16 GiB are allowed; use larger edges or a lower frequency',
                      code: 'MEMORY',
                    }
                  : id === 'continuing'
                    ? {
                        status: 'Running',
                        detail: 'SOLUTION STAGE',
                        fraction: 0.7,
                        continues: true,
                        numberofiterations: 30,
                      }
                    : {
                        status: 'Finished',
                        detail: 'Finished',
                        converged: !unconverged,
                        numberofiterations: 15,
                        ...(id === 'failedContinuation' && {
                          failedContinuation: {
                            status: 'Error',
                            code: 'MEMORY',
                            detail: 'The machine has no memory left.',
                          },
                        }),
                      },
    },
    resultSummary: finished ? syntheticResult(direct, !unconverged) : null,
  };
}

/** `result.json` of the synthetic run. */
function syntheticResult(direct: boolean, converged: boolean): RunResult {
  const predicted = { seconds: 41, memoryBytes: 104_857_600 };
  const whole = {
    schema: 'pace-result-1',
    version: '0.1.0',
    programType: 1,
    reason: 'synthetic data of no physical meaning',
    unknowns: 1728,
    triangles: 1152,
    threads: 4,
    polarization: 1,
    frequenciesHz: FREQUENCIES_HZ,
    illuminations: THETAS_DEG.flatMap((thetaDeg) => PHIS_DEG.map((phiDeg) => ({ thetaDeg, phiDeg }))),
    converged,
    finished: true,
    fingerprint: '1',
    seconds: 83.4,
    processorSeconds: 320,
    memoryBytes: 112_000_000,
    bytesPerUnknown: 64_800,
    notices: [
      {
        code: 'OPEN_PARTS_EFIE',
        sentence:
          'Open surfaces are solved by the EFIE (alpha = 1) because the MFIE needs a closed one: lower.',
      },
    ],
  } as const;
  const frequencies = FREQUENCIES_HZ.map((frequencyHz) => ({
    frequencyHz,
    converged,
    backwardError: 3.2e-15,
    digits: 0,
    seconds: { near: 1, fields: 1, solution: 1, output: 1 },
  }));
  if (direct) return { ...whole, notices: [...whole.notices], method: 'dense-lu', predicted, frequencies };
  return {
    ...whole,
    notices: [...whole.notices],
    method: 'mlfma',
    predicted: { ...predicted, secondsPerProduct: 0.1, products: 100, nearEntries: 10_000, levels: 3 },
    frequencies: frequencies.map((one) => ({
      ...one,
      digits: 3,
      products: 100,
      rank: 6,
      mlfma: {
        digits: 3,
        levels: 3,
        leafWavelengths: 0.25,
        degrees: [12],
        bytesPerUnknown: { near: 800, preconditioner: 200, patterns: 400, fields: 300, translators: 90 },
        seconds: {
          nearMatrix: 1,
          patterns: 1,
          preconditioner: 1,
          solution: 10,
          perProduct: 0.1,
          nearPerProduct: 0.05,
          farPerProduct: 0.05,
        },
      },
    })),
  };
}

/** A sphere of radius 0.5 in two parts. */
export function syntheticGeometry(): ArrayBuffer {
  const vertices: number[][] = [];
  const triangles: number[][] = [];
  for (let i = 0; i <= RINGS; i++)
    for (let j = 0; j < RINGS; j++) {
      const [theta, phi] = [(Math.PI * i) / RINGS, (2 * Math.PI * j) / RINGS];
      vertices.push([
        0.5 * Math.sin(theta) * Math.cos(phi),
        0.5 * Math.sin(theta) * Math.sin(phi),
        0.5 * Math.cos(theta),
      ]);
    }
  const at = (i: number, j: number) => i * RINGS + (j % RINGS);
  for (let i = 0; i < RINGS; i++)
    for (let j = 0; j < RINGS; j++) {
      const part = i < RINGS / 2 ? 1 : 2;
      triangles.push(
        [part, at(i, j), at(i + 1, j), at(i + 1, j + 1)],
        [part, at(i, j), at(i + 1, j + 1), at(i, j + 1)],
      );
    }
  return geometryFile(
    vertices,
    triangles,
    triangles.map(() => 0.8),
  );
}

function syntheticCurrents(thetaDeg: number): ArrayBuffer {
  const count = (RINGS + 1) * RINGS;
  const buffer = new ArrayBuffer(12 + 24 * count);
  new Uint8Array(buffer).set(new TextEncoder().encode('PACECUR1'));
  const view = new DataView(buffer);
  view.setUint32(8, count, true);
  for (let v = 0; v < count; v++) {
    const theta = (Math.PI * Math.floor(v / RINGS)) / RINGS;
    const lit = Math.cos(theta - (thetaDeg * Math.PI) / 180);
    view.setFloat32(12 + 24 * v, 0.0053 * Math.exp(2 * (lit - 1)), true);
  }
  return buffer;
}

const amplitude = (degrees: number, frequencyHz: number) =>
  0.3 *
  (1.2 +
    Math.cos(((frequencyHz / 1e8) * degrees * Math.PI) / 180 / 4) +
    (degrees > 170 && degrees < 190 ? 3 : 0));
const fieldAt = (e: number) => ({ e_Theta_Real: e, e_Theta_Imag: 0.1, e_Phi_Real: 0, e_Phi_Imag: 0.3 * e });

/** Of one incident wave. */
type SyntheticField = Extract<FarZoneField, ComplexField>;

export function syntheticCuts(frequencyHz: number, thetaTenths: number): SyntheticField[] {
  const angles = Array.from({ length: 360 }, (_, i) => i);
  return (['xy', 'xz', 'yz'] as const).flatMap((plane) =>
    angles.map((angle): SyntheticField => {
      const near = plane === 'yz' ? 90 : 0;
      const e = amplitude((angle + thetaTenths / 10) % 360, frequencyHz) * (plane === 'yz' ? 0.6 : 1);
      if (plane === 'xy') return { plane, angleTheta: 900, anglePhi: angle * 10, ...fieldAt(e) };
      return {
        plane,
        angleTheta: 10 * (angle <= 180 ? angle : 360 - angle),
        anglePhi: 10 * (angle <= 180 ? near : near + 180),
        ...fieldAt(e),
      };
    }),
  );
}

const json = (result: unknown) =>
  new Response(JSON.stringify({ result }), { headers: { 'content-type': 'application/json' } });
const binary = (buffer: ArrayBuffer) =>
  new Response(buffer, {
    headers: { 'content-type': 'application/octet-stream', 'content-length': String(buffer.byteLength) },
  });

/** Two parts of opposite signs; the upper one has the larger share. */
export function syntheticMapsFile({ frequency, theta, phi = 0, thetaTo, phiTo, layer }: Asked): MapsFile {
  const part = (index: number, name: string, share: number): MapPart => ({
    index,
    number: index,
    name,
    triangles: 576,
    area_m2: 2,
    middle_m: [0, 0, index],
    share_dBsm: share,
    without_dBsm: -share,
    phaseDeg: 30 * index,
    derivatives: {
      displacement_dBPerMm: share / 100,
      resistance_dBPerOhm: -0.01,
      reactance_dBPerOhm: 0.02,
      ...(layer && { layer_dBPerMm: -0.5 * index }),
    },
  });
  const illuminations = between(THETAS_DEG, theta, thetaTo).flatMap((thetaDeg) =>
    between(PHIS_DEG, phi, phiTo).map((phiDeg) => ({ thetaDeg, phiDeg })),
  );
  return {
    schema: 'pace-maps-1',
    fingerprint: '1',
    frequencyHz: frequency,
    incident: 'V',
    received: 'V',
    illuminations,
    radius_m: 0.15,
    rcs_dBsm: 3.25,
    sheetTriangles: 0,
    translationDefect: 0.031,
    parts: [part(2, 'lower', -7), part(1, 'upper', 4)],
    responses: illuminations.map((_, i) => syntheticResponse(i, layer !== undefined)),
    maps: [
      { name: 'contribution', unit: 'm²' },
      { name: 'displacement', unit: 'dB/mm' },
      { name: 'resistance', unit: 'dB/Ω' },
      { name: 'reactance', unit: 'dB/Ω' },
      ...(layer ? [{ name: 'layer' as const, unit: 'dB/mm' as const }] : []),
    ],
    seconds: 0.5,
  };
}

/** Of a sweep, in tenths of a degree; the first angle alone where there is no end. */
const between = (values: readonly number[], from: number, to = from) =>
  to === from ? [from / 10] : values.filter((value) => 10 * value >= from && 10 * value <= to);

/** Of the parts in their order: the second one has the larger share, which turns in phase from angle to angle. */
function syntheticResponse(i: number, hasLayer: boolean): MapsResponse {
  const lower: Amplitude = [0.1, -0.2];
  const upper: Amplitude = [0.6 * Math.cos(0.7 * i), 0.5 * Math.sin(0.7 * i) + 0.1];
  const part = (share: Amplitude, scale: number): MapsResponse['parts'][number] => {
    const per = (real: number, imag: number): Amplitude => [scale * real, scale * imag];
    return {
      share,
      perMm: per(0.02, -0.01),
      perOhm: per(-0.001, 0.002),
      ...(hasLayer && { perMmOfLayer: per(-0.01, 0.03) }),
      perMmMoved: [per(0.01, 0), per(0, 0.01), per(0.005, -0.02)],
      perDegreeTurned: [per(0.03, 0.01), per(0, -0.02), per(0.001, 0.004)],
    };
  };
  return {
    field: [lower[0] + upper[0], lower[1] + upper[1]],
    parts: [part(lower, 1), part(upper, 2)],
  };
}

/** `maps.bin`: falls from the first triangle to the last, below zero at the end. */
export function syntheticMaps(maps: number): ArrayBuffer {
  const triangles = 2 * RINGS * RINGS;
  const buffer = new ArrayBuffer(16 + 4 * triangles * maps);
  new Uint8Array(buffer).set(new TextEncoder().encode('PACEMAP1'));
  const view = new DataView(buffer);
  view.setUint32(8, triangles, true);
  view.setUint32(12, maps, true);
  for (let map = 0; map < maps; map++)
    for (let t = 0; t < triangles; t++)
      view.setFloat32(
        16 + 4 * (map * triangles + t),
        map === 0 ? 2 - t / triangles : 1 - (2.5 * t) / triangles,
        true,
      );
  return buffer;
}

interface Asked {
  projectId: SyntheticId;
  frequency: number;
  theta: number;
  phi?: number;
  thetaTo?: number;
  phiTo?: number;
  layer?: object;
}

/** What the synthetic server answers to a fetch. */
export async function answer(address: string, init?: RequestInit): Promise<Response> {
  const url = new URL(address, 'http://synthetic');
  const body = JSON.parse(typeof init?.body === 'string' ? init.body : '{}') as Asked;
  const converged = !isUnconverged(body.projectId);
  switch (url.pathname.split('/').at(-1)) {
    case 'get-single-project':
      return json(syntheticProject(url.searchParams.get('id') as SyntheticId));
    case 'storage-stateLive':
      return json(syntheticProject(body.projectId).stateLive);
    case 'continue':
      return json({
        ...syntheticProject(body.projectId).stateLive,
        solverState: { status: 'Queued', detail: '', continues: true },
      });
    case 'mesher-result':
      return binary(syntheticGeometry());
    case 'fusion-result':
      return binary(syntheticCurrents(body.theta / 10));
    case 'FarZoneFieldsResult':
      return json({ farZoneFields: syntheticCuts(body.frequency, body.theta), converged });
    case 'DesignMaps': {
      const file = syntheticMapsFile(body);
      const wantsBinary = new Headers(init?.headers).get('accept') === 'application/octet-stream';
      return wantsBinary ? binary(syntheticMaps(file.maps.length)) : json(file);
    }
    case 'export':
      // What the server writes is checked there: here it is what was asked for.
      return new Response(url.search);
    case 'IterationsResult':
      return json({
        converged,
        method: converged && body.projectId !== 'iterative' ? 'dense-lu' : 'mlfma',
        iterations:
          converged && body.projectId !== 'iterative'
            ? [{ iteration: 1, residual: 3.2e-15 }]
            : Array.from({ length: 15 }, (_, i) => ({
                iteration: i + 1,
                residual: 0.7 ** (i * (converged ? 1.4 : 0.7)),
              })),
      });
    case 'MonoStaticRcsResult':
      return json({
        converged,
        monoStaticRcs: FREQUENCIES_HZ.flatMap((frequency) =>
          THETAS_DEG.flatMap((theta) =>
            PHIS_DEG.map((phi) => ({
              frequency,
              angleTheta: 10 * theta,
              anglePhi: 10 * phi,
              ...fieldAt(amplitude(theta + phi, frequency)),
            })),
          ),
        ),
      });
    default:
      return new Response(
        JSON.stringify({ code: 'NOT_FOUND', detail: `The synthetic server does not know ${url.pathname}` }),
        { status: 404 },
      );
  }
}
