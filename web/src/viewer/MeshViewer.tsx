import Box from '@mui/material/Box';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { CameraHandle } from './CameraRig.tsx';
import { triangleCount, type MeshGeometry } from './geometry.ts';
import { MeshScene } from './MeshScene.tsx';
import type { Vector } from './planeWave.ts';
import { savePicture } from './savePicture.ts';
import type { ScaleBarHandle } from './ScaleBar.tsx';
import type { IncidenceArrow, MeshPick, MeshViewerOptions, ScalarColors, ViewerPart } from './types.ts';
import { useBoxChoice } from './useBoxChoice.ts';
import { useDescription } from './useDescription.ts';
import { useMovement } from './useMovement.ts';
import { useSurface } from './useSurface.ts';
import { useViewerColors } from './useViewerColors.ts';
import { useViewerTools } from './useViewerTools.ts';
import { NoWebgl } from './ViewerNotes.tsx';
import { ViewerFrame } from './ViewerFrame.tsx';
import { ViewerOverlay } from './ViewerOverlay.tsx';
import { ViewerToolbar } from './ViewerToolbar.tsx';
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
const NO_PARTS: readonly ViewerPart[] = [];
const LEAST_HEIGHT_PX = 320;

/** 3D picture of a surface mesh. It draws when something changed and rests otherwise. */
export default function MeshViewer({
  geometry,
  scaleMetres,
  colors,
  colorOfPart,
  arrows,
  options,
  onPick,
  parts = NO_PARTS,
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
  const { i18n } = useTranslation('viewer');
  const { dark, background, ink } = useViewerColors();
  const camera = useRef<CameraHandle>(null);
  const frame = useRef<HTMLDivElement>(null);
  const scaleBar = useRef<ScaleBarHandle>({ bar: null, text: null });
  const drawable = useMemo(webglAvailable, []);
  const tools = useViewerTools();
  const { hidden, boxing } = tools;
  const surface = useSurface(geometry, colors, tools.section);
  const highlightedPart = options?.highlightedPart;
  const highlighted = useMemo(
    () => (highlightedPart === undefined ? selected : [highlightedPart]),
    [highlightedPart, selected],
  );
  const movement = useMovement(animated);
  const withoutScale = options?.withoutScale === true;
  const description = useDescription({
    geometry,
    surface,
    scaleMetres,
    withoutScale,
    colors,
    arrows,
    warning,
  });
  const drag = useBoxChoice({ camera, surface, hidden, always: boxing, onBox });
  const save = (name: string) =>
    savePicture({
      view: frame.current,
      scaleBar: scaleBar.current,
      fileName: name,
      overlay: { ink, language: i18n.language, warning, key: surface.colorKey },
    });
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', height: '100%', minWidth: 0 }}>
      {options?.toolbar !== false && (
        <ViewerToolbar
          tools={tools}
          camera={camera}
          valuesShown={surface.shown !== undefined}
          fixedPalette={colors?.palette}
          edgesOff={surface.edgesOff}
          hasParts={parts.length > 0}
          hasBox={onBox !== undefined}
          onPicture={drawable && fileName !== undefined ? () => save(fileName) : undefined}
        />
      )}
      <ViewerFrame
        ref={frame}
        camera={camera}
        triangles={triangleCount(geometry)}
        description={description}
        background={background}
        minHeightPx={options?.minHeightPx ?? LEAST_HEIGHT_PX}
        boxing={onBox !== undefined && boxing}
        onPointerDownCapture={onBox && drag.onPointerDown}
      >
        {!drawable && <NoWebgl />}
        {drawable && (
          <MeshScene
            surface={surface}
            metresPerUnit={scaleMetres ?? geometry.scale}
            dark={dark}
            background={background}
            colorOfPart={colorOfPart}
            highlighted={highlighted}
            hidden={hidden}
            arrows={arrows}
            marks={marks}
            numbered={numbered}
            axes={tools.axes}
            wavelengthM={wavelengthM}
            movement={movement}
            animated={animated}
            camera={camera}
            scaleBar={scaleBar}
            onPick={onPick}
          />
        )}
        <ViewerOverlay
          scaleBar={drawable && !withoutScale ? scaleBar : undefined}
          tools={tools}
          boxing={onBox !== undefined && boxing}
          rectangle={drag.rectangle}
          parts={parts}
          colorOfPart={colorOfPart}
          selected={selected}
          onSelectPart={onSelectPart}
          warning={warning}
          colorKey={surface.colorKey}
        />
      </ViewerFrame>
    </Box>
  );
}
