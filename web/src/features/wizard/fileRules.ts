import { LIMITS, MODEL_FILE_ENDINGS, modelTypeOf, USER_TYPES, type ModelType } from '@pace/contract';

/** STEP: geometry that is meshed on the server; UNV: a mesh of any format. */
export type FileType = ModelType;
export const FILE_TYPES: readonly FileType[] = ['STEP', 'UNV'];
export const EXTENSIONS = MODEL_FILE_ENDINGS;

export function hasExtension(fileName: string, type: FileType): boolean {
  return modelTypeOf(fileName) === type;
}

/** Largest file that a user may upload [bytes]; administrators have a limit that guards the memory of the server. */
export function uploadLimitBytes(userType: number): number {
  return userType === USER_TYPES.admin ? LIMITS.adminUploadBytes : LIMITS.ordinaryUploadBytes;
}
