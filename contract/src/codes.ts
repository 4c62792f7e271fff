import { z } from 'zod';
import { MESSAGE_FIELDS, type MessageKey } from './messages.ts';

/**
 * Every error code of the product with the HTTP status it travels under. The sentence that goes with it says what,
 * where and what to do; the code is for programs and translations.
 */
export const ERROR_STATUS = {
  // requests and accounts
  VALIDATION: 400,
  BODY_TOO_LARGE: 413,
  UNAUTHENTICATED: 401,
  LOGIN_FAILED: 401,
  TOKEN_INVALID: 400,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  PROJECT_NOT_FOUND: 404,
  EMAIL_NOT_COMPANY: 400,
  EMAIL_TAKEN: 409,
  /** 401: of a share link, never of a session */
  SHARE_INVALID: 401,
  SHARE_LIMIT: 409,
  /** 401: of an access key, never of a session */
  ACCESS_KEY_INVALID: 401,
  ACCESS_KEY_SCOPE: 403,
  ACCESS_KEY_LIMIT: 409,
  RATE_LIMITED: 429,
  /** 403, not 401: the session is good, only the password asked for once more is not. */
  PASSWORD_WRONG: 403,
  PASSWORD_COMMON: 400,
  QUOTA_STORAGE: 409,
  QUOTA_RUNS: 409,
  QUOTA_PROJECTS: 409,
  INTERNAL: 500,
  DATABASE_UNAVAILABLE: 503,
  DISK_FULL: 507,
  // upload
  UPLOAD_TOO_LARGE: 413,
  UPLOAD_CHUNK_INVALID: 400,
  UPLOAD_FILE_TYPE: 400,
  UPLOAD_INCOMPLETE: 409,
  UPLOAD_CONFLICT: 409,
  UPLOAD_LOCKED: 409,
  // states
  NO_MODEL: 409,
  MESH_NOT_READY: 409,
  RESULT_NOT_READY: 404,
  RESULT_NOT_FOUND: 404,
  /** A stored file is cut off or changed; 409: no try later helps, running again does. */
  RESULT_DAMAGED: 409,
  NOT_A_SPHERE: 409,
  RUN_ACTIVE: 409,
  RUN_NOT_ACTIVE: 409,
  RUN_FINISHED: 409,
  RUN_NOT_CONTINUABLE: 409,
  NOT_REFINABLE: 409,
  NOT_COATABLE: 409,
  STUDY_NOT_FOUND: 404,
  STUDY_INVALID: 409,
  STUDY_LIMIT: 409,
  STUDY_STATE: 409,
  INPUT_MISSING: 409,
  SOLVER_NOT_AVAILABLE: 422,
  // excitation, frequency, solver input
  FREQUENCY_INVALID: 400,
  ANGLE_INVALID: 400,
  SWEEP_TOO_LARGE: 400,
  ALPHA_COUNT: 400,
  SIZE_UNUSUAL: 409,
  PART_METHODS_COUNT: 400,
  MAPS_UNAVAILABLE: 409,
  UNITS_UNKNOWN: 409,
  SCALE_CONFLICT: 400,
  MEMORY: 422,
  JOB_INVALID: 400,
  // STEP and mesher
  STEP_NOT_A_STEP: 422,
  STEP_BROKEN: 422,
  STEP_EMPTY: 422,
  STEP_UNITS_UNKNOWN: 422,
  STEP_EXTERNAL: 422,
  MESH_TOO_LARGE: 422,
  MESH_SIZE_INVALID: 400,
  MESHER_FAILED: 500,
  MESHER_TIMEOUT: 422,
  // UNV
  UNV_NOT_A_UNV: 422,
  UNV_NO_TRIANGLES: 422,
  UNV_BAD_NUMBER: 422,
  UNV_MISSING_NODE: 422,
  UNV_QUADRATIC: 422,
  UNV_MIDDLE_ORDER: 422,
  UNV_QUADS: 422,
  UNV_DUPLICATE_LABEL: 422,
  UNV_TRUNCATED: 422,
  UNV_DEGENERATE: 422,
  UNV_NOT_READABLE: 500,
  UNV_NOT_WRITABLE: 500,
  GEOMETRY_NOT_WRITABLE: 500,
  REPORT_NOT_WRITABLE: 500,
  // mesh files of other formats
  MESH_FILE_FORMAT: 422,
  MESH_FILE_TRUNCATED: 422,
  MESH_FILE_BAD_NUMBER: 422,
  MESH_FILE_MISSING_NODE: 422,
  MESH_FILE_NO_TRIANGLES: 422,
  MESH_FILE_DUPLICATE_LABEL: 422,
  MESH_FILE_DEGENERATE: 422,
  MESH_FILE_UNSUPPORTED: 422,
  // meshes of any format
  UNITS_BAD_SCALE: 400,
  FREQUENCY_NOT_POSITIVE: 400,
  MESH_DUPLICATE_TRIANGLES: 422,
  ZERO_AREA_TRIANGLES: 422,
  VERTEX_FAR_AWAY: 422,
  CURVED_MIDDLE_FAR: 422,
  CURVED_SIDES_DIFFER: 422,
  CURVED_JACOBIAN: 422,
  COINCIDENT_FACES: 422,
  UNMERGED_SEAM: 422,
  // materials and regions
  MATERIAL_MISSING: 422,
  IMPEDANCE_ACTIVE: 422,
  REGION_TABLE: 422,
  REGION_LEAK: 422,
  REGION_CONTRADICTION: 422,
  REGION_MEDIUM_TWICE: 422,
  REGION_MATERIAL_MISSING: 422,
  REGION_INTERFACE_SIDES: 422,
  REGION_CYCLE: 422,
  REGION_TOUCH: 422,
  REGIONS_DISAGREE: 422,
  SHEET_MEETS_INTERFACE: 422,
  // solver runs
  MATRIX_SINGULAR: 422,
  ESTIMATE_TIMEOUT: 422,
  PREVIEW_TOO_LARGE: 422,
  PREVIEW_TIMEOUT: 422,
  PREVIEW_SUPERSEDED: 409,
  PREVIEW_DRAWING_UNKNOWN: 409,
  DRAWING_INVALID: 422,
  SOLVER_FAILED: 500,
  CLUSTER_REFUSED: 500,
  TIME_LIMIT: 422,
  WORKER_LOST: 500,
  /** A model file that has ended the server twice is not read a third time. */
  MODEL_ENDS_SERVER: 422,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;
/** Keys of messages that are errors. */
export type ErrorKey = Extract<MessageKey, ErrorCode | `${ErrorCode}.${string}`>;
export const ErrorCodeSchema = z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]);

export const IssueSchema = z.object({
  path: z.string().describe('Where in the request, as a JSON pointer'),
  message: z.string().describe('The English sentence'),
  key: z.string().optional().describe('What the sentence is made of: its key in the catalogue of messages'),
  values: MESSAGE_FIELDS.values,
});

/** Body of every failed call. */
export const ErrorBodySchema = z.object({
  detail: z.string().describe('A sentence for people: what, where, what to do'),
  code: ErrorCodeSchema,
  ...MESSAGE_FIELDS,
  issues: z.array(IssueSchema).optional(),
});
export type ErrorBody = z.infer<typeof ErrorBodySchema>;

/** Body of every successful call. */
export function envelope<T extends z.ZodType>(result: T) {
  return z.object({ result, detail: z.string().optional() });
}
