// @ts-check
/**
 * `node tools/legal-pdf.mjs`: writes the personal-information notice of each language as PDF to web/public/legal, from
 * the very text that the dialog shows as its alternative. sources.json says from which text each was made; a test of the
 * web suite compares.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { programInPath, ROOT } from './steps/paths.mjs';
import { runTool, Stop } from './steps/say.mjs';

const LANGUAGES = ['en', 'tr'];
const FOLDER = join(ROOT, 'web', 'public', 'legal');

/** @typedef {{ heading: string, edition: string, sections: { title: string, text: string }[] }} Notice */

runTool(async () => {
  const program = ['chromium', 'chromium-browser', 'google-chrome'].map(programInPath).find(Boolean);
  if (program === undefined) throw new Stop('Chromium is needed to write a PDF.');
  mkdirSync(FOLDER, { recursive: true });
  const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox'] });
  /** @type {Record<string, string>} */
  const sources = {};
  for (const language of LANGUAGES) {
    const notice = readNotice(language);
    const page = await browser.newPage();
    await page.setContent(htmlOf(notice, language));
    await page.pdf({
      path: join(FOLDER, `personal-information-${language}.pdf`),
      format: 'A4',
      tagged: true,
      printBackground: true,
    });
    sources[language] = fingerprint(notice);
  }
  await browser.close();
  writeFileSync(join(FOLDER, 'sources.json'), `${JSON.stringify(sources, null, 2)}\n`);
});

/** @param {string} language @returns {Notice} */
function readNotice(language) {
  return JSON.parse(readFileSync(join(ROOT, 'web', 'src', 'app', 'i18n', language, 'terms.json'), 'utf8'));
}

/** @param {Notice} notice */
function fingerprint({ heading, edition, sections }) {
  return createHash('sha256').update(JSON.stringify({ heading, edition, sections })).digest('hex');
}

/** @param {Notice} notice @param {string} language */
function htmlOf({ heading, edition, sections }, language) {
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>Pace: ${escape(heading)}</title><style>
@page { size: A4; margin: 20mm 22mm }
body { font: 10pt/1.45 'DejaVu Sans', 'Noto Sans', Arial, sans-serif; color: #12201d; margin: 0 }
h1 { font-size: 19pt; line-height: 1.2; margin: 0 0 2mm }
h2 { font-size: 11.5pt; margin: 5mm 0 1mm; break-after: avoid }
p { margin: 0 } .edition { color: #4a5c58 } .mark { font-weight: 700; color: #0a6a58; margin-bottom: 8mm }
</style></head><body><p class="mark">Pace</p><h1>${escape(heading)}</h1><p class="edition">${escape(edition)}</p>
${sections.map(({ title, text }) => `<h2>${escape(title)}</h2><p>${escape(text)}</p>`).join('\n')}
</body></html>`;
}

/** @param {string} text */
function escape(text) {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
