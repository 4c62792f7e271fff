import { z } from 'zod';
import { UsedMesherOptionsSchema } from '../mesher.ts';
import { NoticeSchema } from './notice.ts';
import { allLater, amount, count, frequencyHz, later } from './written.ts';

const place = z.tuple([z.number(), z.number(), z.number()]);
const box = z.object({ low: place, high: place, size: place });
const edges = z.object({ min: amount, mean: amount, max: amount });

/** A part as `pace check` reports it. */
const checkedPart = {
  area_m2: amount,
  extent_m: amount.describe('see PartShape'),
  smooth_m: amount.nullable().describe('see PartShape; null where the part is flat'),
  openEdges: count,
  junctionEdges: count.describe('of three and more triangles'),
  internalTriangles: count,
  turnedTriangles: count.describe('that are taken the other way round than the file winds them'),
  edge_m: edges,
};
const namedPart = {
  index: count.min(1).describe('1-based position; `cfiealpha[index - 1]` belongs to it'),
  number: z.number().int().describe('surface number in the file'),
  name: z.string(),
  triangles: count,
  open: z.boolean().describe('has triangles with both sides in the exterior'),
};

export const MeshFindingSchema = NoticeSchema.extend({
  severity: z.enum(['error', 'warning', 'info']),
  part: z.number().int().optional().describe('surface number in the file'),
});
export type MeshFinding = z.infer<typeof MeshFindingSchema>;

/** What `pace check` reports beside parts and findings. */
const checked = {
  verdict: z.enum(['ok', 'warnings', 'errors']),
  units: z.object({
    stated: z.boolean().describe('whether the file has a dataset of units'),
    name: z.string(),
    metresPerUnitInFile: amount.nullable().describe('null where the file does not say'),
    metresPerUnit: amount,
    source: z.enum(['file', 'user', 'assumed']),
  }),
  boundingBox: z.object({
    fileUnits: box,
    metres: box,
    wavelengths: box.optional().describe('where a frequency was given'),
  }),
  totals: z.object({ vertices: count, triangles: count, edges: count, unknownsRwg: count }),
  openEdges: count,
  junctionEdges: count,
  internalTriangles: count,
  turnedTriangles: count,
  inconsistentEdges: count.describe('between triangles wound against each other'),
  coincidentVertices: count,
  coincidentFaces: count.describe('triangles that lie upon others of another surface'),
  unmergedEdges: count.describe('along seams whose nodes are doubled'),
  mergedNodes: count,
  duplicateTriangles: count,
  zeroAreaTriangles: count,
  edge_m: edges,
  quality: z.object({
    measure: z.literal('radiusRatio').describe('1 is equilateral'),
    min: z.number(),
    mean: z.number(),
    histogram: z.array(count).length(10).describe('of tenths'),
    sliverCount: count,
    slivers: z.array(z.object({ quality: z.number(), centroid_m: place, part: z.number().int() })),
  }),
  components: z.array(
    z.object({
      triangles: count,
      closed: z.boolean(),
      openEdges: count,
      area_m2: amount,
      volume_m3: z.number(),
    }),
  ),
};
/** Where a frequency was given. */
const atFrequency = {
  frequencyHz: amount.optional(),
  wavelength_m: amount.optional(),
  edge_wavelengths: z.object({ mean: amount, max: amount }).optional(),
};

/** Where triangles are bent. */
const ofCurved = {
  curved: z
    .object({
      triangles: count.describe('with a bent side'),
      sagitta_m: amount.describe('largest distance between the middle of a side and that of its chord, m'),
      sagittaOfEdge: amount.describe('the largest, as part of its chord'),
      sagitta_wavelengths: amount.optional().describe('where a frequency was given'),
      scaledJacobian: z
        .number()
        .describe(
          'smallest min J / max J over a triangle, J along the normal between its corners; 1 is flat',
        ),
    })
    .optional()
    .describe('absent where all triangles are flat'),
};

/** Where rounding was asked for. */
const ofRounding = {
  rounding: z
    .object({
      angle_deg: z.number(),
      triangles: count.describe('that were bent'),
      straightened: count.describe('with sides made straight again: they would fold'),
      largest_m: amount.describe('largest distance of the surface from its facets, m'),
      rms_m: amount.describe('its root mean square over the triangles that were bent, m'),
      largest_wavelengths: amount.optional(),
      rms_wavelengths: amount.optional().describe('where a frequency was given'),
    })
    .optional()
    .describe('absent where rounding was not asked for'),
};

