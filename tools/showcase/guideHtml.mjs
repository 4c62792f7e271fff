// @ts-check
/** @typedef {{ title: string, picture?: string, paragraphs: string[] }} Chapter */
/** @typedef {{ heading: string, edition: string, chapters: Chapter[] }} Guide */

/**
 * The words of the guide with the numbers of computed runs in them, as the page shows them.
 * @param {Guide} guide @param {Record<string, string>} figures @returns {Guide}
 */
export function guideWords({ heading, edition, chapters }, figures) {
  const filled = (/** @type {string} */ text) =>
    text.replace(/\{\{(\w+)\}\}/g, (_, /** @type {string} */ name) => {
      const figure = figures[name];
      if (figure === undefined) throw new Error(`The guide asks for the number ${name}, which no run gives.`);
      return figure;
    });
  return {
    heading,
    edition,
    chapters: chapters.map(({ title, picture, paragraphs }) => ({
      title: filled(title),
      ...(picture !== undefined && { picture }),
      paragraphs: paragraphs.map(filled),
    })),
  };
}

/**
 * The guide as a page to print.
 * @param {Guide} guide @param {string} language
 * @param {(name: string) => string} pictureOf  a picture in base64
 */
export function guideHtml({ heading, edition, chapters }, language, pictureOf) {
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escape(heading)}</title><style>
@page { size: A4; margin: 18mm 20mm }
body { font: 10pt/1.5 'DejaVu Sans', 'Noto Sans', Arial, sans-serif; color: #12201d; margin: 0 }
h1 { font-size: 24pt; line-height: 1.2; margin: 0 0 2mm }
h2 { font-size: 13pt; margin: 8mm 0 2mm; break-after: avoid; border-top: 0.5mm solid #0a6a58; padding-top: 3mm }
section { break-inside: avoid }
p { margin: 0 0 2mm } .edition { color: #4a5c58 } .mark { font-weight: 700; color: #0a6a58; margin-bottom: 6mm }
img { display: block; width: 100%; border: 0.2mm solid #c9d2d0; margin: 3mm 0 }
</style></head><body><p class="mark">Pace</p><h1>${escape(heading)}</h1><p class="edition">${escape(edition)}</p>
${chapters.map((chapter, i) => chapterHtml(chapter, i + 1, pictureOf)).join('\n')}
</body></html>`;
}

/** @param {Chapter} chapter @param {number} number @param {(name: string) => string} pictureOf */
function chapterHtml({ title, picture, paragraphs }, number, pictureOf) {
  const image =
    picture === undefined ? '' : `<img alt="" src="data:image/webp;base64,${pictureOf(picture)}">`;
  const words = paragraphs.map((text) => `<p>${escape(text)}</p>`).join('');
  return `<section><h2>${number}. ${escape(title)}</h2>${words}${image}</section>`;
}

/** @param {string} text */
function escape(text) {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
