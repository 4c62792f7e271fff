import { ACCESS_KEY_SCOPES, type AccessKeyScope } from './accessKeys.ts';
import type { CALLS, CallName } from './calls.ts';

/** The scope that an access key needs for a call; session: no key may, only who has logged in. */
export type CallScope = AccessKeyScope | 'session';

/** Calls of guests need no key and look at none. */
export type GuestCallName = {
  [Name in CallName]: (typeof CALLS)[Name]['access'] extends 'public' ? Name : never;
}[CallName];

export const CALL_SCOPES = {
  // What changes nothing
  getUserInfo: 'read',
  usage: 'read',
  getSingleProject: 'read',
  projectPicture: 'read',
  getMaterials: 'read',
  getProjects: 'read',
  getDemoProjects: 'read',
  getDemoModels: 'read',
  downloadDemoModel: 'read',
  getShares: 'read',
  download: 'read',
  downloadRun: 'read',
  exportResult: 'read',
  storageStateLive: 'read',
  liveEvents: 'read',
  mesherResult: 'read',
  fusionResult: 'read',
  errorMapResult: 'read',
  farZoneFieldsResult: 'read',
  iterationsResult: 'read',
  monoStaticRcsResult: 'read',
  sphereResult: 'read',
  designMaps: 'read',
  backProjection: 'read',
  estimate: 'read',
  refinement: 'read',
  regions: 'read',
  coatingFindings: 'read',
  opticsPreview: 'read',
  predictStudy: 'read',
  getStudies: 'read',
  getStudy: 'read',
  studyCurves: 'read',

  // What creates projects, uploads, meshes, and starts, cancels and continues runs
  createProject: 'run',
  createFromDemo: 'run',
  duplicateProject: 'run',
  refineMesh: 'run',
  coatParts: 'run',
  upload: 'run',
  inputMaterials: 'run',
  input: 'run',
  mesherInput: 'run',
  runMesher: 'run',
  solverRun: 'run',
  cancel: 'run',
  continueRun: 'run',
  createStudy: 'run',
  cancelStudy: 'run',
  resumeStudy: 'run',
  promoteVariant: 'run',

  // What renames, deletes or publishes projects, and the personal data
  renameProject: 'full',
  deleteProject: 'full',
  renameStudy: 'full',
  deleteStudy: 'full',
  createShare: 'full',
  revokeShare: 'full',
  profileUpdate: 'full',
  exportData: 'full',

  // What decides who gets in, and administration
  logout: 'session',
  logoutOthers: 'session',
  changePassword: 'session',
  deleteAccount: 'session',
  createAccessKey: 'session',
  getAccessKeys: 'session',
  revokeAccessKey: 'session',
  adminSystem: 'session',
  adminUsers: 'session',
  adminChangeUser: 'session',
  adminQueue: 'session',
  adminCancelRun: 'session',
  adminSetPriority: 'session',
  adminProjects: 'session',
  adminMessages: 'session',
  adminHandleMessage: 'session',
  adminAudit: 'session',
} as const satisfies Record<Exclude<CallName, GuestCallName>, CallScope>;

export function scopeCovers(scope: AccessKeyScope, needed: AccessKeyScope): boolean {
  return ACCESS_KEY_SCOPES.indexOf(scope) >= ACCESS_KEY_SCOPES.indexOf(needed);
}
