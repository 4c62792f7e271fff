// @ts-check
import { join } from 'node:path';
import { ROOT } from '../steps/paths.mjs';
import { openPage } from './pictures.mjs';

/** @typedef {import('playwright-core').Browser} Browser */
/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('./product.mjs').Product} Product */
/** @typedef {{ atS: number, data: string }} Frame */
/** @typedef {{ key: string, fromS: number, toS: number }} Cue */

const SIZE = { width: 1280, height: 720 };
/** Pictures of pages, mostly at rest, need no more; a long film gets less, so that it stays small. */
const BITRATE = 350_000;
const SIZE_BYTES = 1_400_000;
const FRAMES_PER_SECOND = 6;
/** How long a caption stays: a base and a little for every letter. */
const CAPTION_S = { base: 1.2, perLetter: 0.045 };
const MOVE_STEPS = 18;
/** Of a wait, how much stays at each end. */
const CUT_MARGIN_S = 1.5;

/**
 * What happens in front of the camera: pointing and clicking as a person does, with captions.
 * @typedef {object} Stage
 * @property {Page} page
 * @property {string} language
 * @property {(key: string) => Promise<void>} say  shows a caption as long as it takes to read
 * @property {(testId: string) => Promise<void>} click
 * @property {(testId: string) => Promise<void>} look  brings it into view
 * @property {(wait: () => Promise<unknown>) => Promise<void>} cut  waits, and leaves the middle of it out of the film
 */

/**
 * Records a scene as a browser sees it.
 * @param {Browser} browser @param {Product} product @param {string} language
 * @param {Record<string, string>} captions @param {(stage: Stage) => Promise<void>} act
 * @returns {Promise<{ frames: Frame[], cues: Cue[] }>}
 */
export async function record(browser, product, language, captions, act) {
  const page = await openPage(browser, product, { theme: 'dark', language, ...SIZE });
  await page.addInitScript(drawPointer);
  /** @type {Frame[]} */
  const frames = [];
  /** @type {Cue[]} */
  const cues = [];
  /** @type {{ fromS: number, toS: number }[]} */
  const cuts = [];
  const session = await page.context().newCDPSession(page);
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    frames.push({ atS: metadata.timestamp ?? Date.now() / 1000, data });
    void session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
  });
  await session.send('Page.startScreencast', {
    format: 'jpeg',
    quality: 85,
    maxWidth: SIZE.width,
    maxHeight: SIZE.height,
  });
  const begun = Date.now() / 1000;
  const look = async (/** @type {string} */ id) => {
    await page
      .getByTestId(id)
      .first()
      .evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
    await page.waitForTimeout(300);
  };
  await act({
    page,
    language,
    look,
    cut: async (wait) => {
      const fromS = Date.now() / 1000 - begun + CUT_MARGIN_S;
      await wait();
      const toS = Date.now() / 1000 - begun - CUT_MARGIN_S;
      if (toS > fromS) cuts.push({ fromS, toS });
    },
    say: async (key) => {
      const text = captions[key];
      if (text === undefined) throw new Error(`There is no caption ${key}.`);
      const fromS = Date.now() / 1000 - begun;
      await page.waitForTimeout(1000 * (CAPTION_S.base + CAPTION_S.perLetter * text.length));
      cues.push({ key, fromS, toS: Date.now() / 1000 - begun });
    },
    click: async (id) => {
      const target = page.getByTestId(id).first();
      await target.scrollIntoViewIfNeeded();
      const box = await target.boundingBox();
      if (box) await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: MOVE_STEPS });
      await target.click();
      await page.waitForTimeout(500);
    },
  });
  await page.waitForTimeout(1000);
  // A page at rest sends no frames: the last picture stays until the last caption has gone.
  const last = frames.at(-1);
  if (last) frames.push({ atS: Date.now() / 1000, data: last.data });
  await session.send('Page.stopScreencast');
  await page.context().close();
  return {
    frames: frames
      .map(({ atS, data }) => ({ atS: Math.max(0, atS - begun), data }))
      .sort((a, b) => a.atS - b.atS)
      .filter(({ atS }) => !cuts.some(({ fromS, toS }) => atS > fromS && atS < toS))
      .map(({ atS, data }) => ({ atS: without(cuts, atS), data })),
    cues: cues.map(({ key, fromS, toS }) => ({ key, fromS: without(cuts, fromS), toS: without(cuts, toS) })),
  };
}

