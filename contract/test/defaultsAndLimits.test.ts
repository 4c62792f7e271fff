import { describe, expect, test } from 'vitest';
import {
  ACCESS_KEY_SCOPES,
  CALL_SCOPES,
  CALLS,
  COMING_PROCESSOR_CHOICES,
  DEFAULT_CFIE_ALPHA,
  DEFAULT_IMPEDANCE_OHM,
  DEFAULT_LANGUAGE,
  DEFAULT_SINGLE_EXCITATION,
  DEFAULT_SINGLE_FREQUENCY_HZ,
  DEFAULT_SWEEP_EXCITATION,
  DEFAULT_SWEEP_FREQUENCY_HZ,
  DEFAULT_THEME,
  ERROR_STATUS,
  INPUTS_FILE_NAME,
  JobSchema,
  LANGUAGES,
  LAYOUT,
  LIMITS,
  MESHED_MODEL_PREFIX,
  MesherOptionsSchema,
  PROCESSOR_CHOICES,
  ProjectCreateSchema,
  SolverInputSchema,
  TIMINGS_MS,
  ERROR_BARS_BY_DEFAULT,
  VACUUM_IMPEDANCE,
  VACUUM_PERMITTIVITY,
  modelTypeOf,
  scopeCovers,
  uploadLimitBytes,
  userRole,
  type CallName,
} from '../src/index.ts';

describe('defaults', () => {
  test('an empty solver input becomes the defaults of the specification', () => {
    expect(SolverInputSchema.parse({})).toEqual({
      modeltype: 1,
      numberoflevels: [1, 0],
      changenormal: 0,
      roundingangle: 0,
      excitationtype: 1,
      anglesweep: 0,
      excitation: [180, 180, 0],
      freqsweep: 0,
      frequency: [1.3e9, -1, -1],
      numberoffarlocations: 360,
      numberof3dthetas: 0,
      solvertype: 3,
      numberofreflections: 1,
      edgediffraction: 0,
      sizeconfirmed: 0,
      selectiveradiation: 0,
      residualerror: 0.001,
      numberofiterations: 15,
      numberofsurfaces: 2,
      partmethods: [],
      cfiealpha: [],
      outermedia: [],
      outputselection: [1, 1, 1, 1, 1],
      errorestimate: ERROR_BARS_BY_DEFAULT ? 1 : 0,
    });
  });
  test('the scale factor has no default, since units are never guessed', () => {
    expect(SolverInputSchema.parse({})).not.toHaveProperty('scalefactor');
  });
  test('two solver inputs do not share the arrays of their defaults', () => {
    const first = SolverInputSchema.parse({});
    first.excitation[0] = 7;
    first.frequency[0] = 7;
    expect(SolverInputSchema.parse({}).excitation).toEqual([180, 180, 0]);
    expect(SolverInputSchema.parse({}).frequency).toEqual([1.3e9, -1, -1]);
  });
  test('empty mesher options become the defaults of the specification', () => {
    expect(MesherOptionsSchema.parse({})).toEqual({
      operation_id: 1,
      algorithm: 6,
      mesh_size: 10,
      tolerans_Percentage: 10,
      refinement_step: 10,
      curvedElements: true,
      gradedMesh: false,
      gradedElementsPerTurn: 20,
      gradedFactor: 5,
    });
  });
  test('starting the mesher with a project only leaves saved options as they are', () => {
    expect(CALLS.runMesher.body.parse({ projectId: 'p' })).toEqual({ projectId: 'p' });
  });
  test('a new project has one processor', () => {
    expect(ProjectCreateSchema.parse({ name: 'almond', solverType: 1 }).coreType).toBe(1);
    expect(CALLS.solverRun.body.parse({ projectId: 'p', formulationType: 1 }).core).toBe(1);
  });
  test('a job has one thread', () => {
    expect(
      JobSchema.parse({ schema: 'pace-job-1', programType: 1, mesh: 'm.unv', solverInput: {} }).threads,
    ).toBe(1);
  });
  test('the forms start with the values of the specification', () => {
    expect(DEFAULT_SINGLE_EXCITATION).toEqual([180, 180, 0]);
    expect(DEFAULT_SWEEP_EXCITATION).toEqual([90, 180, 90, 360, 0, 90, 90]);
    expect(DEFAULT_SINGLE_FREQUENCY_HZ).toEqual([1.3e9, -1, -1]);
    expect(DEFAULT_SWEEP_FREQUENCY_HZ).toEqual([1e9, 1e8, 1e11]);
    expect(DEFAULT_CFIE_ALPHA).toBe(0.5);
    expect(DEFAULT_IMPEDANCE_OHM).toEqual({ real: 0.001, imaginary: 0 });
    expect(DEFAULT_THEME).toBe('dark');
    expect(LANGUAGES).toEqual(['en', 'tr']);
    expect(LANGUAGES).toContain(DEFAULT_LANGUAGE);
    expect(INPUTS_FILE_NAME).toBe('inputs.json');
    expect(MESHED_MODEL_PREFIX).toBe('pace_model_');
  });
});

