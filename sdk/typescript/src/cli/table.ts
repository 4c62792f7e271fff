/** The commands of `pace`: help, completion, the manual page and the reading of arguments are made of this table alone. */
import { LOCAL_FORMATS, RESULT_FORMATS } from '../resultFiles.ts';

export interface Option {
  name: string;
  short?: string;
  /** What its value is called; absent of a switch */
  value?: string;
  /** The values that it may have */
  choices?: readonly string[];
  many?: true;
  summary: string;
}

export interface Command {
  name: string;
  /** What comes behind the name, as `FILE` */
  operands: readonly { name: string; choices?: readonly string[] }[];
  summary: string;
  options: readonly Option[];
  examples: readonly string[];
}

const ID = { name: 'ID' };
const OUTPUT: Option = { name: 'output', short: 'o', value: 'FILE', summary: 'Write to this file' };
const WATCH: Option = {
  name: 'watch',
  short: 'w',
  summary: 'Wait for the end of the run; Ctrl-C leaves it on the server',
};

/** Of every command */
export const COMMON_OPTIONS: readonly Option[] = [
  { name: 'json', summary: 'Print JSON on standard output' },
  { name: 'url', value: 'URL', summary: 'Address of the server; else PACE_URL, else that of the login' },
  {
    name: 'patience',
    value: 'SECONDS',
    summary: 'For which calls are tried again while the server is away; 30 by default',
  },
  { name: 'help', short: 'h', summary: 'Show the help of the command' },
];

const WAVES: readonly Option[] = [
  {
    name: 'frequency',
    short: 'f',
    value: 'HZ',
    summary: 'A number, FIRST:LAST:STEP, or numbers between commas [Hz]',
  },
  { name: 'theta', value: 'DEG', summary: 'Where the waves come from: degrees from +z, as --frequency' },
  {
    name: 'phi',
    value: 'DEG',
    summary: 'Where the waves come from: degrees from +x towards +y, as --frequency',
  },
  {
    name: 'polarization',
    value: 'NAME',
    choices: ['H', 'V', 'R', 'L', 'VH'],
    summary: 'Of the incident wave; VH for the scattering matrix',
  },
  { name: 'solver', value: 'NAME', choices: ['po', 'mlfma', 'hybrid'], summary: 'How the run is solved' },
  { name: 'name', value: 'NAME', summary: 'Make the run in a copy of the project with this name' },
  {
    name: 'set',
    value: 'NAME=VALUE',
    many: true,
    summary: 'A setting named as in the API: residualerror=0.01, cfiealpha=0.5,0.3 (one a part) …',
  },
  {
    name: 'layer',
    value: 'MATERIAL@M',
    many: true,
    summary: 'A layer on all surfaces of a coating model, outermost first, its thickness in metres',
  },
  {
    name: 'boundary',
    value: 'SURFACE=MATERIAL[@OUTSIDE]',
    many: true,
    summary: 'What the region inside a surface of a composite model is made of, and in which surface it lies',
  },
];

const MESH: readonly Option[] = [
  { name: 'size', value: 'SIZE', summary: 'Edge length in metres, or as lambda/8 with --frequency' },
  { name: 'flat', summary: 'Flat triangles in the place of curved ones' },
  { name: 'graded', summary: 'Shorter edges where the surface is tightly curved and at points' },
  { name: 'unit', value: 'M', summary: 'Metres per unit of a file that does not say it' },
  { name: 'merge-seams', summary: 'Of a UNV model: merge the nodes of torn seams' },
];

const PROGRAM: Option = {
  name: 'program',
  value: 'NAME',
  choices: ['pec', 'coating', 'composite'],
  summary: 'What surfaces are made of',
};

