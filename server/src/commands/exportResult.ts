import {
  ANGLE_FACTOR,
  EXPORT_FORMATS,
  farZoneFields,
  isBothPolarizations,
  isInterpolated,
  isOfIllumination,
  message,
  numberText,
  POLARIZATIONS,
  polarizationOf,
  type ExportFormat,
  type ExportRequest,
  type ResultKey,
  type WireProject,
} from '@pace/contract';
import type { BistaticData, ScatteringData } from '@pace/contract/export';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeExport, type CurrentsWork, type ExportWork, type MeshWork } from '../exports/index.ts';
import type { Reader } from '../policies/ownership.ts';
import { presentProject } from '../presenters/project.ts';
import { engineProblem, problem, problemOfEngine } from '../problem.ts';
import type { Services } from '../services.ts';
import { parseAllCurrents } from '../storage/binaryFiles.ts';
import { localMesh, unlessDamaged } from '../storage/unlessDamaged.ts';
import { gatherProject } from './gatherProject.ts';
import type { OpenFile } from './openFile.ts';
import { openMendedMesh } from './openMendedMesh.ts';
import { openToRead } from './openProject.ts';
import { readMesh } from './readMesh.ts';
import { findCurrents, readFarZone, readMonoStatic } from './readResult.ts';

const NOT_CONVERGED = 'NOT-CONVERGED';
const INTERPOLATED = 'INTERPOLATED';

export interface ExportedFile extends OpenFile {
  /** With its ending */
  name: string;
}

interface Asked {
  services: Services;
  reader: Reader;
  project: WireProject;
  request: ExportRequest & { Format: Exclude<ExportFormat, 'unv'> };
  /** For what is in between */
  folder: string;
}

/**
 * Results, currents or mesh of a project as a file of another program (docs/formats.md), which is gone when it was sent.
 * @throws Problem RESULT_NOT_READY, RESULT_NOT_FOUND, MESH_NOT_READY, MEMORY
 */
export async function exportResult(
  services: Services,
  reader: Reader,
  request: ExportRequest,
): Promise<ExportedFile> {
  const records = await openToRead(services, reader, request.ProjectID);
  const project = presentProject(await gatherProject(services, records));
  if (request.Format === 'unv') {
    const mesh = await openMendedMesh(services, await readMesh(services, reader, project.id));
    return { ...mesh, name: `${project.name}-mesh.unv` };
  }
  const folder = await mkdtemp(join(tmpdir(), 'pace-export-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const { work, kind, converged, interpolated } = await workOf({
      services,
      reader,
      project,
      request: { ...request, Format: request.Format },
      folder,
    });
    const target = join(folder, 'export');
    const { bytes } = await writeExport({ work, target, folder });
    const stream = createReadStream(target);
    stream.once('close', () => void remove());
    const mark = `${interpolated ? `-${INTERPOLATED}` : ''}${converged ? '' : `-${NOT_CONVERGED}`}`;
    return {
      bytes,
      stream,
      name: `${project.name}-${kind}${mark}.${EXPORT_FORMATS[request.Format]}`,
    };
  } catch (error) {
    await remove();
    const known = engineProblem(error);
    throw known ? problemOfEngine(known) : error;
  }
}

interface Work {
  work: ExportWork;
  /** In the name of the file */
  kind: string;
  converged: boolean;
  /** Whether there are values of frequencies that an adaptive sweep has not solved, in a format without a place to say so */
  interpolated?: boolean;
}

async function workOf(asked: Asked): Promise<Work> {
  const { Format: format } = asked.request;
  if (format === 'msh' || format === 'stl' || format === 'obj')
    return { work: { format, mesh: await meshOf(asked) }, kind: 'mesh', converged: true };
  if (format === 'vtu') return vtuWork(asked);
  if (format === 'ffe' || (format === 'rcs' && isOfIllumination(asked.request))) {
    const cuts = await cutsOf(asked);
    if (format === 'rcs') requireMatrix(cuts);
    return {
      work: { format, cuts },
      kind: 'bistatic',
      converged: cuts.converged,
      interpolated: cuts.computed === false,
    };
  }
  const scattering = await scatteringOf(asked);
  const facts = { kind: 'monostatic', converged: scattering.converged };
  if (format === 'rcs') {
    requireMatrix(scattering);
    const frequencyHz = oneOf('Frequency', asked.request.Frequency, frequenciesOf(scattering), 1);
    const interpolated = scattering.records.some(
      (record) => record.frequency === frequencyHz && isInterpolated(record),
    );
    return { work: { format, scattering, frequencyHz }, ...facts, interpolated };
  }
  if (format === 'radarexplorer')
    return {
      work: { format, scattering, mesh: await meshOf(asked) },
      kind: 'radar-explorer',
      converged: scattering.converged,
      interpolated: scattering.records.some(isInterpolated),
    };
  if (format === 'h5' && isOfIllumination(asked.request))
    return { work: { format, scattering, cuts: await cutsOf(asked) }, ...facts };
  return { work: { format, scattering }, ...facts };
}

