import { PROGRAM_TYPES, SOLVER_TYPES, type Project, type Target } from '@pace/contract';

/** What can vary in a project, in the order in which it is offered. */
export function offeredTargets({ programType, state }: Project): Target[] {
  const { solverInput, materials, meshReport, model } = state;
  const surfaces = (meshReport?.parts ?? []).map(({ number }) => number);
  const targets: Target[] = [];
  if (materials && programType === PROGRAM_TYPES.coating) {
    const { thicknesses } = materials;
    const all = thicknesses.map((_, i) => i);
    if (all.length > 1) targets.push({ kind: 'thickness', layers: all });
    for (const layer of all) targets.push({ kind: 'thickness', layers: [layer] });
    if (all.length > 1) targets.push({ kind: 'layerMaterial', layers: all });
    for (const layer of all) targets.push({ kind: 'layerMaterial', layers: [layer] });
    const bare = surfaces.filter((number) => !thicknesses.some(({ surface }) => surface === number));
    for (const kind of ['resistance', 'reactance'] as const) {
      if (bare.length > 1) targets.push({ kind, surfaces: bare });
      for (const surface of bare) targets.push({ kind, surfaces: [surface] });
    }
  }
  if (materials && programType === PROGRAM_TYPES.composite)
    for (const { surfaceApplied, outerMaterial } of materials.outerMedias)
      if (outerMaterial !== '') targets.push({ kind: 'regionMaterial', surfaces: [surfaceApplied] });
  if (materials && programType !== PROGRAM_TYPES.pec)
    for (const kind of ['permittivityFactor', 'permeabilityFactor'] as const)
      for (const material of new Set(materials.inputMaterials.map(({ name }) => name)))
        targets.push({ kind, material });
  targets.push({ kind: 'frequency' }, { kind: 'theta' }, { kind: 'phi' }, { kind: 'polarization' });
  if (solverInput?.solvertype !== SOLVER_TYPES.physicalOptics) targets.push({ kind: 'alpha' });
  if (programType === PROGRAM_TYPES.pec && solverInput?.solvertype === SOLVER_TYPES.hybrid) {
    targets.push({ kind: 'partMethod' });
    if (surfaces.length > 1)
      for (const part of surfaces.keys()) targets.push({ kind: 'partMethod', parts: [part] });
  }
  targets.push({ kind: 'modelScale' });
  if (model?.type === 'STEP') {
    targets.push({ kind: 'meshSize' });
    const solids = meshReport?.step?.solids ?? 0;
    for (let solid = 1; solid <= solids; solid++)
      targets.push({ kind: 'rotation', solids: [solid], axis: 'z', point: [0, 0, 0] });
  }
  targets.push({ kind: 'model' });
  return targets;
}

/** What the base has for a target, to start from; undefined where there is no number. */
export function valueNow({ state }: Project, target: Target): number | undefined {
  const { solverInput, materials, mesherInput } = state;
  switch (target.kind) {
    case 'thickness':
      return materials?.thicknesses[target.layers[0]!]?.thickness;
    case 'frequency':
      return solverInput?.frequency[0];
    case 'theta':
      return solverInput?.excitation[0];
    case 'phi':
      return solverInput?.excitation[solverInput.anglesweep === 0 ? 1 : 2];
    case 'alpha':
      return solverInput?.cfiealpha[0] ?? 0.5;
    case 'meshSize':
      return mesherInput ? mesherInput.mesh_size / 1000 : undefined;
    case 'modelScale':
    case 'permittivityFactor':
    case 'permeabilityFactor':
      return 1;
    case 'resistance':
      return 377;
    case 'reactance':
    case 'rotation':
      return 0;
    default:
      return undefined;
  }
}
