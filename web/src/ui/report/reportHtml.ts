import type { Report, ReportBlock } from './reportModel.ts';

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const STYLE = `
body{font:15px/1.5 Helvetica,Arial,sans-serif;color:#1a2224;background:#fff;max-width:960px;margin:0 auto;padding:32px 20px}
h1{font-size:28px;margin:0}h2{font-size:19px;margin:32px 0 8px;border-bottom:2px solid #0a6a58;padding-bottom:4px}
h3{font-size:15px;margin:20px 0 4px}
.sub{color:#4a5658;margin:4px 0 0}.warning{background:#b3261e;color:#fff;font-weight:700;padding:10px 14px;margin:14px 0}
dl{display:grid;grid-template-columns:repeat(auto-fill,minmax(210px,1fr));gap:10px 24px;margin:8px 0}dt{color:#4a5658;font-size:12px}dd{margin:0;overflow-wrap:anywhere}
table{border-collapse:collapse;font-size:13px;font-variant-numeric:tabular-nums;margin:8px 0}th,td{padding:4px 12px 4px 0;text-align:left;vertical-align:top}th{border-bottom:1px solid #9aa6a4}
figure{margin:12px 0;break-inside:avoid}img{display:block;max-width:100%;height:auto}.round{max-width:600px}figcaption{color:#4a5658;font-size:13px}.scroll{overflow-x:auto}
@media screen and (max-width:700px){figure img{max-width:none;width:680px}figure .round,figure .tall{width:100%}}
@page{margin:16mm 15mm}
@media print{body{padding:0}h2,h3,h2+p{break-after:avoid}tr,dl>div{break-inside:avoid}.round{max-width:105mm}.tall{max-width:135mm}.warning{print-color-adjust:exact;-webkit-print-color-adjust:exact}}`;

/** Wider than a phone: to be moved by finger and by key. */
const scrolled = (label: string, html: string) =>
  `<div class="scroll" tabindex="0" role="region" aria-label="${escaped(label)}">${html}</div>`;

function blockHtml(block: ReportBlock): string {
  switch (block.kind) {
    case 'heading':
      return `<h3>${escaped(block.text)}</h3>`;
    case 'text':
      return `<p>${escaped(block.text)}</p>`;
    case 'warning':
      return `<p class="warning">${escaped(block.text)}</p>`;
    case 'facts':
      return `<dl>${block.facts.map(([name, value]) => `<div><dt>${escaped(name)}</dt><dd>${escaped(value)}</dd></div>`).join('')}</dl>`;
    case 'table':
      return scrolled(
        block.titles.join(', '),
        `<table><thead><tr>${block.titles.map((title) => `<th scope="col">${escaped(title)}</th>`).join('')}</tr></thead><tbody>${block.rows
          .map((row) => `<tr>${row.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`)
          .join('')}</tbody></table>`,
      );
    case 'picture':
      return `<figure>${scrolled(block.caption, `<img class="${block.shape ?? 'wide'}" src="${escaped(block.address)}" alt="${escaped(block.caption)}">`)}<figcaption>${escaped(block.caption)}</figcaption></figure>`;
  }
}

/** One file that needs nothing beside it; prints well. */
export function reportHtml({ language, title, subtitle, warning, sections }: Report): string {
  return [
    `<!doctype html><html lang="${escaped(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">`,
    `<title>${escaped(title)}</title><style>${STYLE}</style></head><body>`,
    `<header><h1>${escaped(title)}</h1><p class="sub">${escaped(subtitle)}</p></header>`,
    warning === '' ? '' : `<p class="warning" role="alert">${escaped(warning)}</p>`,
    ...sections.map(
      (section) =>
        `<section><h2>${escaped(section.title)}</h2>${section.blocks.map(blockHtml).join('')}</section>`,
    ),
    '</body></html>\n',
  ].join('\n');
}
