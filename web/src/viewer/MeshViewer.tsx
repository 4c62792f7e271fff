import Box from '@mui/material/Box';
import { alpha, useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';

import { useEffect, useId, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Plane, Vector3 } from 'three';
import { drawnGeometry } from './bentTriangles.ts';
import type { CameraHandle } from './CameraRig.tsx';
import { moveByKey } from './cameraKeys.ts';
import { ColorBar } from './ColorBar.tsx';
import { effort } from './effort.ts';
import { boundsOf, sideCount, triangleCount, type MeshGeometry } from './geometry.ts';
import { saveFile } from '../ui/saveFile.ts';
import { MeshScene } from './MeshScene.tsx';
import { Movement, STILL_MOVING_MS } from './movement.ts';
import { PartList } from './PartList.tsx';
import type { Vector } from './planeWave.ts';
import { ScaleBar } from './ScaleBar.tsx';
import type { Section } from './SectionControl.tsx';
import { withOverlay } from './pictureOverlay.ts';
import { EDGES_UP_TO } from './SurfaceMesh.tsx';
import type { IncidenceArrow, MeshPick, MeshViewerOptions, ScalarColors, ViewerPart } from './types.ts';
import { useBoxChoice } from './useBoxChoice.ts';
import { useDescription } from './useDescription.ts';
import { useShownValues } from './useShownValues.ts';
import { BoxHint, BoxOutline, ViewerWarning, WARNING_RED } from './ViewerNotes.tsx';
import { ViewerToolbar } from './ViewerToolbar.tsx';
import { useViewSettings } from './viewSettings.ts';
import { visuallyHidden } from './visuallyHidden.ts';
import { webglAvailable } from './webgl.ts';

export interface MeshViewerProps {
  geometry: MeshGeometry;
  /** Metres per unit of the file; the geometry's own scale when absent */
  scaleMetres?: number;
  /** Parts are coloured when absent */
  colors?: ScalarColors;
  /** Number of the colour of each part, 0 for grey; its own number when absent */
  colorOfPart?: ReadonlyMap<number, number> | undefined;
  arrows?: readonly IncidenceArrow[];
  options?: MeshViewerOptions;
  onPick?: (pick: MeshPick) => void;
  /** A list of these is offered, to hide, isolate and select */
  parts?: readonly ViewerPart[];
  /** Parts that keep their colour while the others fade */
  selected?: readonly number[];
  onSelectPart?: (part: number) => void;
  /** Parts are chosen by a box too: these lie in it. */
  onBox?: (parts: number[]) => void;
  /** Places that want attention, in units of the file */
  marks?: readonly Vector[];
  /** The places have numbers, from 1. */
  numbered?: boolean;
  /** The scale bar speaks of wavelengths too when it is known */
  wavelengthM?: number | undefined;
  /** Stands over the view and on its exported picture, e.g. that the numbers are no solution */
  warning?: string | undefined;
  /** The values change by themselves: where a picture takes too long, they are drawn as a moving view is */
  animated?: boolean;
  /** The view can be saved as a picture of this name, without ending; not at all when absent */
  fileName?: string;
}

const NONE: readonly number[] = [];
const NOTHING_HIDDEN: ReadonlySet<number> = new Set();
const NO_PLANES: Plane[] = [];

/** 3D picture of a surface mesh. It draws when something changed and rests otherwise. */
export default function MeshViewer({
  geometry,
  scaleMetres,
  colors,
  colorOfPart,
  arrows,
  options,
  onPick,
  parts,
  selected = NONE,
  onSelectPart,
  onBox,
  marks,
  numbered = false,
  wavelengthM,
  warning,
  fileName,
  animated = false,
}: MeshViewerProps) {
  const { t, i18n } = useTranslation('viewer');
  const theme = useTheme();
  const [settings] = useViewSettings();
  const camera = useRef<CameraHandle>(null);
  const box = useRef<HTMLDivElement>(null);
  const descriptionId = useId();
  const drawable = useMemo(webglAvailable, []);
  const drawn = useMemo(() => drawnGeometry(geometry), [geometry]);
  const bounds = useMemo(() => boundsOf(drawn.vertices), [drawn]);
  const edgesOff = useMemo(() => sideCount(drawn) > 3 * EDGES_UP_TO, [drawn]);
  const scale = 1 / bounds.radius;
  const [movement] = useState(() => new Movement());
  const [hidden, setHidden] = useState(NOTHING_HIDDEN);
  const [partsOpen, setPartsOpen] = useState(false);
  const [axes, setAxes] = useState(false);
  const [section, setSection] = useState<Section | undefined>();
  const [boxing, setBoxing] = useState(false);
  const scaleBar = useRef<{ bar: HTMLDivElement | null; text: HTMLSpanElement | null }>({
    bar: null,
    text: null,
  });
  const highlightedPart = options?.highlightedPart;
  const highlighted = useMemo(
    () => (highlightedPart === undefined ? selected : [highlightedPart]),
    [highlightedPart, selected],
  );
  const clipping = useMemo(() => {
    if (!section) return NO_PLANES;
    const { axis, at } = section;
    const normal = new Vector3().setComponent(axis, -1);
    // In the scene the middle of the model lies at the origin.
    const place =
      (bounds.min[axis] + at * (bounds.max[axis] - bounds.min[axis]) - bounds.centre[axis]) * scale;
    return [new Plane(normal, place + 1e-6)];
  }, [section, bounds, scale]);

  const shown = useShownValues(colors, geometry);

  const isSlow = useSyncExternalStore(effort.subscribe, effort.level, effort.level) > 0;
  useEffect(() => {
    if (!animated || !isSlow) return undefined;
    movement.touch();
    const timer = setInterval(movement.touch, STILL_MOVING_MS);
    return () => clearInterval(timer);
  }, [animated, isSlow, movement]);

  const description = useDescription({
    geometry,
    bounds,
    scaleMetres,
    withoutScale: options?.withoutScale === true,
    colors,
    shown,
    arrows,
    warning,
  });
  const drag = useBoxChoice({ camera, drawn, bounds, hidden, clipping, always: boxing, onBox });

  const palette = colors?.palette ?? settings.hotcolor;
  const dark = theme.palette.mode === 'dark';
  const background = dark ? '#111719' : '#eef2f1';
  const ink = { text: theme.palette.text.primary, plate: alpha(background, 0.8), warning: WARNING_RED };
  const savePicture = () => {
    const canvas = box.current?.querySelector('canvas');
    if (!canvas) return;
    const { bar, text } = scaleBar.current;
    const picture = withOverlay(canvas, canvas.width / canvas.clientWidth, {
      ink,
      language: i18n.language,
      warning,
      ...(colors &&
        shown &&
        settings.vertexColors && {
          key: { palette, range: shown.range, label: colors.label, unit: shown.unit },
        }),
      ...(bar && text?.textContent && { scale: { widthPx: bar.offsetWidth, text: text.textContent } }),
    });
    picture.toBlob((png) => png && saveFile(`${fileName}.png`, png), 'image/png');
  };
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', height: '100%', minWidth: 0 }}>
      {options?.toolbar !== false && (
        <ViewerToolbar
          valuesShown={Boolean(shown)}
          fixedPalette={colors?.palette}
          edgesOff={edgesOff}
          partsShown={parts && parts.length > 0 ? partsOpen : undefined}
          onParts={() => setPartsOpen(!partsOpen)}
          boxing={onBox && boxing}
          onBoxing={setBoxing}
          axes={axes}
          onAxes={setAxes}
          section={section}
          onSection={setSection}
          onFit={() => camera.current?.fit()}
          onLookFrom={(direction) => camera.current?.lookFrom(direction)}
          onPicture={drawable && fileName !== undefined ? savePicture : undefined}
        />
      )}
      <Box
        ref={box}
        data-testid="mesh-viewer"
        data-triangles={triangleCount(geometry)}
        role="application"
        aria-label={t('label')}
        aria-describedby={descriptionId}
        tabIndex={0}
        onKeyDown={(event) => moveByKey(camera.current, event)}
        {...(onBox && { onPointerDownCapture: drag.onPointerDown })}
        sx={{
          position: 'relative',
          ...(onBox && boxing && { '& canvas': { cursor: 'crosshair' } }),
          flex: 1,
          minHeight: options?.minHeightPx ?? 320,
          borderRadius: 1,
          overflow: 'hidden',
          bgcolor: background,
          '&:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: 2 },
        }}
      >
        <Typography id={descriptionId} component="p" sx={visuallyHidden}>
          {description} {t('description.keys')}
        </Typography>
        {!drawable && (
          <Typography role="alert" sx={{ p: 2 }}>
            {t('noWebgl')}
          </Typography>
        )}
        {drawable && (
          <Box aria-hidden sx={{ position: 'absolute', inset: 0 }}>
            <MeshScene
              drawn={drawn}
              bounds={bounds}
              metresPerUnit={scaleMetres ?? geometry.scale}
              dark={dark}
              background={background}
              palette={palette}
              shown={shown}
              colorOfPart={colorOfPart}
              highlighted={highlighted}
              hidden={hidden}
              clipping={clipping}
              arrows={arrows}
              marks={marks}
              numbered={numbered}
              axes={axes}
              wavelengthM={wavelengthM}
              movement={movement}
              animated={animated}
              camera={camera}
              scaleBar={scaleBar}
              onPick={onPick}
            />
          </Box>
        )}
        {drawable && options?.withoutScale !== true && <ScaleBar target={scaleBar} />}
        {onBox && boxing && !drag.rectangle && <BoxHint />}
        {drag.rectangle && <BoxOutline rectangle={drag.rectangle} />}
        {parts && parts.length > 0 && partsOpen && (
          <PartList
            parts={parts}
            colorOfPart={colorOfPart}
            hidden={hidden}
            onHidden={setHidden}
            selected={selected}
            onSelect={onSelectPart}
          />
        )}
        {warning !== undefined && <ViewerWarning warning={warning} />}
        {colors && shown && settings.vertexColors && (
          <ColorBar palette={palette} range={shown.range} label={colors.label} unit={shown.unit} />
        )}
      </Box>
    </Box>
  );
}
