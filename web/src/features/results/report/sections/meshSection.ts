import type { ReportInput } from '../reportInput.ts';
import type { ReportBlock, ReportSection } from '../../../../ui/report/reportModel.ts';
import type { ReportTexts } from '../reportTexts.ts';
import { tableBlocks } from '../tableBlocks.ts';

type MeshReport = NonNullable<ReportInput['project']['state']['meshReport']>;

/** A picture of the mesh, its numbers, its parts and what was found in it. */
export function meshSection({ project, data, texts, pictures }: ReportInput): ReportSection {
  const { t, language, said } = texts;
  const report = project.state.meshReport;
  const picture = data.geometry && pictures.mesh(data.geometry, { language });
  const blocks: ReportBlock[] = [];
  if (picture !== undefined)
    blocks.push({ kind: 'picture', address: picture, caption: t('report.geometry'), shape: 'tall' });
  if (!report) return { title: t('report.mesh'), blocks };
  blocks.push({ kind: 'facts', facts: meshFacts(report, texts) });
  if (report.parts.length > 0) blocks.push(...partsTable(report, texts));
  for (const finding of report.findings) blocks.push({ kind: 'text', text: said(finding).text });
  return { title: t('report.mesh'), blocks };
}

function meshFacts(report: MeshReport, { t, language, number }: ReportTexts): (readonly [string, string])[] {
  const { boundingBox, edge_m, edge_wavelengths, quality, curved, rounding } = report;
  const sizes = (values: readonly number[] | undefined, unit: string) =>
    values ? `${values.map((value) => number(value)).join(' × ')} ${unit}` : undefined;
  const edges = (values: { mean: number; max: number } | undefined, unit: string) =>
    values && t('report.edgeRange', { mean: number(values.mean, 3), max: number(values.max, 3), unit });
  const length = (metres: number, wavelengths: number | undefined) =>
    wavelengths === undefined
      ? `${number(metres, 3)} m`
      : `${number(metres, 3)} m (${number(wavelengths, 3)} λ)`;
  const sagittaText = (bends: NonNullable<MeshReport['curved']>) =>
    t('report.sagittaOf', {
      length: length(bends.sagitta_m, bends.sagitta_wavelengths),
      percent: number(100 * bends.sagittaOfEdge, 3),
    });
  const roundingText = (rounded: NonNullable<MeshReport['rounding']>) =>
    t('report.roundingOf', {
      angle: number(rounded.angle_deg),
      largest: length(rounded.largest_m, rounded.largest_wavelengths),
      rms: length(rounded.rms_m, rounded.rms_wavelengths),
    });
  const facts: [string, string | undefined][] = [
    [t('report.triangles'), report.triangles.toLocaleString(language)],
    [t('report.vertices'), report.vertices.toLocaleString(language)],
    [t('report.rwg'), report.unknownsRwg.toLocaleString(language)],
    [t('report.size'), sizes(boundingBox?.metres.size, 'm')],
    [t('report.electricalSize'), sizes(boundingBox?.wavelengths?.size, 'λ')],
    [t('report.edges'), edges(edge_m, 'm')],
    [t('report.electricalEdges'), edges(edge_wavelengths, 'λ')],
    [
      t('report.bent'),
      curved &&
        t('report.bentOf', {
          bent: curved.triangles.toLocaleString(language),
          total: report.triangles.toLocaleString(language),
        }),
    ],
    [t('report.sagitta'), curved && sagittaText(curved)],
    [t('report.jacobian'), curved && number(curved.scaledJacobian, 3)],
    [t('report.rounding'), rounding && roundingText(rounding)],
    [
      t('report.quality'),
      quality && t('report.qualityRange', { min: number(quality.min, 3), mean: number(quality.mean, 3) }),
    ],
  ];
  return facts.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
}

function partsTable({ parts }: MeshReport, { t, language, number, partName }: ReportTexts): ReportBlock[] {
  return tableBlocks(
    {
      titles: [t('report.part'), t('report.name'), t('report.triangles'), t('report.area'), t('report.open')],
      rows: parts.map(({ index, number: surface, name, triangles, areaM2, open }) => [
        String(index),
        partName({ name, number: surface }),
        triangles.toLocaleString(language),
        `${number(areaM2)} m²`,
        t(open ? 'summary.yes' : 'report.no'),
      ]),
    },
    t,
  );
}
