import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { VALIDATION_FOLDER, type Case, type MeshSource } from '../caseFile.ts';
import { gmshOptions, meshFile } from '../meshBuilding.ts';
import type { CaseResult } from '../results.ts';
import { jobOf } from '../solvedRun.ts';

/** Larger ones are made by the user, of the script in the folder: a million unknowns are 130 MB of UNV. */
const UNKNOWNS_INCLUDED = 150_000;
const AUSTIN = 'data/austin/';
const LICENCES = ['LICENSE-AustinRCS.txt', 'LICENSE-repository-root-CC-BY-SA-4.0.txt'];
const THREADS = 2;

export interface RunFolder {
  /** Content by name */
  files: Map<string, Buffer>;
  mesh: 'included' | 'script';
}

/**
 * A case as a folder that `pace solve` takes: a job a run, the meshes, the case itself, its record, the published reference with its
 * licences, and a README with the commands. `withMeshes` false: gmsh is not there, so only meshes that are files come along.
 */
export function runFolder(
  theCase: Case,
  result: CaseResult | undefined,
  workFolder: string,
  withMeshes: boolean,
): RunFolder {
  const files = new Map<string, Buffer>();
  const commands: string[] = [];
  for (const [name, source] of Object.entries(theCase.meshes)) {
    if (source.script !== undefined) files.set(basename(source.script), bytes(source.script));
    if (isIncluded(source, name, theCase, result, withMeshes))
      files.set(meshName(name), readFileSync(meshFile(source, workFolder)));
    else commands.push(gmshCommand(source, name));
  }
  const mesh = commands.length === 0 ? 'included' : 'script';
  for (const [name, run] of Object.entries(theCase.runs)) {
    const scale = theCase.meshes[run.mesh]?.metresPerUnit ?? 1;
    const job = { ...jobOf(run, scale, THREADS), mesh: meshName(run.mesh) };
    files.set(`job-${name}.json`, json(job));
    commands.push(`pace solve job-${name}.json --out results-${name}`);
  }
  files.set('case.json', bytes(`cases/${theCase.id}/case.json`));
  if (result) files.set('record.json', json(result));
  addReferences(theCase, files);
  files.set('README.txt', Buffer.from(readme(theCase, commands, mesh)));
  return { files, mesh };
}

const meshName = (name: string) => `mesh-${name}.unv`;
const json = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
const bytes = (path: string) => readFileSync(join(VALIDATION_FOLDER, path));

function isIncluded(
  { script }: MeshSource,
  name: string,
  { runs, meshAsScript }: Case,
  result: CaseResult | undefined,
  withMeshes: boolean,
): boolean {
  if (script === undefined) return true;
  if (!withMeshes || !result || meshAsScript) return false;
  const unknowns = Object.entries(runs)
    .filter(([, run]) => run.mesh === name)
    .map(([run]) => result.runs[run]?.unknowns ?? Infinity);
  return Math.max(0, ...unknowns) <= UNKNOWNS_INCLUDED;
}

function gmshCommand(source: MeshSource, name: string): string {
  const options = gmshOptions(source);
  return ['gmsh -2 -format unv', ...options, '-o', meshName(name), basename(source.script ?? '')].join(' ');
}

/** Published tables and meshes come with the texts of their licences, as those ask for. */
function addReferences({ checks, meshes }: Case, files: Map<string, Buffer>): void {
  const tables = new Set(checks.flatMap((check) => (check.kind === 'reference' ? [check.file] : [])));
  for (const table of tables) files.set(tables.size === 1 ? 'reference.csv' : flat(table), bytes(table));
  const copied = [...tables, ...Object.values(meshes).flatMap(({ file }) => file ?? [])];
  if (copied.some((path) => path.startsWith(AUSTIN)))
    for (const name of LICENCES) files.set(name, bytes(AUSTIN + name));
}

const flat = (path: string) => path.split('/').slice(-2).join('-');

function readme(
  { id, title, why, reference, tolerance }: Case,
  commands: readonly string[],
  mesh: RunFolder['mesh'],
): string {
  return `${title}
${id}

${why}
Reference: ${reference}
Limits: ${tolerance}

Run in this folder, with pace in the PATH${mesh === 'script' ? ' and gmsh for the mesh' : ''}:

${commands.map((command) => `  ${command}`).join('\n')}

job-….json   input of pace solve; "threads" is the number of cores to use
mesh-….unv   the mesh${mesh === 'script' ? ', which gmsh makes of the script' : ''}
case.json    the case: what is solved, against what, with which limits
record.json  what was measured (absent: not measured yet)

In the repository, npm run validate -- --only ${id} solves the same and compares it with its reference.
`;
}
