// @ts-check
/** @typedef {import('playwright-core').Browser} Browser */
/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Locator} Locator */
/** @typedef {import('./product.mjs').Product} Product */

export const THEMES = /** @type {const} */ (['dark', 'light']);
export const LANGUAGES = /** @type {const} */ (['en', 'tr']);
/** Of every picture, whatever the window; wide enough for the panel of a step beside the model. */
const PICTURE = { width: 1360, height: 850 };
const QUALITY = 0.82;
const TIMEOUT_MS = 60_000;

/**
 * A page of the logged-in demo account, or of a visitor where the token is empty.
 * @param {Browser} browser @param {Product} product
 * @param {{ theme: string, language: string, width?: number, height?: number, scale?: number }} look
 */
export async function openPage(
  browser,
  { site, token },
  { theme, language, width = 1280, height = 800, scale = 1 },
) {
  const context = await browser.newContext({
    baseURL: site,
    viewport: { width, height },
    deviceScaleFactor: scale,
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(TIMEOUT_MS);
  await context.addInitScript(([key, mode, tongue]) => {
    if (key !== '') sessionStorage.setItem('accessToken', key);
    localStorage.setItem('theme', mode);
    localStorage.setItem('language', tongue);
  }, /** @type {const} */ ([token, theme, language]));
  return context.newPage();
}

/** The window of a scene, whose picture is as large as every other. @param {{ width?: number }} scene */
export function windowOf({ width = PICTURE.width }) {
  const scale = PICTURE.width / width;
  return { width, height: Math.round(PICTURE.height / scale), scale };
}

/**
 * @param {Browser} browser @param {Buffer} picture @param {'png' | 'jpeg'} [kind] @returns {Promise<Buffer>} the same as WebP
 */
export async function webp(browser, picture, kind = 'png') {
  const page = await browser.newPage();
  const url = await page.evaluate(
    async ([source, quality]) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      const blob = await canvas.convertToBlob({ type: 'image/webp', quality });
      return new Promise((/** @type {(text: string) => void} */ resolve) => {
        const reader = new FileReader();
        reader.onload = () => resolve(String(reader.result));
        reader.readAsDataURL(blob);
      });
    },
    /** @type {const} */ ([`data:image/${kind};base64,${picture.toString('base64')}`, QUALITY]),
  );
  await page.close();
  return fromDataUrl(url);
}

/** @param {string} url */
export function fromDataUrl(url) {
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}
