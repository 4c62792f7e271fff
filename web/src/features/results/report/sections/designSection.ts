import { isUnconverged } from '../../data/resultSummary.ts';
import { mapColors } from '../../data/mapColors.ts';
import { firstOrderRange, surfaceOf } from '../../data/mapsChoice.ts';
import { FIRST_ORDER, PART_DIGITS, partRow, shownColumns, sortedRows } from '../../data/partRows.ts';
import type { LargestEcho } from '../readPlaces.ts';
import { captionOf } from '../captions.ts';
import type { ReportInput } from '../reportInput.ts';
import type { ReportBlock, ReportSection } from '../../../../ui/report/reportModel.ts';
import { tableBlocks } from '../tableBlocks.ts';

/** Which part makes the largest echo, and what changes of its parts would do to it. */
export function designSection(input: ReportInput): ReportSection | undefined {
  const echoes = input.data.results?.echoes ?? [];
  const [first] = echoes;
  if (!first) return undefined;
  const { t, number } = input.texts;
  const surface = surfaceOf(input.project);
  const { displacementMm } = firstOrderRange(first.file.frequencyHz, undefined, surface);
  return {
    title: t('view.design'),
    blocks: [
      {
        kind: 'text',
        text: t(`report.design.${surface}`, {
          displacement: `${number(displacementMm, 2)} mm`,
        }),
      },
      ...echoes.flatMap((echo) => blocksOf(echo, input)),
    ],
  };
}

function blocksOf(echo: LargestEcho, input: ReportInput): ReportBlock[] {
  const { component, file } = echo;
  const { t, language, number, point, partName } = input.texts;
  const [angles] = file.illuminations;
  const place = angles ? point({ frequencyHz: file.frequencyHz, ...angles }) : '';
  const rcs = file.rcs_dBsm === null ? t('design.none') : `${number(file.rcs_dBsm)} dBsm`;
  const rows = file.parts.map((part) => partRow(part, partName(part)));
  const columns = shownColumns(rows);
  const title = captionOf([t(`component.${component}`), place, rcs]);
  return [
    { kind: 'heading', text: title },
    ...picture(echo, captionOf([t('design.maps.contribution'), title]), input),
    ...tableBlocks(
      {
        titles: columns.map((column) =>
          column === 'name'
            ? t('design.columns.name')
            : `${t(`design.columns.${column}`)} [${t(`design.units.${column}`)}]`,
        ),
        rows: sortedRows(rows, FIRST_ORDER).map(({ name, figures }) =>
          columns.map((column) => {
            if (column === 'name') return name;
            const value = figures[column];
            const digits = PART_DIGITS[column];
            return value === undefined
              ? t('design.none')
              : value.toLocaleString(language, {
                  minimumFractionDigits: digits,
                  maximumFractionDigits: digits,
                });
          }),
        ),
      },
      t,
    ),
  ];
}

function picture(
  echo: LargestEcho,
  caption: string,
  { project, data: { geometry }, texts, pictures }: ReportInput,
): ReportBlock[] {
  const colors = geometry && mapColors(echo, 'contribution', geometry);
  if (!colors) return [];
  const address = pictures.mesh(geometry, {
    colors: {
      values: colors.values,
      range: colors.range,
      label: texts.t('design.maps.contribution'),
      unit: colors.unit,
    },
    language: texts.language,
    ...(isUnconverged(project) && { warning: texts.unconvergedTitle }),
  });
  return address === undefined ? [] : [{ kind: 'picture', address, caption, shape: 'tall' }];
}
