import { ANGLE_FACTOR, polarizationOf, type ResultKey, type SphereResult } from '@pace/contract';
import { concentricSpheres } from '../mesher/index.ts';
import type { Reader } from '../policies/ownership.ts';
import { engineProblem, problemOfEngine, problem } from '../problem.ts';
import type { Services } from '../services.ts';
import { exactBody } from './exactBody.ts';
import { openToRead } from './openProject.ts';
import { readGeometry, readMesh } from './readMesh.ts';

/**
 * The exact far field of a project's model, if that is a sphere: conducting, coated, of a surface impedance, or of
 * materials in concentric shells; each of the volume of its mesh, about its centre, in the directions of the computed
 * cuts. @throws Problem NOT_A_SPHERE
 */
export async function readExactSphere(
  services: Services,
  reader: Reader,
  request: ResultKey & { projectId: string },
): Promise<SphereResult> {
  const mesh = await readMesh(services, reader, request.projectId);
  const { project } = await openToRead(services, reader, request.projectId);
  if (!project.solverInput) throw problem('INPUT_MISSING');
  const { report } = mesh;
  const isBent = report?.curved !== undefined && report.curved.triangles === report.triangles;
  const spheres = concentricSpheres({ ...(await readGeometry(services, mesh)), isBent });
  if ('message' in spheres) throw problem('NOT_A_SPHERE.otherBody', { reason: spheres });
  const metres = mesh.metresPerUnit;
  const [outermost] = spheres;
  const centreM = outermost.centre.map((x) => x * metres) as SphereResult['centreM'];
  const known = exactBody(
    project.programType,
    project.materials,
    spheres.map(({ parts, volumeRadius }) => ({ parts, radiusM: volumeRadius * metres })),
    request.frequency,
  );
  if ('message' in known) throw problem('NOT_A_SPHERE.unknown', { reason: known });
  const { anglesweep, excitation, numberoffarlocations } = project.solverInput;
  const question = {
    ...known,
    centreM,
    frequencyHz: request.frequency,
    thetaDeg: request.theta / ANGLE_FACTOR,
    phiDeg: request.phi / ANGLE_FACTOR,
    polarization: polarizationOf(anglesweep, excitation),
    points: numberoffarlocations,
  };
  const field = await services.engines.exactSphere(question).catch((error: unknown) => {
    const known = engineProblem(error);
    throw known ? problemOfEngine(known) : error;
  });
  return {
    radiusM: outermost.volumeRadius * metres,
    vertexRadiusM: outermost.vertexRadius * metres,
    centreM,
    farZoneFields: field.cuts,
    back: field.back,
  };
}