async function vtuWork(asked: Asked): Promise<Work> {
  const mesh = await meshOf(asked);
  if (!isOfIllumination(asked.request))
    return { work: { format: 'vtu', mesh }, kind: 'mesh', converged: true };
  const { services, reader, project, request } = asked;
  const { Density: density, Incident: incident } = request;
  const scattering = await scatteringOf(asked);
  const { converged, polarization } = scattering;
  const key = keyOf(request, scattering);
  const isBoth = isBothPolarizations(polarization);
  const place = await findCurrents(services, reader, {
    projectId: project.id,
    density,
    ...key,
    ...(isBoth && { incident }),
  });
  const { values, sides } = await unlessDamaged(
    services.checksums,
    { ...place, what: 'currents' },
    async () => parseAllCurrents(await services.files.read(place.projectId, place.path), place.path),
  );
  const currents: CurrentsWork = {
    name: density,
    unit: density === 'J' ? 'A/m' : 'V/m',
    values,
    sides,
  };
  const illumination = {
    frequencyHz: key.frequency,
    thetaDeg: key.theta / ANGLE_FACTOR,
    phiDeg: key.phi / ANGLE_FACTOR,
    polarization: isBoth ? POLARIZATIONS[incident === 'V' ? 'vertical' : 'horizontal'] : polarization,
    converged,
  };
  return { work: { format: 'vtu', mesh, illumination, currents }, kind: density, converged };
}

async function scatteringOf({ services, reader, project }: Asked): Promise<ScatteringData> {
  const { converged, monoStaticRcs } = await readMonoStatic(services, reader, project.id);
  if (monoStaticRcs.length === 0) throw problem('RESULT_NOT_READY');
  return { name: project.name, polarization: polarizationOfRun(project), converged, records: monoStaticRcs };
}

async function cutsOf(asked: Asked): Promise<BistaticData> {
  const { services, reader, project, request } = asked;
  const scattering = await scatteringOf(asked);
  const key = keyOf(request, scattering);
  const file = await readFarZone(services, reader, { projectId: project.id, ...key });
  const fields = farZoneFields(file);
  if (fields.length === 0) throw problem('RESULT_NOT_FOUND.noOutput', { what: message('file.farzone') });
  return {
    name: project.name,
    polarization: scattering.polarization,
    converged: file.converged,
    computed: file.computed,
    frequencyHz: key.frequency,
    thetaDeg: key.theta / ANGLE_FACTOR,
    phiDeg: key.phi / ANGLE_FACTOR,
    fields,
  };
}

/** The mesh that was solved, in metres, as the solver writes it. */
async function meshOf({ services, reader, project, folder }: Asked): Promise<MeshWork> {
  const { metresPerUnit } = await readMesh(services, reader, project.id);
  const unv = join(folder, 'mesh.unv');
  await services.engines.mendMesh({
    mesh: await localMesh(services, project.id),
    metresPerUnit,
    target: unv,
  });
  return { name: project.name, unv };
}

const polarizationOfRun = ({ resultSummary, state: { solverInput } }: WireProject): number =>
  resultSummary?.polarization ??
  (solverInput ? polarizationOf(solverInput.anglesweep, solverInput.excitation) : 0);

const frequenciesOf = ({ records }: ScatteringData) => records.map(({ frequency }) => frequency);

/** What was asked for; what the run has one value of need not be given. */
const keyOf = (
  { Frequency, Theta, Phi }: ExportRequest,
  { records, ...data }: ScatteringData,
): ResultKey => ({
  frequency: oneOf('Frequency', Frequency, frequenciesOf({ ...data, records }), 1),
  theta: oneOf(
    'Theta',
    Theta,
    records.map(({ angleTheta }) => angleTheta),
    ANGLE_FACTOR,
  ),
  phi: oneOf(
    'Phi',
    Phi,
    records.map(({ anglePhi }) => anglePhi),
    ANGLE_FACTOR,
  ),
});

/** @param factor  by which values are larger than what a person calls them */
function oneOf(name: string, given: number | undefined, values: readonly number[], factor: number): number {
  if (given !== undefined) return given;
  const distinct = [...new Set(values)];
  if (distinct.length > 1)
    throw problem('RESULT_NOT_FOUND.whichValue', {
      name,
      count: distinct.length,
      first: numberText(Math.min(...distinct) / factor),
      last: numberText(Math.max(...distinct) / factor),
    });
  return distinct[0]!;
}

function requireMatrix({ polarization }: { polarization: number }): void {
  if (!isBothPolarizations(polarization))
    throw problem('RESULT_NOT_FOUND.matrix', { format: message('export.stk') });
}
