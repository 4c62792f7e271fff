import { isUnconverged } from '../../data/resultSummary.ts';
import { currentQuantity } from '../../fields/currentQuantity.ts';
import { captionOf, firstOfNote } from '../captions.ts';
import type { ReportInput } from '../reportInput.ts';
import type { ReportBlock, ReportSection } from '../reportModel.ts';

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
    // Six numbers a vertex here, three there: else they are of another mesh.
    if (current.length !== 2 * geometry.vertices.length) return [];
    const picture = pictures.mesh(geometry, {
      colors: {
        values: currentQuantity(current, 'magnitude', 'vector'),
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
