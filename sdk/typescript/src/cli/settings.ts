/** Waves, settings and materials of a run from the command line. */
import type { Boundary, Layer } from '../materials.ts';
import type { Polarization } from '../scattering.ts';
import {
  LIST_SETTINGS,
  SOLVER_SETTINGS,
  type MeshSettings,
  type RunSettings,
  type Solver,
} from '../settings.ts';
import type { Range } from '../units.ts';
import { numberOf, WrongUsage, type Given } from './arguments.ts';

/** Undefined where no frequency is given: then the run that was prepared is meant. @throws WrongUsage */
export function runSettings(given: Given): RunSettings | undefined {
  const frequency = rangeOf(given, 'frequency');
  if (frequency === undefined) {
    const other = ['theta', 'phi', 'polarization', 'solver', 'name'].find(
      (one) => given.text(one) !== undefined,
    );
    const many = ['set', 'layer', 'boundary'].find((one) => given.texts(one).length > 0);
    if (other ?? many)
      throw new WrongUsage(`--${other ?? many} needs --frequency: a new run is prepared with it.`);
    return undefined;
  }
  const layers = given.texts('layer').map(layerOf);
  const boundaries = given.texts('boundary').map(boundaryOf);
  return {
    ...Object.fromEntries(given.texts('set').map(settingOf)),
    frequency,
    theta: rangeOf(given, 'theta'),
    phi: rangeOf(given, 'phi'),
    polarization: given.text('polarization') as Polarization | undefined,
    solver: given.text('solver') as Solver | undefined,
    name: given.text('name'),
    ...(layers.length > 0 ? { coating: layers } : {}),
    ...(boundaries.length > 0 ? { boundaries: Object.fromEntries(boundaries) } : {}),
  };
}

const numberGiven = (given: Given, option: string): number | undefined => {
  const text = given.text(option);
  return text === undefined ? undefined : numberOf(text, option);
};

/** What the options of a mesh say. */
export function meshSettings(given: Given): MeshSettings {
  const size = given.text('size');
  return {
    size: size === undefined || /[λl]/i.test(size) ? size : numberOf(size, 'size'),
    metresPerUnit: numberGiven(given, 'unit'),
    curved: given.has('flat') ? false : undefined,
    graded: given.has('graded') ? true : undefined,
  };
}

function rangeOf(given: Given, option: string): Range | undefined {
  const text = given.text(option);
  if (text === undefined) return undefined;
  const [first, last, step, ...more] = text
    .split(':')
    .map((one) => (text.includes(':') ? numberOf(one, option) : 0));
  if (!text.includes(':')) {
    const values = text.split(',').map((one) => numberOf(one, option));
    return values.length === 1 ? values[0]! : values;
  }
  if (first === undefined || last === undefined || step === undefined || more.length > 0)
    throw new WrongUsage(`--${option} ${text}: a sweep is FIRST:LAST:STEP.`);
  return { first, last, step };
}

function settingOf(text: string): [name: string, value: unknown] {
  const [, name = '', value = ''] = /^(\w+)=(.+)$/.exec(text) ?? [];
  if (!SOLVER_SETTINGS.some((one) => one === name))
    throw new WrongUsage(`--set ${text}: give NAME=VALUE, with a NAME of ${SOLVER_SETTINGS.join(', ')}.`);
  const values = value.split(',');
  // A list has numbers alone: what is on and off in it is 1 and 0.
  if (isList(name)) return [name, values.map((one) => FLAGS[one] ?? numberOf(one, 'set'))];
  if (values.length > 1) throw new WrongUsage(`--set ${text}: ${name} is one value.`);
  return [name, /^(?:true|false)$/.test(value) ? value === 'true' : numberOf(value, 'set')];
}

const FLAGS: Readonly<Record<string, 0 | 1>> = { true: 1, false: 0 };
const isList = (name: string) => (LIST_SETTINGS as readonly string[]).includes(name);

function layerOf(text: string): Layer {
  const at = text.lastIndexOf('@');
  if (at < 1) throw new WrongUsage(`--layer ${text}: give MATERIAL@THICKNESS, the thickness in metres.`);
  return { material: text.slice(0, at), thickness: numberOf(text.slice(at + 1), 'layer') };
}

function boundaryOf(text: string): [surface: string, boundary: Boundary] {
  const [, surface = '', material = '', outside] = /^(\d+)=([^@]*)(?:@(.+))?$/.exec(text) ?? [];
  if (surface === '') throw new WrongUsage(`--boundary ${text}: give SURFACE=MATERIAL[@OUTSIDE].`);
  return [
    surface,
    {
      inside: material === '' ? null : material,
      ...(outside === undefined
        ? {}
        : {
            outside:
              outside === 'vacuum' || outside === 'interface' ? outside : numberOf(outside, 'boundary'),
          }),
    },
  ];
}
