import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { partNumbers, triangleCount, type MeshGeometry } from './geometry.ts';
import { shortNumber } from './scalarRange.ts';
import type { IncidenceArrow, ScalarColors } from './types.ts';
import type { Surface } from './useSurface.ts';

interface Picture {
  geometry: MeshGeometry;
  surface: Pick<Surface, 'bounds' | 'shown'>;
  scaleMetres: number | undefined;
  /** Lengths are not spoken of. */
  withoutScale: boolean;
  colors: ScalarColors | undefined;
  arrows: readonly IncidenceArrow[] | undefined;
  warning: string | undefined;
}

/** What the picture shows, in sentences, for those who do not see it. */
export function useDescription({
  geometry,
  surface: { bounds, shown },
  scaleMetres,
  withoutScale,
  colors,
  arrows,
  warning,
}: Picture): string {
  const { t, i18n } = useTranslation('viewer');
  return useMemo(() => {
    const number = (value: number) => shortNumber(value, i18n.language);
    const metres = scaleMetres ?? geometry.scale;
    const sentences = [
      ...(warning === undefined ? [] : [`${warning}.`]),
      t('description.mesh', {
        triangles: triangleCount(geometry).toLocaleString(i18n.language),
        vertices: (geometry.vertices.length / 3).toLocaleString(i18n.language),
        parts: partNumbers(geometry).length,
      }),
      ...(withoutScale
        ? []
        : [
            t(
              'description.size',
              Object.fromEntries(
                ['x', 'y', 'z'].map((axis, i) => [axis, number((bounds.max[i]! - bounds.min[i]!) * metres)]),
              ),
            ),
          ]),
    ];
    if (colors && shown)
      sentences.push(
        t('description.values', {
          label: colors.label,
          unit: shown.unit,
          low: number(shown.range[0]),
          high: number(shown.range[1]),
        }),
      );
    const first = arrows?.[0];
    if (first)
      sentences.push(
        t('description.arrows', {
          count: arrows.length,
          theta: number(first.thetaDeg),
          phi: number(first.phiDeg),
        }),
      );
    return sentences.join(' ');
  }, [t, i18n.language, geometry, scaleMetres, bounds, colors, shown, arrows, withoutScale, warning]);
}
