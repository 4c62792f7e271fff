// @ts-check
import { rcsDbsm } from '@pace/contract';
import { paletteColor } from '../../web/src/viewer/palettes.ts';
import { fromDataUrl } from './pictures.mjs';

/** @typedef {import('./product.mjs').Product} Product */

/** Currents below the strongest by more than this are drawn as the darkest [dB]. */
const DEPTH_DB = 35;
const WIDTH_PX = 900;
/** Where these numbers are kept; the page says so. */
export const HERO_FILE = 'web/src/features/landing/hero.json';
/** Half a millimetre decides nothing in a picture: digits kept of a level. */
const DIGITS = 2;

/**
 * The picture of the landing page's head: the monostatic cut, and the aircraft from above, coloured by the current of the
 * wave from ahead.
 * @param {import('playwright-core').Browser} browser @param {Product} product @param {string} projectId
 */
export async function heroOf(browser, product, projectId) {
  const project = await product.call(`/api/project/get-single-project?id=${projectId}`);
  const frequency = project.state.solverInput.frequency[0];
  const { monoStaticRcs } = await product.call('/api/solver/MonoStaticRcsResult', { projectId });
  const cut = monoStaticRcs
    .map((/** @type {any} */ field) => [field.anglePhi / 10, Number(rcsDbsm(field).toFixed(DIGITS))])
    .sort((/** @type {number[]} */ a, /** @type {number[]} */ b) => (a[0] ?? 0) - (b[0] ?? 0));
  const mesh = await product.call('/api/solver/mesher-result', { projectId });
  const ahead = { projectId, frequency, theta: 900, phi: 1800, density: 'J' };
  const { currents } = await product.call('/api/solver/fusion-result', ahead);
  const triangles = topView(mesh, currents);
  const page = await browser.newPage();
  const url = await page.evaluate(drawTriangles, { triangles, width: WIDTH_PX });
  await page.close();
  const xs = triangles.flatMap(({ corners }) => corners.map(([x]) => x));
  const ys = triangles.flatMap(({ corners }) => corners.map(([, y]) => y));
  return {
    picture: fromDataUrl(url),
    facts: {
      record: HERO_FILE,
      frequencyMhz: frequency / 1e6,
      unknowns: project.state.meshReport.unknownsRwg,
      /** Extents across and along the picture [m]. */
      widthM: Number((Math.max(...xs) - Math.min(...xs)).toFixed(DIGITS)),
      heightM: Number((Math.max(...ys) - Math.min(...ys)).toFixed(DIGITS)),
      /** [azimuth in degrees, dBsm] */
      cut,
    },
  };
}

/**
 * Triangles from above, the nose (−x) at the top, farthest first.
 * @param {{ meshTri3: number[][], meshVertex3: number[][] }} mesh @param {number[]} currents  |J| by vertex
 * @returns {{ corners: [number, number][], color: string }[]}
 */
function topView({ meshTri3, meshVertex3 }, currents) {
  const strongest = Math.max(...currents);
  return meshTri3
    .map(([, ...corners]) => ({
      height: mean(corners.map((i) => meshVertex3[i]?.[2] ?? 0)),
      level: 1 + (20 * Math.log10(mean(corners.map((i) => currents[i] ?? 0)) / strongest)) / DEPTH_DB,
      corners: corners.map(
        (i) => /** @type {[number, number]} */ ([meshVertex3[i]?.[1] ?? 0, meshVertex3[i]?.[0] ?? 0]),
      ),
    }))
    .sort((a, b) => a.height - b.height)
    .map(({ corners, level }) => ({ corners, color: `rgb(${paletteColor('viridis', level).join()})` }));
}

/** @param {number[]} values */
const mean = (values) => values.reduce((a, b) => a + b, 0) / values.length;

/** Runs in the browser. @param {{ triangles: { corners: [number, number][], color: string }[], width: number }} job */
function drawTriangles({ triangles, width }) {
  const points = triangles.flatMap(({ corners }) => corners);
  const bounds = [0, 1].map((axis) => {
    const values = points.map((point) => point[axis] ?? 0);
    return [Math.min(...values), Math.max(...values)];
  });
  const [[left = 0, right = 0] = [], [top = 0, bottom = 0] = []] = bounds;
  const scale = width / (right - left);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = Math.ceil((bottom - top) * scale);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.lineWidth = 1;
  for (const { corners, color } of triangles) {
    context.beginPath();
    for (const [x = 0, y = 0] of corners) context.lineTo((x - left) * scale, (y - top) * scale);
    context.closePath();
    context.fillStyle = color;
    context.strokeStyle = color;
    context.fill();
    context.stroke();
  }
  return canvas.toDataURL('image/webp', 0.85);
}
