/** A unit of length with its size in metres. */
export interface LengthUnit {
  name: string;
  metres: number;
}

/** Prefixes of SI_UNIT as STEP writes them (ISO 10303-41, si_prefix). */
const PREFIXES: Record<string, number> = {
  EXA: 1e18,
  PETA: 1e15,
  TERA: 1e12,
  GIGA: 1e9,
  MEGA: 1e6,
  KILO: 1e3,
  HECTO: 1e2,
  DECA: 1e1,
  DECI: 1e-1,
  CENTI: 1e-2,
  MILLI: 1e-3,
  MICRO: 1e-6,
  NANO: 1e-9,
  PICO: 1e-12,
  FEMTO: 1e-15,
  ATTO: 1e-18,
};

const NAMED: readonly LengthUnit[] = [
  { name: 'm', metres: 1 },
  { name: 'cm', metres: 0.01 },
  { name: 'mm', metres: 0.001 },
  { name: 'µm', metres: 1e-6 },
  { name: 'nm', metres: 1e-9 },
  { name: 'km', metres: 1000 },
  { name: 'inch', metres: 0.0254 },
  { name: 'foot', metres: 0.3048 },
  { name: 'yard', metres: 0.9144 },
  { name: 'mil', metres: 2.54e-5 },
  { name: 'mile', metres: 1609.344 },
];

/** The metre with an SI prefix; undefined when the prefix is none of the standard's. */
export function prefixedMetre(prefix: string | undefined): LengthUnit | undefined {
  const metres = prefix === undefined ? 1 : PREFIXES[prefix];
  return metres === undefined ? undefined : lengthUnit(metres, `${prefix?.toLowerCase() ?? ''}metre`);
}

/** The unit of this size under its usual name, or under the name that the file gives it. */
export function lengthUnit(metres: number, nameInFile: string): LengthUnit {
  const usual = NAMED.find((unit) => Math.abs(unit.metres / metres - 1) < 1e-9);
  // The usual size is exact; a file's 25.4 × 0.001 is not.
  return usual ?? { name: nameInFile.toLowerCase(), metres };
}
