import { LIMITS, USER_TYPES } from '@pace/contract';

export type FileType = 'STEP' | 'UNV';
export const FILE_TYPES: readonly FileType[] = ['STEP', 'UNV'];
export const EXTENSIONS: Record<FileType, readonly string[]> = { STEP: ['.step', '.stp'], UNV: ['.unv'] };

export function hasExtension(fileName: string, type: FileType): boolean {
  const name = fileName.toLowerCase();
  return EXTENSIONS[type].some((extension) => name.endsWith(extension));
}

/** Largest file that a user may upload [bytes]; administrators have a limit that guards the memory of the server. */
export function uploadLimitBytes(userType: number): number {
  return userType === USER_TYPES.admin ? LIMITS.adminUploadBytes : LIMITS.ordinaryUploadBytes;
}