describe('limits', () => {
  test('the numbers of section 9 hold', () => {
    expect(LIMITS).toMatchObject({
      textLength: 255,
      passwordMinLength: 8,
      phoneLength: 11,
      materialNameLength: 25,
      ordinaryUploadBytes: 52_428_800,
      uploadChunkBytes: 2_097_152,
      localUnvReadChunkBytes: 32_768,
      curves: 30,
      plots: 3,
      thetaMaxDeg: 180,
      phiMaxDeg: 360,
      frequencyMaxHz: 1e11,
      levelsManualMin: 2,
      levelsManualMax: 12,
      minThicknessMm: 0.00001,
    });
  });
  test('the intervals of section 9 that anything waits for hold', () => {
    expect(TIMINGS_MS).toEqual({
      poll: 3000,
      toast: 3000,
      redirectAfterConfirm: 3000,
      redirectAfterStart: 4000,
      carousel: 5000,
      request: 30_000_000,
    });
  });
  test('the layout is 220 px of sidebar and four breakpoints', () => {
    expect(LAYOUT).toEqual({ sidebarWidthPx: 220, breakpointsPx: [600, 960, 1280, 1440] });
  });
  test('one and four processors can be had, sixteen are to come', () => {
    expect(PROCESSOR_CHOICES).toEqual([1, 4]);
    expect(COMING_PROCESSOR_CHOICES).toEqual([16]);
    expect(ProjectCreateSchema.safeParse({ name: 'a', solverType: 1, coreType: 4 }).success).toBe(true);
    expect(ProjectCreateSchema.safeParse({ name: 'a', solverType: 1, coreType: 16 }).success).toBe(false);
  });
  test('only user type 1 may upload more than 50 MB', () => {
    expect(uploadLimitBytes(1)).toBeGreaterThan(50 * 1024 ** 2);
    for (const userType of [0, 2, 3, 4, 5, 99]) expect(uploadLimitBytes(userType)).toBe(50 * 1024 ** 2);
  });
  test('user types are 1 Admin, 3 Student, 4 Teacher and Free for anything else', () => {
    expect([1, 3, 4].map(userRole)).toEqual(['admin', 'student', 'teacher']);
    expect([0, 2, 5, -1].map(userRole)).toEqual(['free', 'free', 'free', 'free']);
  });
  test('a full chunk fits the longest base64 text, one byte more does not', () => {
    const chunk = (bytes: number) => ({
      projectId: 'p',
      fileName: 'a.stp',
      index: 0,
      offset: 0,
      fileSize: 3e6,
      chunkSize: LIMITS.uploadChunkBytes,
      data: Buffer.alloc(bytes).toString('base64'),
    });
    expect(CALLS.upload.body.safeParse(chunk(LIMITS.uploadChunkBytes)).success).toBe(true);
    expect(CALLS.upload.body.safeParse(chunk(LIMITS.uploadChunkBytes + 3)).success).toBe(false);
  });
  test('model files end in .stp, .step or .unv in any case', () => {
    expect(['a.stp', 'B.STEP', 'c.d.Unv'].map(modelTypeOf)).toEqual(['STEP', 'STEP', 'UNV']);
    expect(['a.png', 'step', 'a.unv.zip', ''].map(modelTypeOf)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('constants', () => {
  test('vacuum permittivity and impedance agree with CODATA 2018', () => {
    expect(VACUUM_PERMITTIVITY).toBeCloseTo(8.8541878128e-12, 21);
    expect(VACUUM_IMPEDANCE).toBeCloseTo(376.730313668, 6);
  });
});

describe('calls', () => {
  const all = Object.values(CALLS).map(({ method, path, access }) => `${method} ${path} ${access}`);
  const isAdmin = (line: string) => / \/api\/admin\//.test(line);
  const calls = all.filter((line) => !isAdmin(line));
  test('every call under /api/admin, and no other, is for administrators only', () => {
    expect(all.filter((line) => line.endsWith(' admin'))).toEqual(all.filter(isAdmin));
    expect(
      all
        .filter(isAdmin)
        .map((line) => line.split(' ').slice(0, 2).join(' '))
        .sort(),
    ).toEqual([
      'GET /api/admin/audit',
      'GET /api/admin/messages',
      'GET /api/admin/projects',
      'GET /api/admin/queue',
      'GET /api/admin/system',
      'GET /api/admin/users',
      'POST /api/admin/cancel-run',
      'POST /api/admin/change-user',
      'POST /api/admin/handle-message',
      'POST /api/admin/set-priority',
    ]);
  });
  test('every call of section 7 and of the product exists under its name', () => {
    expect(calls.sort()).toEqual([
      'GET /api/account/access-keys user',
      'GET /api/account/confirm public',
      'GET /api/account/export user',
      'GET /api/account/get-user-info user',
      'GET /api/account/usage user',
      'GET /api/health public',
      'GET /api/project/demo-model-file user',
      'GET /api/project/demo-models user',
      'GET /api/project/demo-projects user',
      'GET /api/project/get-materials user',
      'GET /api/project/get-projects user',
      'GET /api/project/get-single-project reader',
      'GET /api/project/picture reader',
      'GET /api/project/shares user',
      'GET /api/solver/archive reader',
      'GET /api/solver/download reader',
      'GET /api/solver/export reader',
      'GET /api/solver/live-events reader',
      'GET /api/study/get reader',
      'GET /api/study/list user',
      'POST /api/account/ask-unlock public',
      'POST /api/account/change-password user',
      'POST /api/account/create-access-key user',
      'POST /api/account/delete user',
      'POST /api/account/login public',
      'POST /api/account/logout user',
      'POST /api/account/logout-others user',
      'POST /api/account/password-confirm public',
      'POST /api/account/profile-update user',
      'POST /api/account/register public',
      'POST /api/account/reset-password public',
      'POST /api/account/revoke-access-key user',
      'POST /api/account/support public',
      'POST /api/account/unlock public',
      'POST /api/project/create user',
      'POST /api/project/create-from-demo user',
      'POST /api/project/delete user',
      'POST /api/project/duplicate user',
      'POST /api/project/rename user',
      'POST /api/project/revoke-share user',
      'POST /api/project/share user',
      'POST /api/solver/BackProjection reader',
      'POST /api/solver/DesignMaps reader',
      'POST /api/solver/FarZoneFieldsResult reader',
      'POST /api/solver/IterationsResult reader',
      'POST /api/solver/MonoStaticRcsResult reader',
      'POST /api/solver/SphereResult reader',
      'POST /api/solver/cancel user',
      'POST /api/solver/coat-parts user',
      'POST /api/solver/coating-findings user',
      'POST /api/solver/continue user',
      'POST /api/solver/error-map-result reader',
      'POST /api/solver/estimate user',
      'POST /api/solver/fusion-result reader',
      'POST /api/solver/input user',
      'POST /api/solver/input-materials user',
      'POST /api/solver/mesher-input user',
      'POST /api/solver/mesher-result reader',
      'POST /api/solver/optics-preview user',
      'POST /api/solver/refine-mesh user',
      'POST /api/solver/refinement user',
      'POST /api/solver/regions user',
      'POST /api/solver/runMesher user',
      'POST /api/solver/solver-run user',
      'POST /api/solver/storage-stateLive reader',
      'POST /api/solver/upload user',
      'POST /api/study/cancel user',
      'POST /api/study/create user',
      'POST /api/study/curves reader',
      'POST /api/study/delete user',
      'POST /api/study/predict user',
      'POST /api/study/promote user',
      'POST /api/study/rename user',
      'POST /api/study/resume user',
    ]);
  });
  test('every call but those of guests states the scope that an access key needs for it', () => {
    const names = Object.keys(CALLS) as CallName[];
    expect(Object.keys(CALL_SCOPES).sort()).toEqual(
      names.filter((name) => CALLS[name].access !== 'public').sort(),
    );
    for (const [name, scope] of Object.entries(CALL_SCOPES)) {
      const { access } = CALLS[name as CallName];
      if (access === 'admin') expect(scope, name).toBe('session');
      if (access === 'reader') expect(scope, name).toBe('read');
    }
  });
  test('an access key of a scope may also what smaller ones may', () => {
    const covered = ACCESS_KEY_SCOPES.map((scope) =>
      ACCESS_KEY_SCOPES.filter((needed) => scopeCovers(scope, needed)),
    );
    expect(covered).toEqual([['read'], ['read', 'run'], ['read', 'run', 'full']]);
  });
  test('every error code travels under a status of client or server errors', () => {
    for (const status of Object.values(ERROR_STATUS)) {
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(600);
    }
  });
});
