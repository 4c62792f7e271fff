import Box from '@mui/material/Box';
import { alpha, useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';

import { GizmoHelper, GizmoViewport } from '@react-three/drei';
import { Canvas } from '@react-three/fiber';
import { useCallback, useEffect, useId, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Matrix4, Plane, Vector3 } from 'three';
import { drawnGeometry, valuesAtPoints } from './bentTriangles.ts';
import { partsInBox } from './boxSelection.ts';
import { CameraRig, FIELD_OF_VIEW_DEG, type CameraHandle } from './CameraRig.tsx';
import { moveByKey } from './cameraKeys.ts';
import { ColorBar } from './ColorBar.tsx';
import { effort } from './effort.ts';
import { boundsOf, partNumbers, sideCount, triangleCount, type MeshGeometry } from './geometry.ts';
import { IncidenceArrows } from './IncidenceArrows.tsx';
import { displayedRange, displayedValues, positionsInRange, shortNumber } from './scalarRange.ts';
import { saveFile } from '../ui/saveFile.ts';
import { Movement, STILL_MOVING_MS } from './movement.ts';
import { PartList } from './PartList.tsx';
import type { Vector } from './planeWave.ts';
import { ScaleBar, ScaleMeter } from './ScaleBar.tsx';
import { SceneMarks } from './SceneMarks.tsx';
import type { Section } from './SectionControl.tsx';
import { PixelsByEffort } from './PixelsByEffort.tsx';
import { withOverlay } from './pictureOverlay.ts';
import { EDGES_UP_TO, SurfaceMesh } from './SurfaceMesh.tsx';
import type { IncidenceArrow, MeshPick, MeshViewerOptions, ScalarColors, ViewerPart } from './types.ts';
import { useBoxDrag, type Rectangle } from './useBoxDrag.ts';
import { ViewerToolbar } from './ViewerToolbar.tsx';
import { useViewSettings } from './viewSettings.ts';
import { visuallyHidden } from './visuallyHidden.ts';
import { webglAvailable } from './webgl.ts';

/** Radii of the object that the view holds, without and with arrows */
const BARE_RADIUS = 1.12;
const ARROWS_RADIUS = 1.75;
/** White on it can be read in both themes. */
const WARNING_RED = '#b3261e';

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

  const shown = useMemo(() => {
    if (!colors) return undefined;
    const values = displayedValues(valuesAtPoints(colors.values, geometry), colors.decibel ?? false);
    const range = colors.range ?? displayedRange(values, colors.decibel ?? false);
    return {
      range,
      positions: positionsInRange(values, range),
      unit: colors.decibel ? t('decibelUnit', { unit: colors.unit }) : colors.unit,
    };
  }, [colors, geometry, t]);

  const isSlow = useSyncExternalStore(effort.subscribe, effort.level, effort.level) > 0;
  useEffect(() => {
    if (!animated || !isSlow) return undefined;
    movement.touch();
    const timer = setInterval(movement.touch, STILL_MOVING_MS);
    return () => clearInterval(timer);
  }, [animated, isSlow, movement]);

  const description = useMemo(() => {
    const number = (value: number) => shortNumber(value, i18n.language);
    const metres = scaleMetres ?? geometry.scale;
    const sentences = [
      ...(warning === undefined ? [] : [`${warning}.`]),
      t('description.mesh', {
        triangles: triangleCount(geometry).toLocaleString(i18n.language),
        vertices: (geometry.vertices.length / 3).toLocaleString(i18n.language),
        parts: partNumbers(geometry).length,
      }),
      ...(options?.withoutScale === true
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
  }, [
    t,
    i18n.language,
    geometry,
    scaleMetres,
    bounds,
    colors,
    shown,
    arrows,
    options?.withoutScale,
    warning,
  ]);

  const beginBox = useCallback(() => camera.current?.hold(true), []);
  const endBox = useCallback(() => camera.current?.hold(false), []);
  const chooseBox = useCallback(
    ({ left, top, width, height }: Rectangle, size: { width: number; height: number }) => {
      if (!camera.current) return;
      const middle = new Vector3(...bounds.centre).multiplyScalar(-scale);
      const x = (at: number) => (2 * at) / size.width - 1;
      const y = (at: number) => 1 - (2 * at) / size.height;
      const box = { left: x(left), right: x(left + width), bottom: y(top + height), top: y(top) };
      onBox?.(
        partsInBox(drawn, box, {
          toScene: new Matrix4().makeScale(scale, scale, scale).setPosition(middle),
          toPicture: camera.current.toPicture(),
          hidden,
          clipping,
        }),
      );
    },
    [drawn, bounds, scale, hidden, clipping, onBox],
  );
  const drag = useBoxDrag({ always: boxing, onBegin: beginBox, onBox: chooseBox, onEnd: endBox });

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
            <Canvas
              flat
              frameloop="demand"
              dpr={[1, 2]}
              gl={{ preserveDrawingBuffer: true, antialias: true }}
              onCreated={({ gl }) => void (gl.localClippingEnabled = true)}
              camera={{ up: [0, 0, 1], fov: FIELD_OF_VIEW_DEG, near: 0.01, far: 1000 }}
            >
              <color attach="background" args={[background]} />
              <ambientLight intensity={Math.PI * (shown ? 0.8 : 0.5)} />
              <directionalLight position={[3, -6, 8]} intensity={Math.PI * (shown ? 0.2 : 0.5)} />
              <directionalLight position={[-5, 6, -4]} intensity={Math.PI * (shown ? 0.1 : 0.25)} />
              <group
                scale={scale}
                position={bounds.centre.map((value) => -value * scale) as [number, number, number]}
              >
                <SurfaceMesh
                  geometry={drawn}
                  positions={shown?.positions}
                  palette={palette}
                  opacity={settings.opacity}
                  filled={settings.isFilled}
                  edges={settings.isDrawEdge}
                  edgeColor={dark && (!settings.isFilled || settings.opacity < 1) ? '#d5dbe5' : '#10141a'}
                  colorOfPart={colorOfPart}
                  highlighted={highlighted}
                  hidden={hidden}
                  clipping={clipping}
                  movement={movement}
                  onPick={onPick}
                />
              </group>
              {arrows && arrows.length > 0 && (
                <IncidenceArrows
                  arrows={arrows}
                  waveColor={dark ? '#ffb74d' : '#c25e00'}
                  electricColor={dark ? '#4dd0e1' : '#00796b'}
                />
              )}
              {marks && marks.length > 0 && (
                <SceneMarks
                  points={marks}
                  centre={bounds.centre}
                  scale={scale}
                  color={dark ? '#ff5ca8' : '#c2185b'}
                  clipping={clipping}
                />
              )}
              {axes && (
                <axesHelper args={[1.3]} position={bounds.centre.map((value) => -value * scale) as Vector} />
              )}
              <ScaleMeter
                target={scaleBar}
                metresPerUnit={bounds.radius * (scaleMetres ?? geometry.scale)}
                wavelengthM={wavelengthM}
                language={i18n.language}
              />
              <PixelsByEffort movement={movement} animated={animated} />
              <CameraRig
                ref={camera}
                onMove={movement.touch}
                radius={arrows && arrows.length > 0 ? ARROWS_RADIUS : BARE_RADIUS}
              />
              <GizmoHelper alignment="bottom-left" margin={[52, 52]}>
                <GizmoViewport
                  axisColors={['#d9534f', '#4caf50', '#4a86e8']}
                  labelColor="#ffffff"
                  scale={30}
                  hideNegativeAxes
                />
              </GizmoHelper>
            </Canvas>
          </Box>
        )}
        {drawable && options?.withoutScale !== true && <ScaleBar target={scaleBar} />}
        {onBox && boxing && !drag.rectangle && (
          <Typography
            variant="caption"
            role="status"
            sx={{
              position: 'absolute',
              top: 8,
              right: 8,
              maxWidth: 'calc(100% - 16px)',
              px: 1,
              py: 0.25,
              pointerEvents: 'none',
              bgcolor: 'background.paper',
              borderRadius: 0.5,
            }}
          >
            {t('box.hint')}
          </Typography>
        )}
        {drag.rectangle && (
          <Box
            aria-hidden
            data-testid="viewer-box-drawn"
            style={drag.rectangle}
            sx={{
              position: 'absolute',
              border: '1px dashed',
              borderColor: 'primary.main',
              bgcolor: alpha(theme.palette.primary.main, 0.15),
              pointerEvents: 'none',
            }}
          />
        )}
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
        {warning !== undefined && (
          <Typography
            variant="body2"
            data-testid="viewer-warning"
            sx={{
              position: 'absolute',
              top: 10,
              left: 8,
              right: 8,
              mx: { xs: 0, sm: 'auto' },
              width: 'fit-content',
              maxWidth: 'calc(100% - 130px)',
              px: 1.5,
              py: 0.5,
              pointerEvents: 'none',
              textAlign: 'center',
              fontWeight: 700,
              color: '#ffffff',
              bgcolor: WARNING_RED,
              borderRadius: 0.5,
            }}
          >
            {warning}
          </Typography>
        )}
        {colors && shown && settings.vertexColors && (
          <ColorBar palette={palette} range={shown.range} label={colors.label} unit={shown.unit} />
        )}
      </Box>
    </Box>
  );
}
