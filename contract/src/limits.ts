/** Every limit of the product; units in the names. Source: product specification, sections 5 and 9. */
export const LIMITS = {
  textLength: 255,
  /** Of a person's name and of their surname, which mails begin with */
  personNameLength: 60,
  passwordMinLength: 8,
  phoneLength: 11,
  accessKeyNameLength: 60,
  /** Of one person, those that have expired not counted */
  accessKeys: 20,
  materialNameLength: 25,
  projectNameLength: 255,
  supportMessageLength: 10_000,
  /** Projects that one call lists at most, and does if not asked for fewer */
  projectPage: 100,
  /** Of the body of a call that says nothing else (`maxBodyBytes` in calls.ts). */
  bodyBytes: 16 * 1024,
  /** Of lists and objects within each other in a body; the deepest of the contract has six. */
  bodyDepth: 16,
  /** Numbers, texts, lists and objects of one body: three lists of `surfacesMax` and their like */
  bodyValues: 400_000,
  /** Parts of a mesh, and so of everything that is said of each */
  surfacesMax: 100_000,
  /** Of the materials of one project: materials, frequencies of one of them, layers, frequencies of impedances */
  materialsMax: 200,
  materialFrequenciesMax: 20_000,
  layersMax: 10_000,
  impedanceFrequenciesMax: 20_000,
  ordinaryUploadBytes: 50 * 1024 * 1024,
  /** The specification has none for administrators; this one guards the memory of the server (docs/decisions). */
  adminUploadBytes: 4 * 1024 ** 3,
  uploadChunkBytes: 2_097_152,
  /** The same in base64: four characters for every three bytes begun. */
  uploadChunkBase64Length: 4 * Math.ceil(2_097_152 / 3),
  localUnvReadChunkBytes: 32_768,
  curves: 30,
  /** Read-only links to one project at once */
  sharesPerProject: 20,
  /** Diagrams side by side; each holds up to `curves`. */
  plots: 3,
  thetaMaxDeg: 180,
  phiMaxDeg: 360,
  /** Below, names of result files would outgrow what a disk takes. */
  frequencyMinHz: 1e-9,
  frequencyMaxHz: 100e9,
  levelsManualMin: 2,
  levelsManualMax: 12,
  farLocationsMax: 36_000,
  thetas3dMax: 721,
  reflectionsMax: 10,
  /** Of a graded mesh: elements per 2π of curvature, and how many times shorter its shortest edges may be than mesh_size */
  gradedElementsMin: 4,
  gradedElementsMax: 100,
  gradedFactorMax: 20,
  /** Between triangles of one smooth surface; above, edges of real bodies would be rounded too. */
  roundingAngleMax: 60,
  /** Hybrid leaves a part to Physical Optics by itself from this size and smoothness on, in wavelengths at the lowest frequency. */
  hybridExtentWavelengths: 10,
  hybridAreaWavelengths2: 25,
  hybridSmoothWavelengths: 2,
  /** Of the Physical Optics preview beside the wizard, which has to be there in two seconds. */
  previewTrianglesMax: 150_000,
  previewAnglesMax: 361,
  /** Of a drawing that a preview is asked for, which travels in the body of the call. */
  drawingBytesMax: 3_000_000,
  drawingBase64Length: 4_000_000,
  shadowPiecesMax: 16,
  iterationsMax: 100_000,
  /** Illuminations × frequencies of one run; beyond it a run would take months and its files fill a disk. */
  sweepPointsMax: 100_000,
  /** Within which an adaptive sweep knows the frequencies that it does not solve */
  adaptiveToleranceMinDb: 0.001,
  adaptiveToleranceMaxDb: 3,
  minThicknessMm: 0.00001,
  /** Of a layer laid on parts of a conductor, and angles that a prediction of it is kept for */
  coatThicknessMaxMm: 1000,
  coatAnglesMax: 1000,
  meshTrianglesMax: 4_000_000,
  studyNameLength: 80,
  studyParametersMax: 8,
  studyObjectivesMax: 8,
  studyVariantsMax: 1000,
  /** Of one person */
  studiesMax: 200,
} as const;

/** Intervals of the interface [ms]. */
export const TIMINGS_MS = {
  poll: 3000,
  toast: 3000,
  redirectAfterConfirm: 3000,
  redirectAfterStart: 4000,
  carousel: 5000,
  /** Of one call; a big mesh may take its time. */
  request: 3e7,
} as const;

/** Program types (1 PEC, 2 Coating, 3 Composite) that have a solver; the others can be set up and saved. */
export const SOLVED_PROGRAM_TYPES: readonly number[] = [1, 2, 3];

export const LAYOUT = { sidebarWidthPx: 220, breakpointsPx: [600, 960, 1280, 1440] } as const;

export const DEFAULT_CFIE_ALPHA = 0.5;
export const ALPHA_STEP = 0.01;
export const RESIDUAL_STEP = 0.001;
export const ALPHA_DECIMALS_SHOWN = 1;
export const PROCESSOR_CHOICES = [1, 4] as const;
export const COMING_PROCESSOR_CHOICES = [16] as const;
