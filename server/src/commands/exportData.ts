import { PassThrough, type Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { accessKeysOf } from '../auth/accessKeys.ts';
import { presentStudy } from '../presenters/study.ts';
import { presentUser } from '../presenters/user.ts';
import { runHistoryOf } from '../runs/readRuns.ts';
import type { Caller, Services } from '../services.ts';
import { auditEntriesOf, recordAudit } from '../storage/audit.ts';
import { projectsOf } from '../storage/projectRows.ts';
import type { ProjectRow, UserRow } from '../storage/schema.ts';
import { sessionsOf } from '../storage/sessionRows.ts';
import { supportMessagesOf } from '../storage/supportMessageRows.ts';
import { uploadOf } from '../storage/uploadRows.ts';
import { withoutTrailing } from '../withoutTrailing.ts';
import { addLazily } from './archiveRun.ts';
import { listStudies } from './study/readStudy.ts';

const README = `Everything that Pace stores of you / Pace'in sizinle ilgili sakladığı her şey

account.json    your profile, sessions, access keys, messages to support and what was recorded of your actions
studies.json    your studies with the values and objectives of their variants
projects/…      one folder a project: project.json with its settings and runs, files/ with the model as it was
                uploaded, the mesh and the results

Passwords and access keys are stored as a hash only and are not part of this archive; of a key it holds the first characters.
`;

/** Everything that is stored of a person, as a ZIP archive that is written while it is read. */
export async function exportData(services: Services, user: UserRow, caller: Caller): Promise<Readable> {
  await recordAudit(services.db, { action: 'data exported', userId: user.id, address: caller.address });
  const zip = new ZipFile();
  const archive = new PassThrough();
  zip.outputStream.pipe(archive);
  // A file that a run replaces meanwhile: the user sees a broken download, not half an archive that looks whole.
  zip.on('error', (error) => archive.destroy(error as Error));
  const add = (name: string, content: unknown) =>
    zip.addBuffer(
      Buffer.from(typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`),
      name,
    );
  add('README.txt', README);
  add('account.json', await accountOf(services, user));
  add('studies.json', (await listStudies(services, user)).map(presentStudy));
  for (const project of await projectsOf(services.db, user.id)) {
    const folder = `projects/${folderName(project)}`;
    add(`${folder}/project.json`, await settingsOf(services, project));
    for (const { path } of await services.files.list(project.id))
      if (!isOfTheMachine(path))
        addLazily(zip, `${folder}/files/${path}`, () => services.files.stream(project.id, path));
  }
  zip.end();
  return archive;
}

async function accountOf({ db }: Services, user: UserRow) {
  return {
    user: {
      ...presentUser(user),
      language: user.language,
      createdDate: user.createdAt,
      confirmedDate: user.confirmedAt,
      lastLoginDate: user.lastLoginAt,
    },
    sessions: await sessionsOf(db, user.id),
    accessKeys: await accessKeysOf(db, user.id),
    supportMessages: await supportMessagesOf(db, user.id),
    audit: await auditEntriesOf(db, user.id),
  };
}

async function settingsOf({ db }: Services, project: ProjectRow) {
  const upload = await uploadOf(db, project.id);
  return {
    id: project.id,
    name: project.name,
    programType: project.programType,
    coreType: project.coreType,
    createdDate: project.createdAt,
    model: upload && {
      fileName: upload.fileName,
      fileSize: upload.fileSize,
      complete: upload.completedAt !== null,
    },
    solverInput: project.solverInput,
    materials: project.materials,
    mesherInput: project.mesherOptions,
    coated: project.coated,
    runs: await runHistoryOf(db, project.id),
  };
}

/** Plain characters of the name for people, the beginning of the id so that no two are the same. */
function folderName({ id, name }: ProjectRow): string {
  const plain = withoutTrailing(
    name
      .replace(/[^\p{L}\p{N}._ -]+/gu, '_')
      .replace(/^[. ]+/, '')
      .slice(0, 60),
    '. ',
  );
  return `${plain === '' ? 'project' : plain} (${id.slice(0, 8)})`;
}

/** Notes of the server to itself, and uploads under way. */
function isOfTheMachine(path: string): boolean {
  return /(^|\/)\.[^/]*$/.test(path) || path.endsWith('.part');
}
