import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces';
import { opaquePng } from './opaquePng.ts';
import type { Report, ReportBlock, ReportSection } from './reportModel.ts';

const INK = '#1a2224';
const FAINT = '#4a5658';
const WARNING = '#b3261e';
/** Between the margins of an A4 page [pt] */
const TEXT_WIDTH_PT = 515;
/** Three plots with their captions on a page */
const PLOT_PT = 220;
const TALL_PT = 310;
const FACT_COLUMNS = 3;

/** Glyphs that Roboto lacks, by what says the same. */
const printable = (text: string) => text.replaceAll('ᵣ', 'r').replaceAll('→', '->').replaceAll('ⁿ', '^n');

const FACT_LAYOUT = {
  hLineWidth: () => 0,
  vLineWidth: () => 0,
  paddingLeft: () => 0,
  paddingRight: () => 12,
};

function warningBox(text: string): Content {
  return {
    table: {
      widths: ['*'],
      body: [
        [{ text: printable(text), color: '#ffffff', bold: true, fillColor: WARNING, margin: [6, 4, 6, 4] }],
      ],
    },
    layout: 'noBorders',
    margin: [0, 4, 0, 8],
  };
}

function blockContent(block: ReportBlock): Content {
  switch (block.kind) {
    case 'heading':
      return { text: printable(block.text), bold: true, margin: [0, 6, 0, 2], headlineLevel: 2 };
    case 'text':
      return { text: printable(block.text), margin: [0, 2, 0, 6] };
    case 'warning':
      return warningBox(block.text);
    case 'facts': {
      const rows: Content[][] = [];
      for (let i = 0; i < block.facts.length; i += FACT_COLUMNS) {
        const cells: Content[] = block.facts.slice(i, i + FACT_COLUMNS).map(([name, value]) => ({
          stack: [{ text: printable(name), color: FAINT, fontSize: 8 }, { text: printable(value) }],
        }));
        while (cells.length < FACT_COLUMNS) cells.push('');
        rows.push(cells);
      }
      return rows.length === 0
        ? ''
        : {
            table: { widths: ['*', '*', '*'], dontBreakRows: true, body: rows },
            layout: FACT_LAYOUT,
            margin: [0, 2, 0, 6],
          };
    }
    case 'table':
      return {
        table: {
          headerRows: 1,
          keepWithHeaderRows: 1,
          dontBreakRows: true,
          widths: block.titles.map(() => 'auto'),
          body: [
            block.titles.map((title) => ({ text: printable(title), bold: true })),
            ...block.rows.map((row) => row.map((cell) => printable(cell))),
          ],
        },
        layout: 'lightHorizontalLines',
        fontSize: 8,
        margin: [0, 4, 0, 8],
      };
    case 'picture':
      return {
        stack: [
          { image: block.address, fit: [TEXT_WIDTH_PT, block.shape === 'tall' ? TALL_PT : PLOT_PT] },
          { text: printable(block.caption), color: FAINT, fontSize: 8 },
        ],
        margin: [0, 4, 0, 10],
        unbreakable: true,
      };
  }
}

/** More would be a page of its own. */
const FACTS_KEPT = 30;

/** A heading stays with a short block below it. */
function withHeadings(blocks: readonly ReportBlock[]): Content[] {
  const contents: Content[] = [];
  for (let i = 0; i < blocks.length; i++) {
    const [block, next] = [blocks[i]!, blocks[i + 1]];
    const keeps =
      block.kind === 'heading' &&
      next !== undefined &&
      next.kind !== 'table' &&
      (next.kind !== 'facts' || next.facts.length <= FACTS_KEPT);
    contents.push(
      keeps ? { stack: [blockContent(block), blockContent(next)], unbreakable: true } : blockContent(block),
    );
    if (keeps) i++;
  }
  return contents;
}

/** The title stays with what comes first, up to a picture near by; pictures are not cut, so that a rule about page ends would come too late. */
function sectionContent({ title, blocks }: ReportSection): Content[] {
  const picture = blocks.findIndex(({ kind }) => kind === 'picture');
  const isTable = blocks[0]?.kind === 'table';
  const kept = picture >= 0 && picture <= 2 ? picture + 1 : isTable ? 0 : 1;
  const heading: Content = {
    text: printable(title),
    fontSize: 13,
    bold: true,
    margin: [0, 12, 0, 4],
    ...(isTable && { headlineLevel: 1 }),
  };
  return [
    kept === 0
      ? heading
      : { stack: [heading, ...blocks.slice(0, kept).map(blockContent)], unbreakable: true },
    ...withHeadings(blocks.slice(kept)),
  ];
}

export function reportDefinition({
  title,
  subtitle,
  warning,
  sections,
  language,
}: Report): TDocumentDefinitions {
  return {
    pageSize: 'A4',
    pageMargins: [40, warning === '' ? 40 : 84, 40, 46],
    language,
    info: { title },
    defaultStyle: { font: 'Roboto', fontSize: 10, color: INK, lineHeight: 1.2 },
    ...(warning !== '' && { header: { stack: [warningBox(warning)], margin: [40, 20, 40, 0] } }),
    footer: (page, pages) => ({
      columns: [
        { text: printable(title), color: FAINT },
        { text: `${page} / ${pages}`, alignment: 'right', color: FAINT },
      ],
      fontSize: 8,
      margin: [40, 14, 40, 0],
    }),
    content: [
      { text: printable(title), fontSize: 20, bold: true },
      { text: printable(subtitle), color: FAINT, margin: [0, 2, 0, 8] },
      ...sections.flatMap(sectionContent),
    ],
    // No heading alone at the foot of a page.
    pageBreakBefore: (node, { getFollowingNodesOnPage }) =>
      node.headlineLevel !== undefined &&
      getFollowingNodesOnPage().every(({ headlineLevel }) => headlineLevel !== undefined),
  };
}

/** The report as a PDF; the writer and its fonts are loaded when they are first needed. */
export async function reportPdf(report: Report): Promise<Blob> {
  const [{ default: pdfMake }, { default: fonts }] = await Promise.all([
    import('pdfmake/build/pdfmake'),
    import('pdfmake/build/vfs_fonts'),
  ]);
  pdfMake.addVirtualFileSystem(fonts);
  return pdfMake.createPdf(reportDefinition(await withOpaquePictures(report))).getBlob();
}

/**
 * A canvas gives PNG files with an alpha channel, which the writer unpacks, splits and packs again in JavaScript: a quarter of a
 * second for each picture. A PNG without one goes into the PDF as it is.
 */
async function withOpaquePictures(report: Report): Promise<Report> {
  const sections: ReportSection[] = [];
  for (const { title, blocks } of report.sections) {
    const opaque: ReportBlock[] = [];
    // One after another: unpacked, a picture takes megabytes.
    for (const block of blocks)
      opaque.push(block.kind === 'picture' ? { ...block, address: await opaquePng(block.address) } : block);
    sections.push({ title, blocks: opaque });
  }
  return { ...report, sections };
}
