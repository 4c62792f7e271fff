/** Files of a results folder that are there once a run, whatever its sweeps. */
export const RESULT_FILE = 'result.json';
export const MONOSTATIC_FILE = 'monostatic.json';

/** Kinds of files that are there once an illumination and frequency. */
export const RESULT_KINDS = [
  'coefficients',
  'currents',
  'magnetic',
  'iterations',
  'time',
  'farzone',
] as const;
export type ResultKind = (typeof RESULT_KINDS)[number];
export const RESULT_EXTENSIONS: Record<ResultKind, string> = {
  coefficients: 'bin',
  currents: 'bin',
  /** Magnetic surface currents M [V/m]; of surfaces that are no perfect conductors */
  magnetic: 'bin',
  iterations: 'json',
  time: 'json',
  farzone: 'json',
};

/** Angles in file names and result records are degrees × 10: integers for steps of 0.1°, else with decimals. */
export const ANGLE_FACTOR = 10;

export interface ResultKey {
  /** Hz */
  frequency: number;
  /** degrees × 10 */
  theta: number;
  /** degrees × 10 */
  phi: number;
  /** Of a run of both polarizations, in the kinds that there are once an incident wave (`INCIDENT_KINDS`) */
  incident?: Incident | undefined;
}

/** The incident waves of a run of both polarizations: vertical, horizontal. */
export const INCIDENTS = ['V', 'H'] as const;
export type Incident = (typeof INCIDENTS)[number];
/** Kinds that such a run writes once an incident wave, with its letter behind the kind: `currentsV`, `currentsH`. */
export const INCIDENT_KINDS: readonly ResultKind[] = ['coefficients', 'currents', 'magnetic', 'iterations'];

/**
 * A number as in the names: shortest decimal that reads back the same, never with an exponent
 * (in C++: std::to_chars with std::chars_format::fixed).
 */
export function numberText(value: number): string {
  const [mantissa = '', exponent] = String(value).split('e-');
  if (exponent === undefined) return mantissa;
  return `0.${'0'.repeat(Number(exponent) - 1)}${mantissa.replace('.', '')}`;
}

const nameOf = (frequency: string, kind: string, theta: string, phi: string, extension: string) =>
  `solver_result_${frequency}_${kind}_${theta}_${phi}.${extension}`;

/** How names are made, for people. */
export const RESULT_NAME_PATTERN = nameOf('{frequency Hz}', '{kind}', '{theta x 10}', '{phi x 10}', '*');

/** The name has six pieces between underscores. */
export function resultFileName(kind: ResultKind, { frequency, theta, phi, incident }: ResultKey): string {
  const angle = (tenths: number) => numberText(Number(tenths.toFixed(9)));
  return nameOf(
    numberText(frequency),
    `${kind}${incident ?? ''}`,
    angle(theta),
    angle(phi),
    RESULT_EXTENSIONS[kind],
  );
}

/** What each triangle adds to the error bars: once a frequency. */
export function errorMapFileName(frequencyHz: number): string {
  return `solver_result_${numberText(frequencyHz)}_errors.bin`;
}

/** Undefined if the name is not of a result file. */
export function parseResultFileName(name: string): (ResultKey & { kind: ResultKind }) | undefined {
  const match =
    /^solver_result_(\d+(?:\.\d+)?)_([a-z]+)([VH]?)_(\d+(?:\.\d+)?)_(\d+(?:\.\d+)?)\.([a-z]+)$/.exec(name);
  const incident = INCIDENTS.find((one) => one === match?.[3]);
  const kind = RESULT_KINDS.find((k) => k === match?.[2]);
  if (!match || !kind || match[6] !== RESULT_EXTENSIONS[kind]) return undefined;
  if (incident && !INCIDENT_KINDS.includes(kind)) return undefined;
  return {
    kind,
    frequency: Number(match[1]),
    theta: Number(match[4]),
    phi: Number(match[5]),
    ...(incident && { incident }),
  };
}
