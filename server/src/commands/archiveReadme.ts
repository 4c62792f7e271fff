import { MONOSTATIC_FILE, RESULT_FILE, RESULT_NAME_PATTERN, type WireProject } from '@pace/contract';
import { RESULT_FOLDERS } from '../storage/projectFiles.ts';
import { DESIGN_MAPS, HOT_SPOTS } from './mapsForArchive.ts';

/** Of files that a kind of maps has, or that are missing */
export interface MapsFact {
  /** Without ending */
  path: string;
  /** Why there are none, a sentence */
  missing?: string;
}

interface ArchiveFacts {
  /** Paths inside the archive */
  names: ReadonlySet<string>;
  maps: readonly MapsFact[];
  unconverged: boolean;
  serverVersion: string;
}

const RESULT = `${RESULT_FOLDERS.results}/${RESULT_FILE}`;

const CONTENT: readonly [path: string, ...what: string[]][] = [
  ['project.json', 'settings, mesh report and summary of the result as the web page shows them'],
  ['model.step', 'the model as it was uploaded'],
  ['model.unv', 'the mesh as it was uploaded'],
  ['model.msh', 'the mesh as it was uploaded'],
  ['model.bdf', 'the mesh as it was uploaded'],
  ['model.stl', 'the mesh as it was uploaded'],
  ['model.obj', 'the mesh as it was uploaded'],
  ['mesh.unv', 'the mesh that the solver reads'],
  ['mesh.json', 'report on the mesh: parts, units, edges, quality, findings'],
  [
    'mesh.geo.bin',
    'geometry for viewers: "PACEGEO1", uint32 vertices, uint32 triangles, float32 x 3 a vertex, uint32 x 4 a triangle',
    '(part, three vertices), float32 quality a triangle. Of curved triangles that are the corners; what to draw in their',
    'place follows: "PACEBEN1", uint32 points, uint32 pieces, float32 x 3 a point, uint32 x 3 a point (vertices that it',
    'lies between), float32 x 3 a point (their weights), uint32 x 5 a piece (triangle, three vertices or points, which of',
    'its lines are sides), int16 x 9 a piece (normals at its corners, times 32767)',
  ],
  ['job.json', 'input of the solver'],
  ['events.ndjson', 'what the solver said, one JSON object a line'],
  [RESULT, 'method, convergence, cost, versions'],
  [`${RESULT_FOLDERS.results}/${MONOSTATIC_FILE}`, 'backscattered far field of every illumination, complex'],
];

const MAPS_CONTENT: readonly [kind: string, ending: string, ...what: string[]][] = [
  [
    DESIGN_MAPS,
    '_*.json',
    'design maps at the largest echo received vertically (V) or horizontally (H) of a wave of the same polarization: the share',
    'of each part, and to first order what changes of its shape and surface would do; schema: maps.schema.json of Pace',
  ],
  [
    DESIGN_MAPS,
    '_*.bin',
    'the maps by triangle: "PACEMAP1", uint32 triangles, uint32 maps, float32 a triangle, map after map as "maps" of the JSON',
    'file lists them; little-endian; triangles in the order of mesh.geo.bin; NaN: none',
  ],
  [
    HOT_SPOTS,
    '_*.json',
    'hot spots, strongest first: the whole monostatic sweep projected back onto the surface; the letter is the polarization',
    'that is received; schema: backprojection.schema.json of Pace',
  ],
  [HOT_SPOTS, '_*.bin', '4 pi |I|^2 [m^2] by triangle, as design/maps_*.bin with one map'],
];

/** What maps there are, and of each that is missing a sentence why. */
function mapsLines(maps: readonly MapsFact[]): string[] {
  const present = maps.filter(({ missing }) => missing === undefined);
  return [
    ...MAPS_CONTENT.filter(([kind]) => present.some(({ path }) => path.startsWith(kind))).flatMap(
      ([kind, ending, ...what]) => contentLines(`${kind}${ending}`, what),
    ),
    ...maps.flatMap(({ path, missing }) =>
      missing === undefined ? [] : [`  ${path} is not in this archive: ${missing}`],
    ),
  ];
}

const contentLines = (path: string, what: readonly string[]): string[] =>
  what.map((line, i) => `  ${(i === 0 ? path : '').padEnd(26)}${line}`);

const hasErrorBars = ({ resultSummary }: WireProject) =>
  resultSummary?.frequencies.some((one) => 'errorEstimate' in one && one.errorEstimate !== undefined) ??
  false;

/** How to read and how to run again what an archive holds; English, as the programs are. */
export function archiveReadme(
  project: WireProject,
  { names, maps, unconverged, serverVersion }: ArchiveFacts,
): string {
  const version = project.resultSummary?.version;
  const lines = [
    ...(unconverged
      ? [
          'NOT CONVERGED: the solver stopped before its residual error was reached.',
          'The numbers of this archive are not a solution.',
          '',
        ]
      : []),
    `${project.name}`,
    `Pace ${serverVersion}${version === undefined ? '' : `, solved by pace ${version}`}`,
    '',
    'CONTENT',
    ...CONTENT.filter(([path]) => path === 'project.json' || names.has(path)).flatMap(([path, ...what]) =>
      contentLines(path, what),
    ),
    ...(names.has(RESULT)
      ? [
          `  results/${RESULT_NAME_PATTERN}   one file an illumination and kind`,
          '  csv/                      the far fields as tables',
        ]
      : []),
    ...mapsLines(maps),
    '',
    'CONVENTIONS',
    '  Time factor e^{+jwt}. Far field E = lim r e^{jkr} E [V] for an incident wave of 1 V/m with phase zero at the origin.',
    '  RCS = 4 pi |E|^2 [m^2]; dBsm = 10 log10 of it. theta from +z, phi from +x towards +y; a wave (theta, phi) comes',
    '  from there. Angles in the names and records of results/ are degrees x 10; in csv/ they are degrees.',
    '  Polarization: 0 horizontal (phi), 1 vertical (theta), 2 right, 3 left circular, 4 vertical and horizontal together.',
    '  With 4 there is the scattering matrix s [m], E over the incident field strength: the first letter is what is received,',
    '  the second what comes in (V along theta, H along phi, each at its own direction); RCS = 4 pi |s|^2. In the names of files',
    '  that there are once an incident wave the kind ends with V or H. RR, RL, LR, LL: the same between circular waves, each',
    '  sense by IEEE along its own propagation. Total power: the sum of |s|^2 over all four.',
    ...(hasErrorBars(project)
      ? [
          '  Error bars: e_..._Error [V] and s_..._Error [m] are radii around the complex value, in which the exact one is expected.',
          '  They are estimates, not bounds. In csv/ there are also the ends of the bars in dBsm; an empty cell has no bar.',
        ]
      : []),
    '',
    'RUN IT AGAIN',
    ...(names.has('job.json')
      ? [
          '  With the solver of Pace (npm run build:solver in its source; the program is build/solver/pace), in this folder:',
          '',
          '    pace check mesh.unv --json mesh-again.json',
          '    pace estimate job.json',
          '    pace solve job.json --out results-again',
          '',
          '  memoryLimitBytes in job.json is the limit of the machine it ran on: change it to yours.',
          `  A run that has not converged goes on when solved again into the same folder with more numberofiterations;`,
          '  checkpoints are not in this archive, so it starts from the beginning here.',
        ]
      : ['  The solver was not started yet, so there is no job.json.']),
    '',
  ];
  return lines.join('\n');
}
