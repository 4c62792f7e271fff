import {
  NOT_CONVERGED_SENTENCE,
  objFile,
  oneLine,
  PHASE_CONVENTIONS,
  scatteringArrays,
  type ScatteringArray,
  type ScatteringArrays,
  type ScatteringData,
  type SurfaceMesh,
} from '@pace/contract/export';
import h5wasm, { type Dataset, type Group } from 'h5wasm/node';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** |value|² is the RCS [m²], as of the expressions of HFSS. */
const RCS_SCALE = Math.sqrt(4 * Math.PI);
const HZ_PER_GHZ = 1e9;
/** As HFSS has its sweeps, the last one running fastest */
const LEVELS = ['Freq', 'IWavePhi', 'IWaveTheta'] as const;
const EXPRESSION = 'ComplexMonostaticRCS';
const GREY = [143, 175, 143];

/**
 * The monostatic results as the Radar Explorer of PyAEDT reads them, as one ZIP file: of each component a description (JSON) and a table
 * of pandas (HDF5), and the mesh (OBJ).
 * @param folder  for the tables
 * @throws Error without records
 */
export async function writeRadarExplorer(
  target: string,
  folder: string,
  data: ScatteringData,
  mesh: SurfaceMesh,
): Promise<void> {
  await h5wasm.ready;
  const all = scatteringArrays(data);
  const zip = new ZipFile();
  const solution = data.name.replaceAll(/[^A-Za-z0-9._-]+/g, '_');
  for (const array of all.arrays) {
    if (!array.imaginary || array.name.endsWith('_corrected')) continue;
    const component = array.name.replace(/^S_/, '');
    const table = `${component}_data_${solution}.h5`;
    writeTable(join(folder, table), all, array);
    zip.addFile(join(folder, table), table);
    const description = {
      solution,
      monostatic_file: table,
      model_units: 'meter',
      frequency_units: 'GHz',
      model_info: { model: ['model.obj', GREY, 1, 'meter'] },
    };
    zip.addBuffer(Buffer.from(`${JSON.stringify(description, null, 2)}\n`), `${component}_${solution}.json`);
  }
  zip.addBuffer(Buffer.from(objFile({ name: data.name, mesh })), 'geometry/model.obj');
  zip.addBuffer(Buffer.from(readme(data)), 'README.txt');
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(target, { flags: 'wx' }));
}

const readme = ({ name, converged }: ScatteringData) =>
  [
    ...(converged ? [] : [NOT_CONVERGED_SENTENCE]),
    `Pace, monostatic scattering of: ${oneLine(name)}`,
    'Open one of the JSON files in the Radar Explorer. The first letter of its name is what is received, the second what comes in.',
    'Values are sqrt(4*pi)*S in metres: the square of their magnitude is the RCS. Freq is in GHz, IWavePhi and IWaveTheta in degrees.',
    ...PHASE_CONVENTIONS,
    '',
  ].join('\n');

/** Only what the run has a result of; ascending, as readers reshape it. */
function rowsOf({ frequencyHz, thetaDeg, phiDeg }: ScatteringArrays, { real }: ScatteringArray): number[] {
  const count = thetaDeg.length;
  const key = (at: number) => [
    frequencyHz[Math.floor(at / count)]!,
    phiDeg[at % count]!,
    thetaDeg[at % count]!,
  ];
  return [...real.keys()]
    .filter((at) => !Number.isNaN(real[at]))
    .map((at) => ({ at, key: key(at) }))
    .sort((a, b) => a.key[0]! - b.key[0]! || a.key[1]! - b.key[1]! || a.key[2]! - b.key[2]!)
    .map(({ at }) => at);
}

/**
 * A frame with one complex column over three levels, as `DataFrame.to_hdf(format="table")` writes it: a group `df` with a table
 * of PyTables, lists as pickles of protocol 0.
 */
function writeTable(path: string, all: ScatteringArrays, array: ScatteringArray): void {
  const at = rowsOf(all, array);
  const count = all.thetaDeg.length;
  const column = (value: (one: number) => number) => Float64Array.from(at, value);
  const levels = {
    Freq: column((one) => all.frequencyHz[Math.floor(one / count)]! / HZ_PER_GHZ),
    IWavePhi: column((one) => all.phiDeg[one % count]!),
    IWaveTheta: column((one) => all.thetaDeg[one % count]!),
  };
  const received = /^(?:S_V|E_theta)/.test(array.name) ? 'Theta' : 'Phi';
  const expression = `${EXPRESSION}${received}`;
  const file = new h5wasm.File(path, 'w');
  try {
    const frame = file.create_group('df');
    texts(frame, {
      CLASS: 'GROUP',
      VERSION: '1.0',
      pandas_type: 'frame_table',
      pandas_version: '0.15.2',
      table_type: 'appendable_multiframe',
      encoding: 'UTF-8',
      errors: 'strict',
      nan_rep: 'nan',
      levels: pickledList(LEVELS),
      data_columns: pickledList(LEVELS),
      values_cols: pickledList(['values_block_0', ...LEVELS]),
      index_cols: '(l(I0\nVindex\nta.',
      non_index_axes: `(l(I1\n${pickledItems([...LEVELS, expression])}ta.`,
      info: '(d.',
    });
    const table = frame.create_dataset({
      name: 'table',
      data: new Map<string, BigInt64Array | Float64Array | Map<string, Float64Array>>([
        ['index', BigInt64Array.from(at, (_, i) => BigInt(i))],
        [
          'values_block_0',
          new Map([
            ['r', column((one) => RCS_SCALE * array.real[one]!)],
            ['i', column((one) => RCS_SCALE * array.imaginary![one]!)],
          ]),
        ],
        ...Object.entries(levels),
      ]),
      shape: [at.length],
      // Readers take a table that can grow for one of PyTables.
      maxshape: [null],
      chunks: [Math.max(1, at.length)],
    });
    table.create_attribute('NROWS', BigInt64Array.of(BigInt(at.length)), []);
    texts(table, {
      CLASS: 'TABLE',
      VERSION: '2.7',
      ...Object.fromEntries(
        ['index', 'values_block_0', ...LEVELS].map((name, i) => [`FIELD_${i}_NAME`, name]),
      ),
      index_kind: 'integer',
      values_block_0_kind: pickledList([expression]),
      values_block_0_dtype: 'complex128',
      values_block_0_meta: 'N.',
      ...Object.fromEntries(
        LEVELS.flatMap((level) => [
          [`${level}_kind`, pickledList([level])],
          [`${level}_dtype`, 'float64'],
          [`${level}_meta`, 'N.'],
        ]),
      ),
    });
  } finally {
    file.close();
  }
}

/** ASCII of a fixed length: what PyTables looks for pickles in. */
function texts(at: Group | Dataset, values: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(values)) at.create_attribute(name, text, [], `A${text.length}`);
}

const pickledItems = (items: readonly string[]) => `(l${items.map((item) => `V${item}\na`).join('')}`;
const pickledList = (items: readonly string[]) => `${pickledItems(items)}.`;
