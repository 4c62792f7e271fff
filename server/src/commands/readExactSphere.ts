import {
  ANGLE_FACTOR,
  polarizationOf,
  PROGRAM_TYPES,
  type ResultKey,
  type SphereResult,
} from '@pace/contract';
import { sphereOf } from '../mesher/index.ts';
import type { Reader } from '../policies/ownership.ts';
import { engineProblem, Problem } from '../problem.ts';
import type { Services } from '../services.ts';
import { openToRead } from './openProject.ts';
import { readGeometry, readMesh } from './readMesh.ts';

/**
 * The exact far field of a project's model, if that is a conducting sphere: of the sphere of the mesh's volume about its
 * centre, in the directions of the computed cuts. @throws Problem NOT_A_SPHERE
 */
export async function readExactSphere(
  services: Services,
  reader: Reader,
  request: ResultKey & { projectId: string },
): Promise<SphereResult> {
  const mesh = await readMesh(services, reader, request.projectId);
  const { project } = await openToRead(services, reader, request.projectId);
  if (project.programType !== PROGRAM_TYPES.pec)
    throw new Problem(
      'NOT_A_SPHERE',
      'The exact curve is for perfectly conducting spheres; this model has materials.',
    );
  if (!project.solverInput)
    throw new Problem('INPUT_MISSING', 'The solver input of this project was never saved.');
  const sphere = sphereOf(await readGeometry(services, mesh));
  if (typeof sphere === 'string')
    throw new Problem(
      'NOT_A_SPHERE',
      `The exact curve is known for a sphere only, and this model is none. ${sphere}`,
    );
  const metres = mesh.metresPerUnit;
  const radiusM = sphere.volumeRadius * metres;
  const centreM = sphere.centre.map((x) => x * metres) as SphereResult['centreM'];
  const { anglesweep, excitation, numberoffarlocations } = project.solverInput;
  const question = {
    radiusM,
    centreM,
    frequencyHz: request.frequency,
    thetaDeg: request.theta / ANGLE_FACTOR,
    phiDeg: request.phi / ANGLE_FACTOR,
    polarization: polarizationOf(anglesweep, excitation),
    points: numberoffarlocations,
  };
  const field = await services.engines.exactSphere(question).catch((error: unknown) => {
    const known = engineProblem(error);
    throw known ? new Problem(known.code, known.detail) : error;
  });
  return {
    radiusM,
    vertexRadiusM: sphere.vertexRadius * metres,
    centreM,
    farZoneFields: field.cuts,
    back: field.back,
  };
}
