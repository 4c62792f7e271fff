import {
  coatingImpedance,
  frequenciesHz,
  LIMITS,
  parametersAt,
  passive,
  predictedOnMesh,
  PROGRAM_TYPES,
  SOLVER_TYPES,
  TYPED_LAYER_NAME,
  type Coated,
  type CoatingPrediction,
  type CoatParts,
  type LayerMaterial,
  type MapsFile,
} from '@pace/contract';
import { MATERIAL_LIBRARY } from '../materials/library.ts';
import { coatedMaterials, type LayerSource } from '../policies/coatedMaterials.ts';
import { problem } from '../problem.ts';
import type { Services } from '../services.ts';
import type { ProjectRow, UserRow } from '../storage/schema.ts';
import { duplicateProject } from './duplicateProject.ts';
import { openToRead } from './openProject.ts';
import { readDesignMaps } from './readDesignMaps.ts';
import { meshReportOf } from './solverJob.ts';

/**
 * A copy of the project as a Coating project on the same mesh, with a layer on some of its parts. What the design maps predict
 * of it is kept with it, for comparison. The project itself stays as it is.
 * @throws Problem NOT_COATABLE, and those of design maps and of copying a project
 */
export async function coatParts(
  services: Services,
  user: UserRow,
  { name, projectId, question, parts: asked, thicknessMm, layer }: CoatParts & { name: string },
): Promise<ProjectRow> {
  const records = await openToRead(services, user, projectId);
  const { solverInput } = records.project;
  if (!solverInput) throw problem('INPUT_MISSING.solver');
  const parts = [...new Set(asked)];
  const { source, values } = layerOf(layer, question.frequency);
  const { file } = await readDesignMaps(services, user, { projectId, ...question, layer: values });
  const impedance = coatingImpedance(values, thicknessMm, file.frequencyHz);
  const coated: Coated = {
    from: projectId,
    frequencyHz: file.frequencyHz,
    incident: file.incident,
    received: file.received,
    material: source.name,
    thicknessMm,
    impedance,
    parts,
    predictions: predictionsOf(file, { parts, thicknessMm, impedance }),
  };
  const report = await meshReportOf(services, records);
  const surfaces = report.parts.map(({ number }) => number);
  const frequencies = frequenciesHz(solverInput);
  return duplicateProject(services, user, projectId, name, {
    programType: PROGRAM_TYPES.coating,
    // Of a hybrid there are maps where all parts are full wave.
    solverInput: { ...solverInput, solvertype: SOLVER_TYPES.mlfma, partmethods: [] },
    materials: coatedMaterials(source, { parts, surfaces, thicknessMm, frequenciesHz: frequencies }),
    coated,
  });
}

function layerOf(
  layer: CoatParts['layer'],
  frequencyHz: number,
): { source: LayerSource; values: LayerMaterial } {
  if (!('material' in layer)) {
    const typed = {
      permittivity: passive(layer.permittivity),
      permeability: passive(layer.permeability),
    };
    return { source: { name: TYPED_LAYER_NAME, typed, frequencyHz }, values: typed };
  }
  const library = MATERIAL_LIBRARY.find(({ name }) => name === layer.material);
  if (!library) throw problem('NOT_COATABLE.material', { material: layer.material });
  const { permitivity, permeability } = parametersAt(library.params, frequencyHz);
  return { source: { name: library.name, library }, values: { permittivity: permitivity, permeability } };
}

function predictionsOf(
  { parts, responses, illuminations }: MapsFile,
  coating: Pick<Coated, 'parts' | 'thicknessMm' | 'impedance'>,
): CoatingPrediction[] {
  if (illuminations.length > LIMITS.coatAnglesMax)
    throw problem('NOT_COATABLE.angles', { angles: illuminations.length, most: LIMITS.coatAnglesMax });
  if (!responses) throw problem('NOT_COATABLE.noResponses');
  const places = coating.parts.map((surface) => {
    const place = parts.findIndex(({ number }) => number === surface);
    if (place < 0) throw problem('NOT_COATABLE.unknownPart', { surface });
    if (!responses[0]?.parts[place]?.perOhm) throw problem('NOT_COATABLE.sheet', { surface });
    return place;
  });
  return responses.map((response, i) => ({
    ...illuminations[i]!,
    before: response.field,
    // Every illumination has the derivatives that the first one has.
    predicted: predictedOnMesh(response, { ...coating, places })!,
  }));
}
