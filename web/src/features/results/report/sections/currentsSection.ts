import { isUnconverged } from '../../data/resultSummary.ts';
import { currentQuantity } from '../../fields/currentQuantity.ts';
import { isOnMesh } from '../../fields/currents.ts';
import { captionOf, firstOfNote } from '../captions.ts';
import type { ReportInput } from '../reportInput.ts';
import type { ReportBlock, ReportSection } from '../../../../ui/report/reportModel.ts';

/** Magnitudes of the surface currents on the mesh at the first point of a run. */
export function currentsSection({
  project,
  data: { geometry, results },
  texts,
  pictures,
}: ReportInput): ReportSection | undefined {
  const { t, language, unconvergedTitle } = texts;
  if (!geometry || !results?.currents) return undefined;
  const drawn = results.currents.flatMap(({ density, incident, current }): ReportBlock[] => {
    if (!isOnMesh(current, geometry)) return [];
    const picture = pictures.mesh(geometry, {
      colors: {
        values: currentQuantity(current.values, 'magnitude', 'vector'),
        sides: current.sides,
        label: `|${density}|`,
        unit: density === 'J' ? 'A/m' : 'V/m',
      },
      language,
      ...(isUnconverged(project) && { warning: unconvergedTitle }),
    });
    if (picture === undefined) return [];
    const caption = captionOf([
      t(density === 'J' ? 'report.currents' : 'report.magneticCurrents', {
        point: texts.point(results.points[0]!),
      }),
      incident !== undefined && t(`incident.${incident}`),
    ]);
    return [{ kind: 'picture', address: picture, caption, shape: 'tall' }];
  });
  if (drawn.length === 0) return undefined;
  return { title: t('view.currents'), blocks: [...firstOfNote(results, texts), ...drawn] };
}
