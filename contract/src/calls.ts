import { z } from 'zod';
import {
  AskUnlockSchema,
  ChangePasswordSchema,
  DeleteAccountSchema,
  LoginRequestSchema,
  LoginResultSchema,
  PasswordConfirmSchema,
  ProfileUpdateSchema,
  RegisterSchema,
  ResetPasswordSchema,
  SupportMessageSchema,
  UnlockSchema,
  UsageSchema,
  UserSchema,
} from './account.ts';
import { AccessKeySchema, CreateAccessKeySchema } from './accessKeys.ts';
import {
  AdminAuditEntrySchema,
  AdminMessageSchema,
  AdminPageSchema,
  AdminProjectSchema,
  AdminQueueSchema,
  AdminRunPrioritySchema,
  AdminSystemSchema,
  AdminUserChangeSchema,
  AdminUserSchema,
} from './admin.ts';
import { CreateFromDemoSchema, DemoModelIdSchema, DemoModelSchema } from './demo.ts';
import { BackProjectionRequestSchema } from './backProjection.ts';
import { call } from './call.ts';
import { DesignMapsRequestSchema } from './designMaps.ts';
import { ExportRequestSchema } from './exportRequest.ts';
import { EstimateSchema } from './job.ts';
import { LIMITS } from './limits.ts';
import { LibraryMaterialSchema, MaterialsSchema } from './materials.ts';
import { MesherOptionsChangeSchema, MesherOptionsSchema } from './mesher.ts';
import {
  CoreTypeSchema,
  ProjectCreateSchema,
  ProjectListSchema,
  ProjectNameSchema,
  ProjectPageSchema,
  ProjectSchema,
  ShareSchema,
} from './project.ts';
import { ProjectPictureSchema } from './projectPicture.ts';
import { CoatingFindingsSchema } from './coatings.ts';
import { CoatPartsSchema } from './coatParts.ts';
import { RefinementSchema } from './refinement.ts';
import { RegionsSchema } from './regions.ts';
import { FusionResultSchema, MeshResultSchema, SphereResultSchema } from './resultAnswers.ts';
import { FarZoneFieldSchema } from './run/farZone.ts';
import { INCIDENTS } from './run/fileNames.ts';
import { IterationsFileSchema } from './run/iterations.ts';
import { BackProjectionFileSchema } from './run/backProjection.ts';
import { MapsFileSchema } from './run/maps.ts';
import { MonoStaticFileSchema } from './run/monostatic.ts';
import { OpticsPreviewRequestSchema, OpticsPreviewSchema } from './opticsPreview.ts';
import { LiveStateSchema } from './runState.ts';
import { says } from './schemaMessages.ts';
import { STUDY_CALLS } from './study/calls.ts';
import {
  NumberOfIterationsSchema,
  ProgramTypeSchema,
  SolverInputSchema,
  SolverInputShape,
} from './solverInput.ts';

/** Of a chunk of a file, and of a drawing, in base64; of materials; of a solver input with its lists; of 10 000 characters. */
const CHUNK_BODY_BYTES = 4 * 1024 ** 2;
const MATERIALS_BODY_BYTES = 2 * 1024 ** 2;
/** Numbers of `layersMax` parts */
const COAT_BODY_BYTES = 128 * 1024;
const INPUT_BODY_BYTES = 1024 ** 2;
const MESSAGE_BODY_BYTES = 64 * 1024;

const empty = z.object({});
const projectId = z.string().min(1, says('validation.required', { label: 'projectId' }));
const byProject = z.object({ projectId });
const byResult = z.object({
  projectId,
  frequency: z.number().gt(0).describe('Hz'),
  theta: z.number().describe('degrees × 10'),
  phi: z.number().describe('degrees × 10'),
});
const toRefine = byProject.extend({
  unknowns: z
    .number()
    .int()
    .min(1)
    .optional()
    .describe('to come to about so many; absent: to half of the error'),
});
const byIncident = byResult.extend({
  incident: z.enum(INCIDENTS).optional().describe('of a run of both polarizations: the incident wave'),
});

