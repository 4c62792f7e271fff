import { z } from 'zod';
import { INCIDENTS } from './run/fileNames.ts';

/** Of each format: the ending of its file, and what it holds, where that does not depend on the request (docs/formats.md). */
export const EXPORT_FORMATS = {
  txt: 'txt',
  mat: 'mat',
  h5: 'h5',
  radarexplorer: 'zip',
  rcs: 'rcs',
  ffe: 'ffe',
  vtu: 'vtu',
  msh: 'msh',
  stl: 'stl',
  obj: 'obj',
  unv: 'unv',
} as const;
export type ExportFormat = keyof typeof EXPORT_FORMATS;

const [first, ...others] = Object.keys(EXPORT_FORMATS) as [ExportFormat, ...ExportFormat[]];

const number = z.coerce.number();

export const ExportRequestSchema = z.object({
  ProjectID: z.string().min(1),
  Format: z.enum([first, ...others]),
  Frequency: number
    .gt(0)
    .optional()
    .describe('Hz; of rcs, ffe, h5 and vtu. May be left out where the run has one'),
  Theta: number
    .optional()
    .describe(
      'degrees × 10; of the cuts of ffe, and of rcs, h5 and vtu, which without an angle have the monostatic results, or the mesh',
    ),
  Phi: number.optional().describe('degrees × 10; as Theta'),
  Incident: z.enum(INCIDENTS).default('V').describe('of vtu, in a run of both polarizations'),
  Density: z.enum(['J', 'M']).default('J').describe('of vtu'),
});
export type ExportRequest = z.infer<typeof ExportRequestSchema>;

/** Is the file that of one illumination? */
export const isOfIllumination = ({ Format, Theta, Phi }: ExportRequest): boolean =>
  Format === 'ffe' ||
  ((Format === 'rcs' || Format === 'h5' || Format === 'vtu') && (Theta !== undefined || Phi !== undefined));
