// @ts-check
import { prepareDesignStory } from './designStory.mjs';
import { finished } from './product.mjs';
import { compute, prepare, WISHES } from './runs.mjs';

/** @typedef {import('./product.mjs').Product} Product */

/** Name of the project that the first start computes. */
const EXAMPLE = /^Example/;

/** The project that the first start computes. @param {Product} product @returns {Promise<string>} its id */
export async function finishedExample(product) {
  const { projects } = await product.call('/api/project/get-projects');
  const { id } = projects.find((/** @type {{ name: string }} */ { name }) => EXAMPLE.test(name));
  await finished(product, id, 'solverState');
  return id;
}

/** Everything that pictures and films show, ready. @param {Product} product @param {string} sphere  of the example @returns {Promise<import('./scenes.mjs').Projects>} */
export async function prepareShowcase(product, sphere) {
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
  return {
    sphere,
    ready: await prepare(product, { model: 'aircraft', name: 'Aircraft', formulationType: 1 }),
    coated,
    dielectric,
    almond: await compute(product, WISHES.almond),
    pattern: await compute(product, WISHES.pattern),
    aircraft: await compute(product, WISHES.aircraft),
    ...(await prepareDesignStory(product)),
  };
}
