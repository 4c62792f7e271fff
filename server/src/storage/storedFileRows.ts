import { and, eq, inArray, like, or } from 'drizzle-orm';
import type { Transaction } from './database.ts';
import { storedFiles, type StoredFileRow } from './schema.ts';

/** Rows of `stored_files`, and the pieces of files that they name. */

/** A piece of a file: bytes [from, from + bytes) of it are the object. */
export interface Piece {
  from: number;
  bytes: number;
  key: string;
}

/** Gives files their pieces in the place of whatever they had. @returns objects that they had before */
export async function replaceRows(
  tx: Transaction,
  projectId: string,
  files: ReadonlyMap<string, readonly Piece[]>,
): Promise<string[]> {
  const gone: string[] = [];
  for (const [path, pieces] of files) {
    gone.push(...(await removeRows(tx, projectId, [path])));
    if (pieces.length > 0) await tx.insert(storedFiles).values(rowsOf(projectId, path, pieces));
  }
  return gone;
}

/** @param names files, or folders with everything in them @returns the objects of what was removed */
export async function removeRows(
  tx: Transaction,
  projectId: string,
  names: readonly string[],
): Promise<string[]> {
  if (names.length === 0) return [];
  const rows = await tx
    .delete(storedFiles)
    .where(
      and(
        eq(storedFiles.projectId, projectId),
        or(inArray(storedFiles.path, [...names]), ...names.map((name) => below(name))),
      ),
    )
    .returning({ key: storedFiles.objectKey });
  return rows.map(({ key }) => key);
}

export const rowsOf = (projectId: string, path: string, pieces: readonly Piece[]) =>
  pieces.map(({ from, bytes, key }) => ({ projectId, path, fromByte: from, bytes, objectKey: key }));

/** Names of folders are ours and hold nothing that a pattern would take for a wildcard but the dot, which it does not. */
export const below = (folder: string) => like(storedFiles.path, `${folder}/%`);

export function byPath(rows: readonly StoredFileRow[]): Map<string, Piece[]> {
  const files = new Map<string, Piece[]>();
  for (const { path, fromByte: from, bytes, objectKey: key } of [...rows].sort(
    (a, b) => a.fromByte - b.fromByte,
  ))
    files.set(path, [...(files.get(path) ?? []), { from, bytes, key }]);
  return files;
}

export const lengthOf = (pieces: readonly Piece[]) =>
  pieces.reduce((most, { from, bytes }) => Math.max(most, from + bytes), 0);
