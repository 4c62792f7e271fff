// @ts-check
import { finished } from './product.mjs';

/** @typedef {import('./product.mjs').Product} Product */
/** @typedef {{ model: string, name: string, formulationType: 1 | 2 | 3, input?: object, meshSizeMm?: number }} Wish */

/** Full turns and cuts in steps of two degrees: smooth curves. */
const STEP_DEG = 2;
const PATTERN_THETAS = 91;

/** What the pictures and the films show. @type {Record<'aircraft' | 'almond' | 'pattern', Wish>} */
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

/** Name of the project that the first start computes. */
const EXAMPLE = /^Example/;

/** Everything that pictures and films show, ready. @param {Product} product */
export async function prepareShowcase(product) {
  const coated = await prepare(product, {
    model: 'coated-sphere',
    name: 'Coated sphere, 3 GHz',
    formulationType: 2,
  });
  const dielectric = await prepare(product, {
    model: 'dielectric-sphere',
    name: 'PTFE sphere, 200 MHz',
    formulationType: 3,
  });
  const { projects } = await product.call('/api/project/get-projects');
  const sphere = projects.find((/** @type {{ name: string }} */ { name }) => EXAMPLE.test(name)).id;
  await finished(product, sphere, 'solverState');
  return {
    sphere,
    ready: await prepare(product, { model: 'aircraft', name: 'Aircraft', formulationType: 1 }),
    coated,
    dielectric,
    almond: await compute(product, WISHES.almond),
    pattern: await compute(product, WISHES.pattern),
    aircraft: await compute(product, WISHES.aircraft),
  };
}
