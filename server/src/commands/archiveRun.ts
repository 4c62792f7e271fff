import {
  english,
  MONOSTATIC_FILE,
  parseResultFileName,
  type Message,
  type WireProject,
} from '@pace/contract';
import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { farZoneCsv, monostaticCsv } from '../presenters/fieldTables.ts';
import { presentProject } from '../presenters/project.ts';
import type { Reader } from '../policies/ownership.ts';
import { SERVER_VERSION } from '../config/version.ts';
import type { Services } from '../services.ts';
import { findingOf, type Recorded } from '../storage/checksums.ts';
import { readJson, RESULT_FOLDERS, type ProjectFiles } from '../storage/projectFiles.ts';
import { archiveReadme, type MapsFact } from './archiveReadme.ts';
import { gatherProject } from './gatherProject.ts';
import { mapsForArchive, type ArchivedMaps } from './mapsForArchive.ts';
import { openToRead } from './openProject.ts';

export interface RunArchive {
  /** Without ending */
  name: string;
  stream: Readable;
}

const NOT_CONVERGED = 'NOT-CONVERGED';
/** Work under way, of a run that is being continued. */
const UNFINISHED = /^results\.(next|old)/;

/**
 * Everything of a project as a ZIP archive that is written while it is read: the run folder, the results again as CSV,
 * the settings, design maps and hot spots, and a README that says how to run it from a shell.
 */
export async function archiveRun(services: Services, reader: Reader, projectId: string): Promise<RunArchive> {
  const project = presentProject(
    await gatherProject(services, await openToRead(services, reader, projectId)),
  );
  const unconverged = isUnconverged(project);
  const zip = new ZipFile();
  const stream = new PassThrough();
  zip.outputStream.pipe(stream);
  // A file that a run replaces meanwhile: a broken download, not half an archive that looks whole.
  zip.on('error', (error) => stream.destroy(error as Error));
  const addText = (name: string, text: string) => zip.addBuffer(Buffer.from(text), name);
  const { files } = services;
  const paths = (await files.list(project.id)).map(({ path }) => path).filter(isOfTheRun);
  if (unconverged)
    addText(`${NOT_CONVERGED}.txt`, 'The solver stopped before its residual error was reached.\n');
  const recorded = await recordsOf(services, project.id);
  const findings = new Map<string, string>();
  for (const path of recorded.keys()) if (!paths.includes(path)) findings.set(path, 'it is missing');
  for (const path of paths)
    addLazily(zip, path, async () =>
      compared(await files.stream(project.id, path), recorded.get(path), (finding) =>
        findings.set(path, english(finding)),
      ),
    );
  for (const path of paths) addCsv(zip, files, project.id, path);
  const closed = new AbortController();
  stream.once('close', () => closed.abort());
  // The README is the last file, since only then it is known which maps there are.
  const addMapsAndReadme = async () => {
    const maps = await addMaps(zip, mapsForArchive(services, reader, project, closed.signal));
    const facts = { names: new Set(paths), maps, unconverged, serverVersion: SERVER_VERSION };
    addText('README.txt', archiveReadme(project, facts));
    zip.end();
  };
  // Its turn comes when all files have been read.
  addLazily(zip, 'project.json', async () => {
    // What was made anew meanwhile has another record.
    const now = await recordsOf(services, project.id);
    const damaged = [...findings].filter(([path]) => now.get(path)?.sha256 === recorded.get(path)?.sha256);
    if (damaged.length > 0) addText('DAMAGED.txt', damageText(damaged));
    void addMapsAndReadme().catch((error: unknown) => stream.destroy(error as Error));
    return textStream(`${JSON.stringify(project, null, 2)}\n`);
  });
  return { name: `${project.name}${unconverged ? `-${NOT_CONVERGED}` : ''}`, stream };
}

