import type { Message, ModelFormat } from '@pace/contract';
import { closeSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import {
  AbaqusReader,
  AsciiStlReader,
  BinaryStlReader,
  isBinaryStl,
  MshReader,
  NastranReader,
  ObjReader,
  RefusedFile,
  unvPieces,
  type LineReader,
  type SurfaceMesh,
} from '../mesher/formats/index.ts';
import type { Refusal } from '../mesher/refusal.ts';

export interface MeshFileQuestion {
  file: string;
  format: ModelFormat;
  /** The universal file to write */
  target: string;
}

export type MeshFileAnswer = { notes: Message[] } | { refusal: Refusal };

const PIECE_BYTES = 1 << 20;
const HEAD_BYTES = 1024;
/** No program writes longer ones. */
const LINE_CHARACTERS = 1 << 20;

/** In a thread of its own: reads the files that it is told, one after the other. */
parentPort?.on('message', (question: MeshFileQuestion) => {
  try {
    parentPort?.postMessage({ answer: answerTo(question) });
  } catch (error) {
    parentPort?.postMessage({ failure: String(error) });
  }
});

function answerTo({ file, format, target }: MeshFileQuestion): MeshFileAnswer {
  try {
    const mesh = format === 'STL' ? readStl(file) : readLines(file, textReader(format));
    writeUnv(mesh, target);
    return { notes: mesh.notes };
  } catch (error) {
    if (error instanceof RefusedFile) return { refusal: error.refusal };
    throw error;
  }
}

function textReader(format: ModelFormat): LineReader {
  switch (format) {
    case 'MSH':
      return new MshReader();
    case 'NASTRAN':
      return new NastranReader();
    case 'ABAQUS':
      return new AbaqusReader();
    case 'OBJ':
      return new ObjReader();
    default:
      throw new Error(`There is no reader of text files for ${format}.`);
  }
}

function readStl(file: string): SurfaceMesh {
  const { size } = statSync(file);
  const [head = Buffer.alloc(0)] = pieces(file, HEAD_BYTES);
  if (!isBinaryStl(head, size)) return readLines(file, new AsciiStlReader());
  const reader = new BinaryStlReader(size);
  for (const piece of pieces(file, PIECE_BYTES)) reader.push(piece);
  return reader.finish();
}

/** Lines end with LF or CR LF; read as latin1, names keep their bytes whatever their encoding. */
function readLines(file: string, reader: LineReader): SurfaceMesh {
  let rest = '';
  let number = 0;
  for (const piece of pieces(file, PIECE_BYTES)) {
    const lines = (rest + piece.toString('latin1')).split(LINE_END);
    rest = lines.pop()!;
    for (const line of lines) {
      number += 1;
      reader.line(line, number);
      if (reader.isDone) return reader.finish();
    }
    if (rest.length > LINE_CHARACTERS)
      throw new RefusedFile('MESH_FILE_FORMAT.longLine', { line: number + 1 });
  }
  if (rest !== '') reader.line(rest, number + 1);
  return reader.finish();
}

const LINE_END = /\r?\n/;

/** The bytes of a file; each piece is valid until the next one. */
function* pieces(file: string, length: number): Generator<Buffer> {
  const descriptor = openSync(file, 'r');
  const buffer = Buffer.alloc(length);
  try {
    for (;;) {
      const read = readSync(descriptor, buffer);
      if (read === 0) return;
      yield buffer.subarray(0, read);
    }
  } finally {
    closeSync(descriptor);
  }
}

function writeUnv(mesh: SurfaceMesh, target: string): void {
  const descriptor = openSync(target, 'wx');
  try {
    for (const piece of unvPieces(mesh)) {
      const bytes = Buffer.from(piece, 'latin1');
      for (let done = 0; done < bytes.length;) done += writeSync(descriptor, bytes, done);
    }
  } finally {
    closeSync(descriptor);
  }
}
