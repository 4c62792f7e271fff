/** A file of a project that is not there. */
export class FileMissing extends Error {
  readonly code = 'ENOENT';

  constructor(path: string) {
    super(`there is no file ${path}`);
  }
}

/** Whether an error of the file system, or of the bucket, says that there is no such file. */
export function isMissing(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  return code === 'ENOENT' || code === 'ENOTDIR';
}