export const COMMANDS: readonly Command[] = [
  {
    name: 'login',
    operands: [],
    summary: 'Keep the address of a server and an access key, which is read from standard input or PACE_KEY',
    options: [],
    examples: ['pace login --url http://localhost:8080'],
  },
  {
    name: 'upload',
    operands: [{ name: 'FILE' }],
    summary:
      'Make a project with a model of CAD (STEP, IGES, BREP) or a mesh (UNV, gmsh MSH, NASTRAN, Abaqus, STL, OBJ) and print its id',
    options: [
      { name: 'name', value: 'NAME', summary: 'Of the project; the file’s name by default' },
      PROGRAM,
    ],
    examples: ['pace upload almond.step'],
  },
  {
    name: 'mesh',
    operands: [ID],
    summary: 'Mesh a STEP model and print what was found in the mesh',
    options: [
      { name: 'frequency', short: 'f', value: 'HZ', summary: 'That lambda belongs to [Hz]' },
      ...MESH,
    ],
    examples: ['pace mesh ID --size lambda/8 --frequency 3e9'],
  },
  {
    name: 'check',
    operands: [ID],
    summary: 'Print what was found in the mesh; fails if it has errors',
    options: [],
    examples: ['pace check ID'],
  },
  {
    name: 'estimate',
    operands: [ID],
    summary: 'Print unknowns, time and memory of a run that is prepared; with --frequency prepare one',
    options: WAVES,
    examples: ['pace estimate ID --frequency 3e9 --phi 0:180:1 --theta 90'],
  },
  {
    name: 'run',
    operands: [ID],
    summary: 'Start the run that is prepared and print its id; with --frequency prepare one',
    options: [...WAVES, WATCH],
    examples: [
      'pace run ID --frequency 3e9 --phi 0:180:1 --theta 90 --polarization VH --watch',
      'pace run ID --watch',
    ],
  },
  {
    name: 'local',
    operands: [{ name: 'FILE' }],
    summary: 'Mesh and solve a model in a folder, by a checkout of Pace (PACE_HOME) and without a server',
    options: [
      ...WAVES,
      PROGRAM,
      ...MESH,
      {
        name: 'as',
        value: 'FORMAT',
        choices: LOCAL_FORMATS,
        summary: 'Write the results into the folder too',
      },
      {
        name: 'output',
        short: 'o',
        value: 'FOLDER',
        summary: 'Of mesh, job and results; NAME-pace by default',
      },
    ],
    examples: ['pace local almond.step --frequency 3e9 --theta 90 --phi 0:180:0.5 --polarization VH'],
  },
  {
    name: 'list',
    operands: [],
    summary: 'List projects, newest first',
    options: [{ name: 'page', value: 'N', summary: 'Of a hundred projects each, from 0' }],
    examples: ['pace list'],
  },
  {
    name: 'cancel',
    operands: [ID],
    summary: 'Stop a run; what it has computed is kept',
    options: [],
    examples: ['pace cancel ID'],
  },
  {
    name: 'continue',
    operands: [ID],
    summary: 'Resume a cancelled run, or one that has not converged',
    options: [{ name: 'iterations', value: 'N', summary: 'How many more it may take' }, WATCH],
    examples: ['pace continue ID --watch'],
  },
  {
    name: 'study',
    operands: [ID, { name: 'FILE' }],
    summary:
      'Start a study of a project that is set up; FILE has its definition as JSON, - for standard input',
    options: [
      { name: 'name', value: 'NAME', summary: 'Of the study; the file’s name by default' },
      { name: 'watch', short: 'w', summary: 'Wait for its end; Ctrl-C leaves it on the server' },
    ],
    examples: ['pace study ID thickness.json --watch'],
  },
  {
    name: 'studies',
    operands: [],
    summary: 'List studies, newest first',
    options: [],
    examples: ['pace studies'],
  },
  {
    name: 'variants',
    operands: [{ name: 'STUDY' }],
    summary: 'Print the table of a study: values in SI units, objectives in dBsm with their bars, states',
    options: [],
    examples: ['pace variants STUDY'],
  },
  {
    name: 'results',
    operands: [ID],
    summary: 'Print the RCS, or write the results in a format of other programs',
    options: [
      {
        name: 'as',
        value: 'FORMAT',
        choices: RESULT_FORMATS,
        summary:
          'Text goes to standard output without --output; mat, h5, vtu, stl and radarexplorer (a ZIP file) need it',
      },
      OUTPUT,
      {
        name: 'frequency',
        short: 'f',
        value: 'HZ',
        summary: 'Of the cuts of ffe, the currents of vtu, or rcs',
      },
      {
        name: 'theta',
        value: 'DEG',
        summary: 'Of the cuts of ffe, the currents of vtu, and the cuts that rcs and h5 have with it',
      },
      { name: 'phi', value: 'DEG', summary: 'Likewise' },
      {
        name: 'incident',
        value: 'WAVE',
        choices: ['V', 'H'],
        summary: 'Wave that excites the currents of vtu in a run of both; V if not given',
      },
      { name: 'density', value: 'CURRENT', choices: ['J', 'M'], summary: 'Currents of vtu; J if not given' },
    ],
    examples: [
      'pace results ID',
      'pace results ID --as mat --output almond.mat',
      'pace results ID --as vtu --theta 90 --phi 0 --output currents.vtu',
    ],
  },
  {
    name: 'report',
    operands: [ID],
    summary: 'Print how the run was solved and what the solver notes; --output: all its files as a ZIP file',
    options: [OUTPUT],
    examples: ['pace report ID', 'pace report ID --output run.zip'],
  },
  {
    name: 'share',
    operands: [ID],
    summary: 'Print a link for reading the project in a browser; needs a key of the scope full',
    options: [],
    examples: ['pace share ID'],
  },
  {
    name: 'completion',
    operands: [{ name: 'SHELL', choices: ['bash', 'zsh'] }],
    summary: 'Print a completion script',
    options: [],
    examples: ['source <(pace completion bash)'],
  },
  {
    name: 'man',
    operands: [],
    summary: 'Print the manual page (troff)',
    options: [],
    examples: ['pace man | man -l -'],
  },
  {
    name: 'help',
    operands: [],
    summary: 'Show all commands',
    options: [],
    examples: ['pace help'],
  },
];

export const EXIT_CODES = [
  [0, 'done'],
  [1, 'a run, a mesh or a file failed'],
  [2, 'wrong usage'],
  [3, 'the server refuses or cannot be reached'],
  [130, 'interrupted'],
] as const;

export const ENVIRONMENT = [
  ['PACE_URL', 'Address of the server'],
  ['PACE_KEY', 'Access key'],
  ['PACE_HOME', 'Checkout of Pace that pace local runs; else the one around the current folder'],
  ['XDG_CONFIG_HOME', 'Folder of pace/credentials.json, which login writes; ~/.config by default'],
] as const;

export const optionsOf = (command: Command): readonly Option[] => [...command.options, ...COMMON_OPTIONS];
