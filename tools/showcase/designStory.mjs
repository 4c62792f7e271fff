// @ts-check
import { rcsDbsm } from '@pace/contract';
import { compareCoating } from '../../web/src/features/results/coated/comparison.ts';
import { compute, WISHES } from './runs.mjs';
import { finished } from './product.mjs';

/**
 * The story of design maps on the landing page and in the guide: the aircraft's largest echo, the parts that the maps name, the
 * same parts coated in a project of their own, and its run beside what was predicted (docs/theory/design-maps.md).
 */
/** @typedef {import('./product.mjs').Product} Product */

/** Where its numbers are kept; the page says so. */
export const DESIGN_FILE = 'web/src/features/landing/design.json';
/** A magnetic absorber, thin against the wavelength in it. */
export const LAYER = {
  permittivity: { real: 10, imaginary: -1 },
  permeability: { real: 2.5, imaginary: -2 },
};
export const THICKNESS_MM = 2;
const PARTS = 3;
const COATED_NAME = `${WISHES.side.name}, coated`;
const COATING = 2;
/** Digits kept of decibels: two are shown. */
const DIGITS = 4;
/** degrees × 10, as calls and files have them */
const TENTHS = 10;

/** @typedef {{ side: string, sideCoated: string, sidePhiDeg: number, sideParts: number[] }} DesignProjects  ids of both, the angle of the largest echo, indices of the parts that are coated */

/** Both runs, computed. @param {Product} product @returns {Promise<DesignProjects>} */
export async function prepareDesignStory(product) {
  const side = await compute(product, WISHES.side);
  const { maps, named } = await namedParts(product, side);
  const { projects } = await product.call('/api/project/get-projects');
  const made = projects.find((/** @type {{ name: string }} */ { name }) => name === COATED_NAME);
  const sideCoated = made?.id ?? (await coat(product, side, named));
  const { state } = await product.call(`/api/project/get-single-project?id=${sideCoated}`);
  if (!state.solverResultReady) {
    await product.call('/api/solver/solver-run', {
      projectId: sideCoated,
      formulationType: COATING,
      core: 1,
    });
    await finished(product, sideCoated, 'solverState');
  }
  return {
    side,
    sideCoated,
    sidePhiDeg: maps.illuminations[0]?.phiDeg ?? NaN,
    sideParts: named.map(({ index }) => index),
  };
}

/** What the button “Coat these parts” asks for, of the whole sweep. @param {Product} product @param {string} projectId @param {{ number: number }[]} named */
async function coat(product, projectId, named) {
  const { from, to } = sweepOf(await sweptRcs(product, projectId));
  const { id } = await product.call('/api/solver/coat-parts', {
    projectId,
    name: COATED_NAME,
    question: { ...(await questionOf(product, projectId)), phi: TENTHS * from, phiTo: TENTHS * to },
    layer: LAYER,
    parts: named.map(({ number }) => number),
    thicknessMm: THICKNESS_MM,
  });
  return id;
}

/** The largest echo of a run, and the parts on which the layer lowers it most. @param {Product} product @param {string} projectId */
async function namedParts(product, projectId) {
  const question = await questionOf(product, projectId);
  /** @type {import('@pace/contract').MapsFile} */
  const maps = await product.call('/api/solver/DesignMaps', { projectId, ...question, layer: LAYER });
  const named = maps.parts
    .flatMap(({ index, number, name, derivatives }) => {
      const layerDbPerMm = derivatives?.layer_dBPerMm;
      return layerDbPerMm === undefined ? [] : [{ index, number, name, layerDbPerMm }];
    })
    .sort((a, b) => a.layerDbPerMm - b.layerDbPerMm)
    .slice(0, PARTS);
  return { maps, named };
}

/** @param {Product} product @param {Pick<DesignProjects, 'side' | 'sideCoated'>} projects */
export async function designFacts(product, { side, sideCoated }) {
  const { state } = await product.call(`/api/project/get-single-project?id=${sideCoated}`);
  const { maps, named } = await namedParts(product, side);
  const { monoStaticRcs } = await product.call('/api/solver/MonoStaticRcsResult', { projectId: sideCoated });
  const { rows, largest } = compareCoating(state.coated, monoStaticRcs);
  const row = rows.reduce((a, b) => (b.before > a.before ? b : a));
  if (row.computed === undefined || largest === undefined) throw new Error('The coated run has no results.');
  const short = (/** @type {number} */ value) => Number(value.toFixed(DIGITS));
  return {
    record: DESIGN_FILE,
    frequencyMhz: maps.frequencyHz / 1e6,
    unknowns: state.meshReport.unknownsRwg,
    sweep: { ...sweepOf(rows), angles: rows.length },
    phiDeg: row.phiDeg,
    layer: LAYER,
    thicknessMm: state.coated.thicknessMm,
    parts: named.map(({ name, layerDbPerMm }) => ({ name, layerDbPerMm: short(layerDbPerMm) })),
    before: short(row.before),
    predicted: short(row.predicted),
    computed: short(row.computed),
    largestDifferenceDb: short(largest),
  };
}

/** @param {Product} product @param {string} projectId  the illumination of its largest echo */
async function questionOf(product, projectId) {
  const swept = await sweptRcs(product, projectId);
  const { frequency, thetaDeg, phiDeg } = swept.reduce((a, b) => (b.dbsm > a.dbsm ? b : a));
  return { frequency, theta: TENTHS * thetaDeg, phi: TENTHS * phiDeg, incident: 'V', received: 'V' };
}

/** @param {{ phiDeg: number }[]} rows */
function sweepOf(rows) {
  const phis = rows.map(({ phiDeg }) => phiDeg);
  return { from: Math.min(...phis), to: Math.max(...phis) };
}

/**
 * @param {Product} product @param {string} projectId
 * @returns {Promise<{ frequency: number, thetaDeg: number, phiDeg: number, dbsm: number }[]>}
 */
async function sweptRcs(product, projectId) {
  const { monoStaticRcs } = await product.call('/api/solver/MonoStaticRcsResult', { projectId });
  return monoStaticRcs.map((/** @type {any} */ field) => ({
    frequency: field.frequency,
    thetaDeg: field.angleTheta / TENTHS,
    phiDeg: field.anglePhi / TENTHS,
    dbsm: rcsDbsm(field),
  }));
}
