import type { Call } from './call.ts';
import { CALLS, type CallName } from './calls.ts';
import { ERROR_STATUS, type ErrorCode } from './codes.ts';

/** With which codes each call may be refused; the tests of the server meet no other. */

/** What becomes of any call, whatever it does. */
const ANY: readonly ErrorCode[] = ['VALIDATION', 'RATE_LIMITED', 'INTERNAL', 'DATABASE_UNAVAILABLE'];
const WITH_BODY: readonly ErrorCode[] = ['BODY_TOO_LARGE'];
const OF_ACCESS: Record<Call['access'], readonly ErrorCode[]> = {
  public: [],
  reader: ['UNAUTHENTICATED', 'ACCESS_KEY_INVALID', 'ACCESS_KEY_SCOPE', 'SHARE_INVALID'],
  user: ['UNAUTHENTICATED', 'ACCESS_KEY_INVALID', 'ACCESS_KEY_SCOPE'],
  admin: ['UNAUTHENTICATED', 'ACCESS_KEY_INVALID', 'ACCESS_KEY_SCOPE', 'FORBIDDEN'],
};

const beginningWith = (...starts: string[]) =>
  (Object.keys(ERROR_STATUS) as ErrorCode[]).filter((code) => starts.some((start) => code.startsWith(start)));

const WRITES_FILES: readonly ErrorCode[] = ['DISK_FULL'];
const NEW_PROJECT: readonly ErrorCode[] = ['QUOTA_PROJECTS', 'QUOTA_STORAGE', ...WRITES_FILES];
const CHANGES_PROJECT: readonly ErrorCode[] = ['RUN_ACTIVE', 'RUN_FINISHED', ...WRITES_FILES, 'STUDY_STATE'];
const MODEL: readonly ErrorCode[] = ['NO_MODEL', 'UPLOAD_INCOMPLETE', 'MODEL_ENDS_SERVER'];
const MESH: readonly ErrorCode[] = ['NO_MODEL', 'MESH_NOT_READY', 'RESULT_DAMAGED'];
const RESULT: readonly ErrorCode[] = ['RESULT_NOT_READY', 'RESULT_NOT_FOUND', 'RESULT_DAMAGED'];
const WAVES: readonly ErrorCode[] = ['ANGLE_INVALID', 'FREQUENCY_INVALID', 'SWEEP_TOO_LARGE'];
/** What a run would end with, found out before it begins */
const JOB: readonly ErrorCode[] = [
  ...MODEL,
  ...MESH,
  'INPUT_MISSING',
  ...WAVES,
  ...(['ALPHA_COUNT', 'PART_METHODS_COUNT', 'SIZE_UNUSUAL', 'UNITS_UNKNOWN', 'SCALE_CONFLICT'] as const),
  ...(['JOB_INVALID', 'MEMORY', 'MATERIAL_MISSING', 'IMPEDANCE_ACTIVE', 'SHEET_MEETS_INTERFACE'] as const),
  ...(['SOLVER_NOT_AVAILABLE', 'SOLVER_FAILED', 'ESTIMATE_TIMEOUT', 'WORKER_LOST'] as const),
  ...beginningWith('REGION', 'UNV_', 'UNITS_', 'CURVED_'),
  ...([
    'FREQUENCY_NOT_POSITIVE',
    'MESH_DUPLICATE_TRIANGLES',
    'ZERO_AREA_TRIANGLES',
    'VERTEX_FAR_AWAY',
  ] as const),
  ...(['COINCIDENT_FACES', 'UNMERGED_SEAM'] as const),
];
const MAPS: readonly ErrorCode[] = [
  ...RESULT,
  ...([
    'MAPS_UNAVAILABLE',
    'ESTIMATE_TIMEOUT',
    'SOLVER_FAILED',
    'SOLVER_NOT_AVAILABLE',
    'WORKER_LOST',
  ] as const),
  'MEMORY',
];

const STUDY: readonly ErrorCode[] = ['PROJECT_NOT_FOUND', 'STUDY_INVALID', ...JOB];