/** Time in the film of a time at the camera. @param {{ fromS: number, toS: number }[]} cuts @param {number} atS */
function without(cuts, atS) {
  const lost = cuts.map(({ fromS, toS }) => Math.max(0, Math.min(atS, toS) - fromS));
  return atS - lost.reduce((a, b) => a + b, 0);
}

/**
 * Encodes frames as VP9 in WebM, in the browser itself.
 * @param {Browser} browser @param {string} site  WebCodecs need an origin that is trusted
 * @param {Frame[]} frames @returns {Promise<Buffer>}
 */
export async function encode(browser, site, frames) {
  const bitrate = Math.round(Math.min(BITRATE, (8 * SIZE_BYTES) / (frames.at(-1)?.atS ?? 1)));
  const context = await browser.newContext({ bypassCSP: true, baseURL: site });
  const page = await context.newPage();
  await page.goto('/landing');
  await page.addScriptTag({ path: join(ROOT, 'node_modules/mediabunny/dist/bundles/mediabunny.cjs') });
  await page.evaluate(async ([{ width, height }, rate]) => {
    const { BufferTarget, CanvasSource, Output, WebMOutputFormat } = /** @type {any} */ (window).Mediabunny;
    const canvas = new OffscreenCanvas(width, height);
    const output = new Output({ format: new WebMOutputFormat(), target: new BufferTarget() });
    const source = new CanvasSource(canvas, {
      codec: 'vp9',
      bitrate: rate,
      keyFrameInterval: 5,
      latencyMode: 'quality',
    });
    output.addVideoTrack(source);
    await output.start();
    Object.assign(window, { film: { canvas, output, source } });
  }, /** @type {const} */ ([SIZE, bitrate]));
  for (const { data, atS, durationS } of paced(frames))
    await page.evaluate(async ([jpeg, at, duration]) => {
      const { canvas, source } = /** @type {any} */ (window).film;
      const image = new Image();
      image.src = `data:image/jpeg;base64,${jpeg}`;
      await image.decode();
      canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
      await source.add(at, duration);
    }, /** @type {const} */ ([data, atS, durationS]));
  const base64 = await page.evaluate(async () => {
    const { output } = /** @type {any} */ (window).film;
    await output.finalize();
    const bytes = new Uint8Array(output.target.buffer);
    let text = '';
    for (let i = 0; i < bytes.length; i += 0x8000)
      text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
    return btoa(text);
  });
  await context.close();
  return Buffer.from(base64, 'base64');
}

/** At most so many frames a second, each as long as nothing changes. @param {Frame[]} frames */
function paced(frames) {
  /** @type {Frame[]} */
  const kept = [];
  for (const frame of frames) {
    const slot = Math.floor(frame.atS * FRAMES_PER_SECOND);
    const last = kept.at(-1);
    if (last && Math.floor(last.atS * FRAMES_PER_SECOND) === slot)
      kept[kept.length - 1] = { ...frame, atS: last.atS };
    else kept.push(frame);
  }
  // The film begins with its first picture, however late that came.
  return kept.map((frame, i) => ({
    ...frame,
    atS: i === 0 ? 0 : frame.atS,
    durationS: (kept[i + 1]?.atS ?? frame.atS + 1) - (i === 0 ? 0 : frame.atS),
  }));
}

/** @param {Cue[]} cues @param {Record<string, string>} captions */
export function webVtt(cues, captions) {
  const blocks = cues.map(({ key, fromS, toS }) => `${time(fromS)} --> ${time(toS)}\n${captions[key] ?? ''}`);
  return `WEBVTT\n\n${blocks.join('\n\n')}\n`;
}

/** @param {number} seconds */
function time(seconds) {
  return new Date(1000 * seconds).toISOString().slice(11, 23);
}

/** Runs in the page: a screencast has no pointer of its own. */
function drawPointer() {
  document.addEventListener('DOMContentLoaded', () => {
    const dot = document.createElement('div');
    Object.assign(dot.style, {
      position: 'fixed',
      left: '-40px',
      top: '0',
      width: '18px',
      height: '18px',
      marginLeft: '-9px',
      marginTop: '-9px',
      borderRadius: '50%',
      border: '2px solid #fff',
      background: 'rgba(240,179,90,.75)',
      pointerEvents: 'none',
      zIndex: '99999',
    });
    document.documentElement.append(dot);
    document.addEventListener('mousemove', ({ clientX, clientY }) => {
      dot.style.left = `${clientX}px`;
      dot.style.top = `${clientY}px`;
    });
    document.addEventListener('mousedown', () => (dot.style.transform = 'scale(1.6)'));
    document.addEventListener('mouseup', () => (dot.style.transform = ''));
  });
}
