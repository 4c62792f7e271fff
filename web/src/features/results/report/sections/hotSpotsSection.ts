import { isUnconverged } from '../../data/resultSummary.ts';
import { surfaceColors } from '../../data/surfaceColors.ts';
import { captionOf } from '../captions.ts';
import type { SweepSpots } from '../readPlaces.ts';
import type { ReportInput } from '../reportInput.ts';
import type { ReportBlock, ReportSection } from '../../../../ui/report/reportModel.ts';
import { tableBlocks } from '../tableBlocks.ts';

/** Where on the model the echoes of the whole sweep come from. */
export function hotSpotsSection(input: ReportInput): ReportSection | undefined {
  const spots = input.data.results?.spots ?? [];
  if (spots.length === 0) return undefined;
  const { t } = input.texts;
  return {
    title: t('imaging.spots'),
    blocks: [
      { kind: 'text', text: t('imaging.spotsExplained') },
      ...spots.flatMap((one) => blocksOf(one, input)),
    ],
  };
}

function blocksOf(
  { component, file, image }: SweepSpots,
  { project, data: { geometry }, texts, pictures }: ReportInput,
): ReportBlock[] {
  const { t, language, number, partName, unconvergedTitle } = texts;
  const parts = project.state.meshReport?.parts ?? [];
  const colors = geometry && surfaceColors(geometry, image);
  const address =
    colors &&
    pictures.mesh(geometry, {
      colors: { ...colors, label: t('rcs'), unit: 'dBsm' },
      language,
      ...(isUnconverged(project) && { warning: unconvergedTitle }),
    });
  const name = component.length === 1 ? t(`imaging.received.${component}`) : t(`component.${component}`);
  const metres = (value: number) =>
    value.toLocaleString(language, { minimumFractionDigits: 3, maximumFractionDigits: 3 });
  return [
    { kind: 'heading', text: captionOf([name, t('imaging.model')]) },
    ...(address === undefined
      ? []
      : [
          {
            kind: 'picture' as const,
            address,
            caption: captionOf([name, t('imaging.apart.radius'), `${number(file.radius_m, 3)} m`]),
            shape: 'tall' as const,
          },
        ]),
    ...tableBlocks(
      {
        titles: [
          t('imaging.spot.number'),
          t('imaging.spot.part'),
          `${t('rcs')} [dBsm]`,
          'x [m]',
          'y [m]',
          'z [m]',
        ],
        rows: file.spots.map(({ part, rcs_dBsm, position_m }, i) => [
          String(i + 1),
          parts[part - 1] ? partName(parts[part - 1]!) : String(part),
          number(rcs_dBsm, 3),
          ...position_m.map(metres),
        ]),
      },
      t,
    ),
  ];
}
