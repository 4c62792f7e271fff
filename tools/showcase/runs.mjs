// @ts-check
import { finished } from './product.mjs';

/** @typedef {import('./product.mjs').Product} Product */
/** @typedef {{ model: string, name: string, formulationType: 1 | 2 | 3, input?: object, meshSizeMm?: number }} Wish */

/** Full turns and cuts in steps of two degrees: smooth curves. */
const STEP_DEG = 2;
const PATTERN_THETAS = 91;

/** What the pictures and the films show. @type {Record<'aircraft' | 'almond' | 'pattern' | 'side', Wish>} */
export const WISHES = {
  aircraft: {
    model: 'aircraft',
    name: 'Aircraft, 300 MHz',
    formulationType: 1,
    meshSizeMm: 100,
    input: {
      frequency: [300e6, -1, -1],
      anglesweep: 1,
      excitation: [90, 90, 0, 360, 1, 0, STEP_DEG],
      solvertype: 2,
      numberofiterations: 60,
    },
  },
  almond: {
    model: 'almond',
    name: 'NASA almond, 1.19 GHz',
    formulationType: 1,
    input: {
      anglesweep: 1,
      excitation: [90, 90, 0, 180, 1, 0, STEP_DEG],
      solvertype: 2,
      numberofiterations: 60,
    },
  },
  pattern: {
    model: 'almond',
    name: 'NASA almond, 3D pattern',
    formulationType: 1,
    input: { numberof3dthetas: PATTERN_THETAS },
  },
  // The strongest echo of the aircraft comes from its side: a sector around it, for the story of design maps.
  side: {
    model: 'aircraft',
    name: 'Aircraft, 500 MHz',
    formulationType: 1,
    meshSizeMm: 60,
    input: {
      frequency: [500e6, -1, -1],
      anglesweep: 1,
      excitation: [90, 90, 84, 96, 1, 0, STEP_DEG],
      solvertype: 2,
      numberofiterations: 200,
    },
  },
};

/**
 * Makes a project of a ready model, with a mesh.
 * @param {Product} product @param {Wish} wish @returns {Promise<string>} its id
 */
export async function prepare(product, { model, name, input = {}, meshSizeMm }) {
  const made = await existing(product, name);
  if (made?.state.mesherResultReady) return made.id;
  const { id, state } = await product.call('/api/project/create-from-demo', { model, name });
  await finished(product, id, 'mesherState');
  await product.call('/api/solver/input', { ...state.solverInput, ...input, projectId: id });
  if (meshSizeMm !== undefined) {
    const { fileName: _, ...options } = state.mesherInput;
    await product.call('/api/solver/mesher-input', { ...options, mesh_size: meshSizeMm, projectId: id });
    await product.call('/api/solver/runMesher', { projectId: id });
    await finished(product, id, 'mesherState');
  }
  return id;
}

/** The furthest project of that name, of a product that ran before. @param {Product} product @param {string} name */
async function existing(product, name) {
  const { projects } = await product.call('/api/project/get-projects');
  const named = projects.filter((/** @type {{ name: string }} */ project) => project.name === name);
  return named.find((/** @type {any} */ { state }) => state.solverResultReady) ?? named[0];
}

/** The same, solved. @param {Product} product @param {Wish} wish @returns {Promise<string>} */
export async function compute(product, wish) {
  const made = await existing(product, wish.name);
  if (made?.state.solverResultReady) return made.id;
  const projectId = await prepare(product, wish);
  await product.call('/api/solver/solver-run', { projectId, formulationType: wish.formulationType, core: 1 });
  await finished(product, projectId, 'solverState');
  return projectId;
}
