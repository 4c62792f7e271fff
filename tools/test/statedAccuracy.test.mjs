import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

/** @typedef {{ title: string, measures: { quantity: string, value: number }[] }} Check */

/** @param {string} path */
const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const results = JSON.parse(read('validation/results.json'));
const header = read('solver/src/model/stated_accuracy.hpp');

/**
 * Mean of the means and largest of the maxima of the checks of a case whose title has a text [dB].
 * @param {string} id
 * @param {(title: string) => boolean} titled
 * @returns {[number, number]}
 */
function differenceOf(id, titled) {
  const checks = /** @type {Check[]} */ (results[id].checks).filter(({ title }) => titled(title));
  /** @param {string} quantity */
  const of = (quantity) =>
    checks.map(({ measures }) => measures.find((m) => m.quantity === quantity)?.value ?? NaN);
  const means = of('mean |ΔdB|');
  return [means.reduce((sum, value) => sum + value, 0) / means.length, Math.max(...of('max |ΔdB|'))];
}

/**
 * @param {string} name
 * @returns {[number, number]}
 */
function stated(name) {
  const [, mean, max] = new RegExp(`${name}\\{([\\d.]+), ([\\d.]+)\\}`).exec(header) ?? [];
  return [Number(mean), Number(max)];
}

for (const [name, id, titled] of /** @type {[string, string, (title: string) => boolean][]} */ ([
  ['grazing_with_edges', 'po-grazing', (title) => title.includes('70° to 89°, PO and edges')],
  ['hybrid_on_plate', 'hybrid-fin-on-plate', (title) => title.startsWith('Hybrid')],
  ['hybrid_on_box', 'hybrid-fin-on-box', (title) => title.startsWith('Hybrid')],
]))
  test(`${name}: the solver states what ${id} measured, to a tenth of a decibel`, () => {
    const [mean, max] = differenceOf(id, titled);
    const [statedMean, statedMax] = stated(name);
    assert.ok(Math.abs(statedMean - mean) <= 0.1, `stated ${statedMean}, measured ${mean}`);
    assert.ok(Math.abs(statedMax - max) <= 0.1, `stated ${statedMax}, measured ${max}`);
  });

test('without its edges Physical Optics near edge-on is as far off as the solver states', () => {
  const [mean] = differenceOf('po-grazing', (title) => title.includes('without edges'));
  const value = Number(/grazing_without_edges_mean_db = ([\d.]+);/.exec(header)?.[1]);
  assert.ok(Math.abs(value - mean) <= 0.5, `stated ${value}, measured ${mean}`);
});
