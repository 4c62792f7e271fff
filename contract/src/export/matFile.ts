import { joined } from './bytes.ts';

/** An array of a MAT-file; columns one after the other, as MATLAB has them. */
export type MatArray =
  | { name: string; text: string }
  | { name: string; rows: number; columns: number; real: Float64Array; imaginary?: Float64Array };

// Types of data elements and classes of arrays: MathWorks, "MAT-File Format", chapter on level 5.
const INT8 = 1;
const UINT16 = 4;
const INT32 = 5;
const UINT32 = 6;
const DOUBLE = 9;
const MATRIX = 14;
const UTF16 = 17;
const CHAR_CLASS = 4;
const DOUBLE_CLASS = 6;
const COMPLEX_FLAG = 0x0800;

const HEADER_BYTES = 128;
/** Of the descriptive text at the beginning of the header */
const TEXT_BYTES = 116;
const VERSION = 0x0100;
/** 'MI' as a number; the bytes IM say that the file is little-endian. */
const ENDIAN_MARK = 0x4d49;
/** Elements of at most so many bytes stand in the second half of their tag. */
const SMALL_BYTES = 4;
/** namelengthmax of MATLAB */
const LONGEST_NAME = 63;

/**
 * A MAT-file of level 5, uncompressed and little-endian, with matrices of doubles and rows of characters.
 * @param description  ASCII, cut off after 116 characters
 * @throws Error if a name is no variable of MATLAB, or an array has not rows × columns values
 */
export function matFile(description: string, arrays: readonly MatArray[]): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(HEADER_BYTES);
  header.fill(0x20, 0, TEXT_BYTES);
  header.set(ascii(description).subarray(0, TEXT_BYTES));
  const view = new DataView(header.buffer);
  view.setUint16(124, VERSION, true);
  view.setUint16(126, ENDIAN_MARK, true);
  return joined([header, ...arrays.map(matrixElement)]);
}

function matrixElement(array: MatArray): Uint8Array {
  if (!/^[A-Za-z]\w*$/.test(array.name) || array.name.length > LONGEST_NAME)
    throw new Error(
      `"${array.name}" is no name of a variable in MATLAB. Use at most ${LONGEST_NAME} letters, digits and underscores, a letter first.`,
    );
  const isText = 'text' in array;
  const [rows, columns] = isText ? [1, array.text.length] : [array.rows, array.columns];
  const parts = isText ? [textElement(array.text)] : numberElements(array);
  const isComplex = !isText && array.imaginary !== undefined;
  const flags = (isText ? CHAR_CLASS : DOUBLE_CLASS) | (isComplex ? COMPLEX_FLAG : 0);
  return element(
    MATRIX,
    joined([
      element(UINT32, integers([flags, 0])),
      element(INT32, integers([rows, columns])),
      element(INT8, ascii(array.name)),
      ...parts,
    ]),
  );
}

/** Readers take UINT16 for characters of ASCII in every version; for others SciPy needs the type of its own. */
const textElement = (text: string): Uint8Array =>
  element(/^\p{ASCII}*$/u.test(text) ? UINT16 : UTF16, codeUnits(text));

function numberElements(array: Exclude<MatArray, { text: string }>): Uint8Array[] {
  const { name, rows, columns, real, imaginary } = array;
  const parts = imaginary ? [real, imaginary] : [real];
  if (parts.some(({ length }) => length !== rows * columns))
    throw new Error(`The array ${name} has not ${rows} × ${columns} values.`);
  return parts.map((values) => element(DOUBLE, doubles(values)));
}

/** Tag and data, filled up to a multiple of 8 bytes. */
function element(type: number, data: Uint8Array): Uint8Array {
  const isSmall = type !== MATRIX && data.length > 0 && data.length <= SMALL_BYTES;
  const bytes = new Uint8Array(isSmall ? 8 : 8 + Math.ceil(data.length / 8) * 8);
  const view = new DataView(bytes.buffer);
  if (isSmall) view.setUint32(0, (data.length << 16) | type, true);
  else {
    view.setUint32(0, type, true);
    view.setUint32(4, data.length, true);
  }
  bytes.set(data, isSmall ? 4 : 8);
  return bytes;
}

function integers(values: readonly number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(values.length * 4));
  values.forEach((value, i) => view.setUint32(i * 4, value, true));
  return new Uint8Array(view.buffer);
}

function doubles(values: Float64Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(values.length * 8));
  values.forEach((value, i) => view.setFloat64(i * 8, value, true));
  return new Uint8Array(view.buffer);
}

function codeUnits(text: string): Uint8Array {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let i = 0; i < text.length; i++) view.setUint16(i * 2, text.charCodeAt(i), true);
  return new Uint8Array(view.buffer);
}

const ascii = (text: string) => new TextEncoder().encode(text.replaceAll(/[^\x20-\x7e]/g, '?'));
