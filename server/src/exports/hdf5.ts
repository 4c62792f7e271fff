import type { BistaticData, ScatteringData } from '@pace/contract/export';
import {
  componentConventions,
  componentDbsm,
  degrees,
  INTERPOLATED_SENTENCE,
  NOT_CONVERGED_SENTENCE,
  oneLine,
  PHASE_CONVENTIONS,
  scatteringArrays,
  scatteringComponents,
} from '@pace/contract/export';
import h5wasm, { type Group } from 'h5wasm/node';

/** Of the layout in docs/formats.md; counts up when a reader of the last one would fail. */
const LAYOUT = 1;

/** Radii and RCS beside a field, or its two parts. */
interface Values {
  name: string;
  unit: string;
  real: Float64Array;
  imaginary?: Float64Array;
}

/**
 * Results of a run as HDF5 (docs/formats.md): group `monostatic`, and `bistatic` with the cuts of one illumination.
 * @param path  nothing may be there
 * @throws Error without records
 */
export async function writeHdf5(path: string, data: ScatteringData, cuts?: BistaticData): Promise<void> {
  await h5wasm.ready;
  const { frequencyHz, thetaDeg, phiDeg, arrays, computed } = scatteringArrays(data);
  const file = new h5wasm.File(path, 'w');
  try {
    attributes(file, {
      format: 'pace-results',
      layout: LAYOUT,
      run_name: oneLine(data.name),
      converged: data.converged ? 1 : 0,
      conventions: [
        ...(data.converged ? [] : [NOT_CONVERGED_SENTENCE]),
        ...PHASE_CONVENTIONS,
        ...componentConventions(data.polarization),
        ...(computed ? [INTERPOLATED_SENTENCE] : []),
      ].join('\n'),
    });
    const monostatic = file.create_group('monostatic');
    add(monostatic, { name: 'frequency_Hz', unit: 'Hz', real: frequencyHz });
    if (computed) add(monostatic, { name: 'computed', unit: '1', real: computed });
    add(monostatic, { name: 'theta_deg', unit: 'deg', real: thetaDeg });
    add(monostatic, { name: 'phi_deg', unit: 'deg', real: phiDeg });
    for (const values of arrays) add(monostatic, values, [frequencyHz.length, thetaDeg.length]);
    if (cuts) addCuts(file.create_group('bistatic'), cuts);
  } finally {
    file.close();
  }
}

function addCuts(
  group: Group,
  { polarization, frequencyHz, thetaDeg, phiDeg, converged, computed, fields }: BistaticData,
) {
  attributes(group, {
    frequency_Hz: frequencyHz,
    theta_deg: thetaDeg,
    phi_deg: phiDeg,
    converged: converged ? 1 : 0,
    computed: computed === false ? 0 : 1,
  });
  for (const plane of new Set(fields.map((field) => field.plane))) {
    const ofPlane = fields.filter((field) => field.plane === plane);
    const cut = group.create_group(plane);
    const column = (value: (field: (typeof ofPlane)[number]) => number) => Float64Array.from(ofPlane, value);
    add(cut, { name: 'theta_deg', unit: 'deg', real: column(({ angleTheta }) => degrees(angleTheta)) });
    add(cut, { name: 'phi_deg', unit: 'deg', real: column(({ anglePhi }) => degrees(anglePhi)) });
    for (const { name, unit, value, radius } of scatteringComponents(polarization)) {
      add(cut, {
        name,
        unit,
        real: column((field) => value(field).real),
        imaginary: column((field) => value(field).imaginary),
      });
      add(cut, {
        name: `rcs_dBsm_${name.replace(/^S_/, '')}`,
        unit: 'dBsm',
        real: column((field) => componentDbsm(value(field))),
      });
      if (ofPlane.some((field) => radius(field) !== undefined))
        add(cut, { name: `${name}_radius`, unit, real: column((field) => radius(field) ?? NaN) });
    }
  }
}

/** Complex values are compounds of r and i, as h5py and MATLAB's readers of HDF5 take them. */
function add(group: Group, { name, unit, real, imaginary }: Values, shape = [real.length]): void {
  const values = imaginary
    ? new Map([
        ['r', real],
        ['i', imaginary],
      ])
    : real;
  const dataset = group.create_dataset({ name, data: values, shape });
  dataset.create_attribute('unit', unit);
}

function attributes(group: Group, values: Readonly<Record<string, string | number>>): void {
  for (const [name, value] of Object.entries(values))
    if (typeof value === 'string') group.create_attribute(name, value);
    else group.create_attribute(name, Float64Array.of(value), []);
}