export const UploadChunkSchema = z.object({
  projectId,
  fileName: z.string().min(1).max(LIMITS.textLength),
  index: z.number().int().min(0),
  offset: z.number().int().min(0),
  fileSize: z.number().int().min(1),
  chunkSize: z.number().int().min(1).max(LIMITS.uploadChunkBytes),
  /** This file shall take the place of another one of which a part has arrived, or that is the project's model. */
  replace: z.boolean().optional(),
  data: z.string().max(LIMITS.uploadChunkBase64Length).describe('base64 of at most 2 097 152 bytes'),
});
export const UploadStateSchema = z.object({
  received: z.number().int(),
  fileSize: z.number().int(),
  complete: z.boolean(),
});

/** Every call of the product, named as in the specification's section 7; the last group is ours. */
export const CALLS = {
  getUserInfo: call({
    method: 'GET',
    path: '/api/account/get-user-info',
    access: 'user',
    summary: 'The logged-in user',
    result: UserSchema,
  }),
  login: call({
    method: 'POST',
    path: '/api/account/login',
    access: 'public',
    summary: 'Log in',
    body: LoginRequestSchema,
    result: LoginResultSchema,
  }),
  register: call({
    method: 'POST',
    path: '/api/account/register',
    access: 'public',
    summary: 'Sign up',
    body: RegisterSchema,
    result: empty,
  }),
  resetPassword: call({
    method: 'POST',
    path: '/api/account/reset-password',
    access: 'public',
    summary: 'Ask for a reset mail',
    body: ResetPasswordSchema,
    result: empty,
  }),
  passwordConfirm: call({
    method: 'POST',
    path: '/api/account/password-confirm',
    access: 'public',
    summary: 'Set a new password',
    query: z.object({ cid: z.string() }),
    body: PasswordConfirmSchema,
    result: empty,
  }),
  askUnlock: call({
    method: 'POST',
    path: '/api/account/ask-unlock',
    access: 'public',
    summary: 'Ask for a mail that lets a browser log in again after too many wrong passwords',
    body: AskUnlockSchema,
    result: empty,
  }),
  unlock: call({
    method: 'POST',
    path: '/api/account/unlock',
    access: 'public',
    summary: 'Let this browser log in again; the password stays',
    body: UnlockSchema,
    result: empty,
  }),
  profileUpdate: call({
    method: 'POST',
    path: '/api/account/profile-update',
    access: 'user',
    summary: 'Change the profile',
    body: ProfileUpdateSchema,
    result: UserSchema,
  }),
  confirm: call({
    method: 'GET',
    path: '/api/account/confirm',
    access: 'public',
    summary: 'Activate an account',
    query: z.object({ enc: z.string() }),
    result: empty,
  }),
  support: call({
    method: 'POST',
    path: '/api/account/support',
    access: 'public',
    summary: 'Send a message to support',
    body: SupportMessageSchema,
    maxBodyBytes: MESSAGE_BODY_BYTES,
    result: empty,
  }),
  logout: call({
    method: 'POST',
    path: '/api/account/logout',
    access: 'user',
    summary: 'Revoke this token',
    body: empty,
    result: empty,
  }),
  logoutOthers: call({
    method: 'POST',
    path: '/api/account/logout-others',
    access: 'user',
    summary: 'Revoke every other token of the account',
    body: empty,
    result: empty,
  }),
  changePassword: call({
    method: 'POST',
    path: '/api/account/change-password',
    access: 'user',
    summary: 'Change the password; ends every other session',
    body: ChangePasswordSchema,
    result: empty,
  }),
  usage: call({
    method: 'GET',
    path: '/api/account/usage',
    access: 'user',
    summary: 'Storage and runs used, with their limits',
    result: UsageSchema,
  }),
  exportData: call({
    method: 'GET',
    path: '/api/account/export',
    access: 'user',
    summary: 'Everything that is stored of the user (a ZIP file)',
    contentType: 'application/zip',
  }),
  deleteAccount: call({
    method: 'POST',
    path: '/api/account/delete',
    access: 'user',
    summary: 'Delete the account with its projects, files and runs',
    body: DeleteAccountSchema,
    result: empty,
  }),
  createAccessKey: call({
    method: 'POST',
    path: '/api/account/create-access-key',
    access: 'user',
    summary: 'New access key for scripts; the key is shown this once only',
    body: CreateAccessKeySchema,
    result: AccessKeySchema.extend({ key: z.string() }),
  }),
  getAccessKeys: call({
    method: 'GET',
    path: '/api/account/access-keys',
    access: 'user',
    summary: 'Access keys of the user, newest first',
    result: z.object({ keys: z.array(AccessKeySchema) }),
  }),
  revokeAccessKey: call({
    method: 'POST',
    path: '/api/account/revoke-access-key',
    access: 'user',
    summary: 'Make an access key worthless',
    body: z.object({ keyId: z.string().min(1) }),
    result: empty,
  }),

  getSingleProject: call({
    method: 'GET',
    path: '/api/project/get-single-project',
    access: 'reader',
    summary: 'One project',
    query: z.object({ id: z.string() }),
    result: ProjectSchema,
  }),
  projectPicture: call({
    method: 'GET',
    path: '/api/project/picture',
    access: 'reader',
    summary: 'The model and the RCS of a project, small, for its card',
    query: z.object({ id: z.string() }),
    result: ProjectPictureSchema,
  }),
  getMaterials: call({
    method: 'GET',
    path: '/api/project/get-materials',
    access: 'user',
    summary: 'Material library',
    result: z.object({ materials: z.array(LibraryMaterialSchema) }),
  }),
  upload: call({
    method: 'POST',
    path: '/api/solver/upload',
    access: 'user',
    summary: 'One chunk of the model file; may be resent',
    body: UploadChunkSchema,
    maxBodyBytes: CHUNK_BODY_BYTES,
    result: UploadStateSchema,
  }),
  download: call({
    method: 'GET',
    path: '/api/solver/download',
    access: 'reader',
    summary: 'Meshed UNV file (binary); mended=1: in metres, with every triangle turned outward',
    query: z.object({ ProjectID: z.string(), mended: z.literal('1').optional() }),
    contentType: 'application/octet-stream',
  }),
  storageStateLive: call({
    method: 'POST',
    path: '/api/solver/storage-stateLive',
    access: 'reader',
    summary: 'Live state of mesher and solver',
    body: byProject,
    result: LiveStateSchema,
  }),
  inputMaterials: call({
    method: 'POST',
    path: '/api/solver/input-materials',
    access: 'user',
    summary: 'Save materials',
    body: MaterialsSchema.extend({ projectId }),
    maxBodyBytes: MATERIALS_BODY_BYTES,
    result: MaterialsSchema,
  }),
  input: call({
    method: 'POST',
    path: '/api/solver/input',
    access: 'user',
    summary: 'Save the solver input',
    body: SolverInputSchema.safeExtend({ projectId, core: CoreTypeSchema.optional() }),
    maxBodyBytes: INPUT_BODY_BYTES,
    result: SolverInputShape,
  }),
  solverRun: call({
    method: 'POST',
    path: '/api/solver/solver-run',
    access: 'user',
    summary: 'Start the solver',
    body: z.object({ projectId, formulationType: ProgramTypeSchema, core: CoreTypeSchema.default(1) }),
    result: LiveStateSchema,
  }),
  mesherInput: call({
    method: 'POST',
    path: '/api/solver/mesher-input',
    access: 'user',
    summary: 'Save mesher options',
    body: MesherOptionsSchema.extend({ projectId, fileName: z.string().optional() }),
    result: MesherOptionsSchema,
  }),
  runMesher: call({
    method: 'POST',
    path: '/api/solver/runMesher',
    access: 'user',
    summary: 'Start the mesher',
    body: MesherOptionsChangeSchema.extend({
      projectId,
      fileName: z.string().optional(),
      mergeSeams: z
        .boolean()
        .optional()
        .describe(
          'Of an uploaded mesh: merge the nodes of torn seams (UNMERGED_SEAM) in the mesh that is solved. The model stays as it was uploaded; without this it is read as it is.',
        ),
    }),
    result: LiveStateSchema,
  }),
  mesherResult: call({
    method: 'POST',
    path: '/api/solver/mesher-result',
    access: 'reader',
    summary: 'Mesh for the viewer',
    body: byProject,
    result: MeshResultSchema,
    contentType: 'application/octet-stream',
  }),
  fusionResult: call({
    method: 'POST',
    path: '/api/solver/fusion-result',
    access: 'reader',
    summary: 'Surface currents per vertex',
    body: byIncident.extend({ density: z.enum(['J', 'M']).default('J') }),
    result: FusionResultSchema,
    contentType: 'application/octet-stream',
  }),
  errorMapResult: call({
    method: 'POST',
    path: '/api/solver/error-map-result',
    access: 'reader',
    summary: 'What each triangle adds to the error bars of a frequency, over the field',
    body: z.object({ projectId, frequency: z.number().gt(0).describe('Hz') }),
    result: z.object({ values: z.array(z.number().min(0)) }),
    contentType: 'application/octet-stream',
  }),
  farZoneFieldsResult: call({
    method: 'POST',
    path: '/api/solver/FarZoneFieldsResult',
    access: 'reader',
    summary: 'Bistatic far field in three cuts',
    body: byResult,
    result: z.object({
      farZoneFields: z.array(FarZoneFieldSchema),
      converged: z.boolean(),
      computed: z.literal(false).optional().describe('as in the file: interpolated by an adaptive sweep'),
    }),
  }),
  iterationsResult: call({
    method: 'POST',
    path: '/api/solver/IterationsResult',
    access: 'reader',
    summary: 'Convergence history',
    body: byIncident,
    result: IterationsFileSchema,
  }),
  monoStaticRcsResult: call({
    method: 'POST',
    path: '/api/solver/MonoStaticRcsResult',
    access: 'reader',
    summary: 'Backscatter of every illumination and frequency',
    body: byProject,
    result: MonoStaticFileSchema,
  }),

  sphereResult: call({
    method: 'POST',
    path: '/api/solver/SphereResult',
    access: 'reader',
    summary:
      'Exact far field (Mie series) of a model that is a sphere, conducting, coated or of materials in shells, in the same three cuts',
    body: byResult,
    result: SphereResultSchema,
  }),
  designMaps: call({
    method: 'POST',
    path: '/api/solver/DesignMaps',
    access: 'reader',
    summary:
      'Design maps of a finished run: shares of the parts, first-order changes of the RCS by shape, impedance and a thin layer; accept application/octet-stream: the maps by triangle (maps.bin)',
    body: DesignMapsRequestSchema,
    result: MapsFileSchema,
    contentType: 'application/octet-stream',
  }),
  backProjection: call({
    method: 'POST',
    path: '/api/solver/BackProjection',
    access: 'reader',
    summary:
      'Hot spots of a finished run: its monostatic sweep projected back onto the surface; accept application/octet-stream: 4π|I|² by triangle (backprojection.bin)',
    body: BackProjectionRequestSchema,
    result: BackProjectionFileSchema,
    contentType: 'application/octet-stream',
  }),
  liveEvents: call({
    method: 'GET',
    path: '/api/solver/live-events',
    access: 'reader',
    summary:
      'Live state and solver events as server-sent events (state, reset, solver) while a run is active',
    query: z.object({ id: z.string() }),
    contentType: 'text/event-stream',
  }),
  exportResult: call({
    method: 'GET',
    path: '/api/solver/export',
    access: 'reader',
    summary: 'Results, currents or mesh as a file of another program (binary)',
    query: ExportRequestSchema,
    contentType: 'application/octet-stream',
  }),
  downloadRun: call({
    method: 'GET',
    path: '/api/solver/archive',
    access: 'reader',
    summary:
      'Model, mesh, job and results of the project, design maps and hot spots, with a README (a ZIP file)',
    query: z.object({ ProjectID: z.string() }),
    contentType: 'application/zip',
  }),

  createProject: call({
    method: 'POST',
    path: '/api/project/create',
    access: 'user',
    summary: 'New project',
    body: ProjectCreateSchema,
    result: ProjectSchema,
  }),
  getProjects: call({
    method: 'GET',
    path: '/api/project/get-projects',
    access: 'user',
    summary: 'Projects of the user, newest first, without what is only shown of an opened one',
    query: ProjectPageSchema,
    result: ProjectListSchema,
  }),
  renameProject: call({
    method: 'POST',
    path: '/api/project/rename',
    access: 'user',
    summary: 'Rename',
    body: z.object({ id: z.string(), name: ProjectNameSchema }),
    result: ProjectSchema,
  }),
  deleteProject: call({
    method: 'POST',
    path: '/api/project/delete',
    access: 'user',
    summary: 'Delete with all files; cancels its runs',
    body: z.object({ id: z.string() }),
    result: empty,
  }),
  duplicateProject: call({
    method: 'POST',
    path: '/api/project/duplicate',
    access: 'user',
    summary: 'Copy of a project, its model and its mesh, without results; also of a demo project',
    body: z.object({ id: z.string(), name: ProjectNameSchema }),
    result: ProjectSchema,
  }),
  createShare: call({
    method: 'POST',
    path: '/api/project/share',
    access: 'user',
    summary: 'New read-only link to a project; the token is shown this once only',
    body: byProject,
    result: ShareSchema.extend({ token: z.string() }),
  }),
  getShares: call({
    method: 'GET',
    path: '/api/project/shares',
    access: 'user',
    summary: 'Read-only links to a project that are valid',
    query: z.object({ id: z.string() }),
    result: z.object({ shares: z.array(ShareSchema) }),
  }),
  revokeShare: call({
    method: 'POST',
    path: '/api/project/revoke-share',
    access: 'user',
    summary: 'Make a read-only link worthless',
    body: byProject.extend({ shareId: z.string().min(1) }),
    result: empty,
  }),
  getDemoProjects: call({
    method: 'GET',
    path: '/api/project/demo-projects',
    access: 'user',
    summary: 'Demo projects, which everybody may read and copy',
    query: ProjectPageSchema,
    result: ProjectListSchema,
  }),
  getDemoModels: call({
    method: 'GET',
    path: '/api/project/demo-models',
    access: 'user',
    summary: 'Ready models',
    result: z.object({ models: z.array(DemoModelSchema) }),
  }),
  downloadDemoModel: call({
    method: 'GET',
    path: '/api/project/demo-model-file',
    access: 'user',
    summary: 'File of a ready model (binary)',
    query: z.object({ model: DemoModelIdSchema }),
    contentType: 'application/octet-stream',
  }),
  createFromDemo: call({
    method: 'POST',
    path: '/api/project/create-from-demo',
    access: 'user',
    summary: 'New project with a ready model, its wave and its materials',
    body: CreateFromDemoSchema,
    result: ProjectSchema,
  }),
  cancel: call({
    method: 'POST',
    path: '/api/solver/cancel',
    access: 'user',
    summary: 'Stop the active mesher or solver run',
    body: byProject,
    result: LiveStateSchema,
  }),
  continueRun: call({
    method: 'POST',
    path: '/api/solver/continue',
    access: 'user',
    summary:
      'Resume a finished run that has not converged, by twice its iterations unless a number is given, or a cancelled one from where it stopped',
    body: byProject.extend({ numberofiterations: NumberOfIterationsSchema.optional() }),
    result: LiveStateSchema,
  }),
  estimate: call({
    method: 'POST',
    path: '/api/solver/estimate',
    access: 'user',
    summary:
      'What a solver run of the mesh and the saved input would take; values given here take the place of saved ones',
    body: byProject.extend({
      solverInput: SolverInputSchema.optional(),
      materials: MaterialsSchema.optional(),
    }),
    maxBodyBytes: MATERIALS_BODY_BYTES,
    result: EstimateSchema,
  }),
  refinement: call({
    method: 'POST',
    path: '/api/solver/refinement',
    access: 'user',
    summary: 'What a mesh would have that is refined where the error map of a run says so; changes nothing',
    body: toRefine,
    result: RefinementSchema,
  }),
  refineMesh: call({
    method: 'POST',
    path: '/api/solver/refine-mesh',
    access: 'user',
    summary:
      'Copy of a project, meshed again with edges by the error map of its run, and its solver run, which waits for that mesh',
    body: toRefine.extend({ name: ProjectNameSchema }),
    result: ProjectSchema,
  }),
  coatParts: call({
    method: 'POST',
    path: '/api/solver/coat-parts',
    access: 'user',
    summary:
      'Copy of a project as a Coating project on the same mesh, with a layer on some of its parts, and the RCS that its design maps predict',
    body: CoatPartsSchema.extend({ name: ProjectNameSchema }),
    maxBodyBytes: COAT_BODY_BYTES,
    result: ProjectSchema,
  }),
  regions: call({
    method: 'POST',
    path: '/api/solver/regions',
    access: 'user',
    summary: 'The regions of a composite model by its mesh and a table of outer media, with what is wrong',
    body: byProject.extend(MaterialsSchema.pick({ inputMaterials: true, outerMedias: true }).shape),
    maxBodyBytes: MATERIALS_BODY_BYTES,
    result: RegionsSchema,
  }),
  coatingFindings: call({
    method: 'POST',
    path: '/api/solver/coating-findings',
    access: 'user',
    summary:
      'Where the surface impedances of a coated model cannot be trusted, by its mesh and materials that need not be saved',
    body: byProject.extend({
      ...MaterialsSchema.shape,
      ...SolverInputShape.pick({ freqsweep: true, frequency: true, frequencylist: true }).shape,
    }),
    maxBodyBytes: MATERIALS_BODY_BYTES,
    result: CoatingFindingsSchema,
  }),
  opticsPreview: call({
    method: 'POST',
    path: '/api/solver/optics-preview',
    access: 'user',
    summary:
      'Monostatic RCS of the mesh, or of a drawing before there is one, by Physical Optics (one reflection), at once; changes nothing',
    body: OpticsPreviewRequestSchema,
    maxBodyBytes: CHUNK_BODY_BYTES,
    result: OpticsPreviewSchema,
  }),
  ...STUDY_CALLS,

  health: call({
    method: 'GET',
    path: '/api/health',
    access: 'public',
    summary: 'Is the service up',
    result: z.object({
      status: z.literal('ok'),
      version: z.string(),
      database: z.string(),
      solver: z.string(),
    }),
  }),

  adminSystem: call({
    method: 'GET',
    path: '/api/admin/system',
    access: 'admin',
    summary: 'Disk, memory and counts',
    result: AdminSystemSchema,
  }),
  adminUsers: call({
    method: 'GET',
    path: '/api/admin/users',
    access: 'admin',
    summary: 'Accounts',
    query: AdminPageSchema,
    result: z.object({ users: z.array(AdminUserSchema), total: z.number().int() }),
  }),
  adminChangeUser: call({
    method: 'POST',
    path: '/api/admin/change-user',
    access: 'admin',
    summary: 'Approve an account, change its type, disable or enable it',
    body: AdminUserChangeSchema,
    result: AdminUserSchema,
  }),
  adminQueue: call({
    method: 'GET',
    path: '/api/admin/queue',
    access: 'admin',
    summary: 'Runs that wait, run or have just ended, and who works',
    result: AdminQueueSchema,
  }),
  adminCancelRun: call({
    method: 'POST',
    path: '/api/admin/cancel-run',
    access: 'admin',
    summary: "Stop anybody's run",
    body: z.object({ id: z.string().min(1) }),
    result: empty,
  }),
  adminSetPriority: call({
    method: 'POST',
    path: '/api/admin/set-priority',
    access: 'admin',
    summary: "Put a waiting run before or after everybody else's",
    body: AdminRunPrioritySchema,
    result: empty,
  }),
  adminProjects: call({
    method: 'GET',
    path: '/api/admin/projects',
    access: 'admin',
    summary: 'Projects with owner, size and state',
    query: AdminPageSchema,
    result: z.object({ projects: z.array(AdminProjectSchema), total: z.number().int() }),
  }),
  adminMessages: call({
    method: 'GET',
    path: '/api/admin/messages',
    access: 'admin',
    summary: 'Messages to support, open ones first',
    query: AdminPageSchema,
    result: z.object({ messages: z.array(AdminMessageSchema), total: z.number().int() }),
  }),
  adminHandleMessage: call({
    method: 'POST',
    path: '/api/admin/handle-message',
    access: 'admin',
    summary: 'Mark a message to support as handled or as open',
    body: z.object({ id: z.string().min(1), handled: z.boolean() }),
    result: AdminMessageSchema,
  }),
  adminAudit: call({
    method: 'GET',
    path: '/api/admin/audit',
    access: 'admin',
    summary: 'Who did what when',
    query: AdminPageSchema,
    result: z.object({ entries: z.array(AdminAuditEntrySchema), total: z.number().int() }),
  }),
} as const;
export type CallName = keyof typeof CALLS;
