/** Readers of mesh files other than UNV, each of which becomes a universal file. They need no disk: they are given lines or bytes. */
export { AbaqusReader } from './abaqus.ts';
export type { LineReader } from './lineReader.ts';
export type { SurfaceMesh } from './meshBuilder.ts';
export { isPlainMsh, mshHead, MshReader, type MshHead } from './msh.ts';
export { NastranReader } from './nastran.ts';
export { ObjReader } from './obj.ts';
export { RefusedFile } from './refused.ts';
export { AsciiStlReader, BinaryStlReader, isBinaryStl } from './stl.ts';
export { unvPieces } from './unvPieces.ts';