/** One after the other: what has been read needs no memory any more when the next maps are computed. */
async function addMaps(zip: ZipFile, all: AsyncIterable<ArchivedMaps>): Promise<MapsFact[]> {
  const facts: MapsFact[] = [];
  for await (const one of all) {
    if ('answer' in one) {
      await addWhole(zip, `${one.path}.json`, Buffer.from(`${JSON.stringify(one.answer.file, null, 2)}\n`));
      await addWhole(zip, `${one.path}.bin`, one.answer.maps);
    }
    facts.push({ path: one.path, ...('missing' in one && { missing: one.missing }) });
  }
  return facts;
}

/** Resolves when it has been read. */
const addWhole = (zip: ZipFile, name: string, content: Buffer): Promise<void> =>
  new Promise((done) => {
    const stream = Readable.from([content]);
    stream.once('end', done);
    zip.addReadStream(stream, name);
  });

const damageText = (findings: readonly (readonly [path: string, finding: string])[]) =>
  `These files are not as they were written. Start the solver again for those of results, mesh the model again for the others, or restore them from a backup.\n\n${findings.map(([path, finding]) => `${path}: ${finding}`).join('\n')}\n`;

/** What is recorded of the files of mesh and results, by path. */
async function recordsOf({ checksums }: Services, projectId: string): Promise<Map<string, Recorded>> {
  const [mesh, results] = await Promise.all([
    checksums.recordedMesh(projectId),
    checksums.recorded(projectId, RESULT_FOLDERS.results),
  ]);
  const ofResults = Object.entries(results).map(
    ([name, facts]) => [`${RESULT_FOLDERS.results}/${name}`, facts] as const,
  );
  return new Map([...Object.entries(mesh), ...ofResults]);
}

/** A file as it comes, compared on its way: to read everything twice would make every download wait. */
function compared(
  file: Readable,
  recorded: Recorded | undefined,
  onDamage: (finding: Message) => void,
): Readable {
  if (!recorded) return file;
  async function* content(): AsyncGenerator<Buffer> {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const piece of file as AsyncIterable<Buffer>) {
      hash.update(piece);
      bytes += piece.length;
      yield piece;
    }
    const finding = findingOf({ bytes, sha256: hash.digest('hex') }, recorded!);
    if (finding !== undefined) onDamage(finding);
  }
  return Readable.from(content(), { objectMode: false });
}

export function isUnconverged(project: WireProject): boolean {
  return (
    project.state.solverResultReady &&
    (project.resultSummary?.converged === false || project.stateLive.solverState.converged === false)
  );
}

/** Notes of the server to itself, uploads under way and half-written files stay behind. */
function isOfTheRun(path: string): boolean {
  return !/(^|\/)\.[^/]*$/.test(path) && !path.endsWith('.part') && !UNFINISHED.test(path);
}

/** Far fields again as a table: what a spreadsheet opens. Written when its turn comes, however many there are. */
function addCsv(zip: ZipFile, files: ProjectFiles, projectId: string, path: string): void {
  const json = () => readJson(files, projectId, path);
  const name = basename(path);
  if (name === MONOSTATIC_FILE)
    addLazily(zip, 'csv/monostatic.csv', async () =>
      textStream(unlessUnreadable(name, monostaticCsv, await json())),
    );
  else if (parseResultFileName(name)?.kind === 'farzone')
    addLazily(zip, join('csv', name.replace(/\.json$/, '.csv')), async () =>
      textStream(unlessUnreadable(name, farZoneCsv, await json())),
    );
}

/** A damaged file goes into the archive as it is, and its table says so: one file never costs all the others. */
function unlessUnreadable(name: string, csv: (content: unknown) => string, content: unknown): string {
  try {
    return csv(content);
  } catch {
    return `# DAMAGED: ${name} cannot be read, so there is no table of it. Start the solver again, or restore the file from a backup.\n`;
  }
}

const textStream = (text: string) => Readable.from([Buffer.from(text)]);

/** Opened when its turn comes, however many there are. */
export function addLazily(zip: ZipFile, name: string, content: () => Promise<Readable>): void {
  zip.addReadStreamLazy(name, (done) => {
    content().then(
      (stream) => done(null, stream),
      (error: unknown) => done(error, Readable.from([])),
    );
  });
}
