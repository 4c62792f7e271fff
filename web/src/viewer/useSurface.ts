import { useMemo } from 'react';
import { drawnGeometry } from './bentTriangles.ts';
import { boundsOf, sideCount, type MeshGeometry } from './geometry.ts';
import type { ColorKey } from './pictureOverlay.ts';
import type { Section } from './SectionControl.tsx';
import { EDGES_UP_TO } from './SurfaceMesh.tsx';
import type { ScalarColors } from './types.ts';
import { useClipping } from './useClipping.ts';
import { useShownValues } from './useShownValues.ts';
import { useViewSettings } from './viewSettings.ts';

export type Surface = ReturnType<typeof useSurface>;

/** The surface as it is drawn: flat triangles, the section that cuts it, the values that colour it. */
export function useSurface(
  geometry: MeshGeometry,
  colors: ScalarColors | undefined,
  section: Section | undefined,
) {
  const [settings] = useViewSettings();
  const drawn = useMemo(() => drawnGeometry(geometry), [geometry]);
  const bounds = useMemo(() => boundsOf(drawn.vertices), [drawn]);
  const edgesOff = useMemo(() => sideCount(drawn) > 3 * EDGES_UP_TO, [drawn]);
  const clipping = useClipping(section, bounds);
  const shown = useShownValues(colors, geometry);
  const palette = colors?.palette ?? settings.hotcolor;
  const colorKey: ColorKey | undefined =
    colors && shown && settings.vertexColors
      ? { palette, range: shown.range, label: colors.label, unit: shown.unit }
      : undefined;
  return {
    /** Bent triangles are several flat ones. */
    drawn,
    bounds,
    /** It has too many edges to draw them. */
    edgesOff,
    clipping,
    shown,
    palette,
    /** Of the colour bar; undefined where none is shown */
    colorKey,
  };
}
