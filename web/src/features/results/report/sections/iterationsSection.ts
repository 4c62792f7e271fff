import { captionOf, namesIn, someOfNote } from '../captions.ts';
import type { ReportInput } from '../reportInput.ts';
import type { ReportBlock, ReportSection } from '../../../../ui/report/reportModel.ts';
import { pictureGroups } from '../reportPoints.ts';

/** Residuals over iterations; nothing of a direct solution, which has one only. */
export function iterationsSection({
  project,
  data: { results },
  texts,
  pictures,
}: ReportInput): ReportSection | undefined {
  const { t, language, unconvergedTitle, methodName } = texts;
  if (!results?.histories) return undefined;
  const input = project.state.solverInput;
  const drawn = pictureGroups(results.histories.filter(({ iterations }) => iterations.length > 1)).map(
    (group): ReportBlock => {
      const { shared, own } = namesIn(group, texts);
      return {
        kind: 'picture',
        caption: captionOf([t('iterations.plotLabel'), methodName(group[0]!.method), shared]),
        address: pictures.line({
          series: group.map(({ point, iterations, converged }) => ({
            id: `${texts.point(point)}/${point.incident ?? ''}`,
            name: own(point),
            x: iterations.map(({ iteration }) => iteration),
            y: iterations.map(({ residual }) => residual),
            unconverged: !converged,
          })),
          x: { label: t('iterations.iteration'), unit: '' },
          y: { label: t('iterations.residual'), unit: '' },
          logarithmicY: true,
          wholeX: true,
          unconvergedTitle,
          language,
          ...(input && { level: { value: input.residualerror, label: t('iterations.tolerance') } }),
        }),
      };
    },
  );
  if (drawn.length === 0) return undefined;
  return { title: t('iterations.title'), blocks: [...someOfNote(results, texts), ...drawn] };
}