/** What `pace check --json` writes. */
export const CheckReportSchema = z.object({
  ...checked,
  ...atFrequency,
  ...ofCurved,
  ...ofRounding,
  parts: z.array(z.object({ ...namedPart, ...checkedPart })),
  findings: z.array(MeshFindingSchema),
});
export type CheckReport = z.infer<typeof CheckReportSchema>;

/** What became of parts that the mesher gave edges of far more than mesh_size. */
export const LongEdgesSchema = z.object({
  parts: z
    .array(z.number().int())
    .describe('numbers of the parts with such edges; `mended` with those that were meshed again beside them'),
  longestM: z.number().describe('longest edge of the first mesh, m'),
  outcome: z
    .enum(['mended', 'no-better', 'failed', 'too-large', 'as-asked'])
    .describe(
      '`mended`: these parts were meshed again by MeshAdapt, and that mesh is the one. The first mesh is, where that made ' +
        'no shorter edges (`no-better`) or failed (`failed`), where it would take too long (`too-large`), or where another ' +
        'algorithm than Frontal-Delaunay or Delaunay was asked for (`as-asked`).',
    ),
  longestAfterM: z
    .number()
    .nullable()
    .describe('longest edge of the second mesh, m; null where there is none'),
  secondsAgain: z.number().describe('what meshing again took; 0 where it was not tried'),
});
export type LongEdges = z.infer<typeof LongEdgesSchema>;

/** Triangles that the mesher could not bend to the surface of the model: they have straight sides. */
export const StraightenedSchema = z.object({
  triangles: count,
  parts: z.array(z.number().int()).describe('numbers of the parts with such triangles'),
});
export type Straightened = z.infer<typeof StraightenedSchema>;

/** Of a mesh whose edges are by the error map of an earlier run. */
export const RefinedSchema = z.object({
  predictedTriangles: count,
  from: z.object({
    project: z.string().describe('its id'),
    unknowns: count,
    errors: z
      .array(
        z.object({
          frequencyHz,
          equation: amount,
          discretisation: amount,
          geometry: amount,
          layers: amount.optional(),
        }),
      )
      .describe('`errorEstimate` of that run'),
  }),
});
export type Refined = z.infer<typeof RefinedSchema>;

/** What only the mesher knows of a STEP model. */
const ofStep = {
  step: z
    .object({
      unitName: z.string(),
      metresPerUnit: amount.nullable(),
      solids: count,
      faces: count,
      sizeM: place,
    })
    .optional(),
  adjacency: z
    .array(z.object({ part: count.min(1), solids: z.array(z.number().int()) }))
    .optional()
    .describe('which solids lie at each part'),
  mesher: z
    .object({
      options: UsedMesherOptionsSchema,
      seconds: amount,
      gmshVersion: z.string(),
      triangles: count,
      longEdges: LongEdgesSchema.optional(),
      straightened: StraightenedSchema.optional(),
      refined: RefinedSchema.optional(),
    })
    .optional()
    .describe('how the mesh was made'),
};

const MeshPartSchema = z.object({
  ...namedPart,
  ...allLater(checkedPart),
  areaM2: amount,
  longestEdgeM: later(amount.describe('m')),
  extentM: later(amount.describe('see PartShape')),
  smoothM: later(amount.nullable().describe('see PartShape')),
});

/**
 * `mesh.json` of a run folder: the report of `pace check`, with the contract's names for some of it, and of STEP models what
 * the mesher adds.
 */
export const MeshReportSchema = z.object({
  unitsName: later(z.string()),
  metresPerUnit: later(amount.nullable().describe('null where neither file nor user says')),
  vertices: count,
  triangles: count,
  unknownsRwg: count.describe('of a perfect conductor'),
  ...allLater(checked),
  ...atFrequency,
  ...ofCurved,
  ...ofRounding,
  ...ofStep,
  parts: z.array(MeshPartSchema),
  findings: z.array(MeshFindingSchema),
});
export type MeshReport = z.infer<typeof MeshReportSchema>;

/**
 * The report of `pace check` in the words of the contract. `metresPerUnit` is null when neither the file nor the caller
 * says how long a unit is (then the report was made as if it were a metre).
 */
export function meshReportOfCheck(report: CheckReport): MeshReport {
  const { totals, units } = report;
  return {
    vertices: totals.vertices,
    triangles: totals.triangles,
    unknownsRwg: totals.unknownsRwg,
    unitsName: units.name,
    metresPerUnit: units.source === 'assumed' ? null : units.metresPerUnit,
    ...report,
    parts: report.parts.map((part) => ({
      areaM2: part.area_m2,
      extentM: part.extent_m,
      smoothM: part.smooth_m,
      longestEdgeM: part.edge_m.max,
      ...part,
    })),
  };
}
