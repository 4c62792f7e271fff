import type { SurfaceMesh } from './meshBuilder.ts';

/** Reads a text file line by line; whatever is wrong with it is a RefusedFile. */
export interface LineReader {
  /** @param text  without its end; @param number  from 1 */
  line(text: string, number: number): void;
  /** Nothing of the file that comes after this line matters. */
  readonly isDone?: boolean;
  /** After the last line. */
  finish(): SurfaceMesh;
}