/** Beside those of its access; a call of a project also PROJECT_NOT_FOUND. */
const OWN: Record<CallName, readonly ErrorCode[]> = {
  getUserInfo: [],
  login: ['LOGIN_FAILED'],
  register: ['EMAIL_NOT_COMPANY', 'EMAIL_TAKEN', 'PASSWORD_COMMON'],
  resetPassword: [],
  passwordConfirm: ['TOKEN_INVALID', 'PASSWORD_COMMON'],
  askUnlock: [],
  unlock: ['TOKEN_INVALID'],
  profileUpdate: [],
  confirm: ['TOKEN_INVALID'],
  support: [],
  logout: [],
  logoutOthers: [],
  changePassword: ['PASSWORD_WRONG', 'PASSWORD_COMMON'],
  usage: [],
  exportData: [],
  deleteAccount: ['PASSWORD_WRONG'],
  createAccessKey: ['ACCESS_KEY_LIMIT'],
  getAccessKeys: [],
  revokeAccessKey: ['NOT_FOUND'],

  getSingleProject: [],
  projectPicture: [],
  getMaterials: [],
  upload: ['STEP_NOT_A_STEP', 'QUOTA_STORAGE', ...beginningWith('UPLOAD_'), ...CHANGES_PROJECT],
  download: MESH,
  storageStateLive: [],
  inputMaterials: ['QUOTA_STORAGE', ...CHANGES_PROJECT],
  input: [...WAVES, ...CHANGES_PROJECT],
  solverRun: ['QUOTA_RUNS', ...CHANGES_PROJECT, ...JOB],
  mesherInput: ['MESH_SIZE_INVALID', ...CHANGES_PROJECT],
  runMesher: ['MESH_SIZE_INVALID', 'QUOTA_RUNS', ...CHANGES_PROJECT, ...MODEL],
  mesherResult: MESH,
  fusionResult: RESULT,
  errorMapResult: RESULT,
  farZoneFieldsResult: RESULT,
  iterationsResult: RESULT,
  monoStaticRcsResult: RESULT,
  sphereResult: ['NOT_A_SPHERE', 'INPUT_MISSING', 'SOLVER_FAILED', 'SOLVER_NOT_AVAILABLE', ...MESH],
  designMaps: MAPS,
  backProjection: MAPS,
  liveEvents: [],
  exportResult: [...RESULT, 'NO_MODEL', 'MESH_NOT_READY', 'MEMORY', 'MESHER_FAILED', 'DISK_FULL'],
  downloadRun: [],

  createProject: NEW_PROJECT,
  getProjects: [],
  renameProject: [],
  deleteProject: [],
  duplicateProject: NEW_PROJECT,
  createShare: ['SHARE_LIMIT'],
  getShares: [],
  revokeShare: ['NOT_FOUND'],
  getDemoProjects: [],
  getDemoModels: [],
  downloadDemoModel: [],
  createFromDemo: ['QUOTA_RUNS', ...NEW_PROJECT],
  cancel: ['RUN_NOT_ACTIVE'],
  continueRun: ['RUN_ACTIVE', 'RUN_NOT_CONTINUABLE', 'QUOTA_RUNS', 'DISK_FULL', ...JOB],
  estimate: JOB,
  refinement: ['NOT_REFINABLE', ...RESULT, ...MODEL],
  refineMesh: ['NOT_REFINABLE', 'QUOTA_RUNS', ...NEW_PROJECT, ...RESULT, ...MODEL],
  coatParts: ['NOT_COATABLE', ...NEW_PROJECT, ...MAPS, ...JOB],
  regions: JOB,
  coatingFindings: JOB,
  opticsPreview: ['DRAWING_INVALID', ...beginningWith('PREVIEW_'), ...JOB],
  predictStudy: STUDY,
  createStudy: ['STUDY_LIMIT', ...STUDY, ...NEW_PROJECT],
  getStudies: [],
  getStudy: ['STUDY_NOT_FOUND'],
  studyCurves: ['STUDY_NOT_FOUND', ...RESULT],
  cancelStudy: ['STUDY_NOT_FOUND', 'STUDY_STATE'],
  resumeStudy: ['STUDY_NOT_FOUND', 'STUDY_STATE'],
  renameStudy: ['STUDY_NOT_FOUND'],
  deleteStudy: ['STUDY_NOT_FOUND'],
  promoteVariant: ['STUDY_NOT_FOUND', 'STUDY_STATE', ...NEW_PROJECT],
  health: [],

  adminSystem: [],
  adminUsers: [],
  adminChangeUser: ['NOT_FOUND'],
  adminQueue: [],
  adminCancelRun: ['NOT_FOUND', 'RUN_NOT_ACTIVE'],
  adminSetPriority: ['NOT_FOUND', 'RUN_NOT_ACTIVE'],
  adminProjects: [],
  adminMessages: [],
  adminHandleMessage: ['NOT_FOUND'],
  adminAudit: [],
};

/** Of projects and solver runs, but of none that is there already. */
const OF_NO_PROJECT: ReadonlySet<CallName> = new Set<CallName>([
  'getMaterials',
  'createProject',
  'getProjects',
  'getDemoProjects',
  'getDemoModels',
  'downloadDemoModel',
  'createFromDemo',
]);
const isOfProject = (name: CallName) =>
  /^\/api\/(?:project|solver)\//.test(CALLS[name].path) && !OF_NO_PROJECT.has(name);

/** Every code that a call may be refused with, in the order of the catalogue. */
export function errorsOf(name: CallName): ErrorCode[] {
  const call: Call = CALLS[name];
  const possible = new Set([
    ...ANY,
    ...(call.method === 'POST' ? WITH_BODY : []),
    ...OF_ACCESS[call.access],
    ...(isOfProject(name) ? (['PROJECT_NOT_FOUND'] as const) : []),
    ...OWN[name],
  ]);
  return (Object.keys(ERROR_STATUS) as ErrorCode[]).filter((code) => possible.has(code));
}
