import Box from '@mui/material/Box';
import { GizmoHelper, GizmoViewport } from '@react-three/drei';
import { Canvas } from '@react-three/fiber';
import type { ComponentProps, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { CameraRig, FIELD_OF_VIEW_DEG, type CameraHandle } from './CameraRig.tsx';
import { IncidenceArrows } from './IncidenceArrows.tsx';
import type { Movement } from './movement.ts';
import { PixelsByEffort } from './PixelsByEffort.tsx';
import type { Vector } from './planeWave.ts';
import { ScaleMeter } from './ScaleBar.tsx';
import { SceneMarks } from './SceneMarks.tsx';
import { SurfaceMesh } from './SurfaceMesh.tsx';
import type { IncidenceArrow, MeshPick } from './types.ts';
import type { Surface } from './useSurface.ts';
import { useViewSettings } from './viewSettings.ts';

/** Radii of the object that the view holds, without and with arrows */
const BARE_RADIUS = 1.12;
const ARROWS_RADIUS = 1.75;

interface MeshSceneProps {
  surface: Surface;
  /** Of the file's unit [m] */
  metresPerUnit: number;
  dark: boolean;
  background: string;
  colorOfPart: ReadonlyMap<number, number> | undefined;
  highlighted: readonly number[];
  hidden: ReadonlySet<number>;
  arrows: readonly IncidenceArrow[] | undefined;
  marks: readonly Vector[] | undefined;
  numbered: boolean;
  axes: boolean;
  wavelengthM: number | undefined;
  movement: Movement;
  animated: boolean;
  camera: RefObject<CameraHandle | null>;
  scaleBar: ComponentProps<typeof ScaleMeter>['target'];
  onPick: ((pick: MeshPick) => void) | undefined;
}

/** What is drawn in three dimensions. The middle of the model lies at the origin, its radius is 1. */
export function MeshScene({
  surface: { drawn, bounds, clipping, shown, palette },
  metresPerUnit,
  dark,
  background,
  colorOfPart,
  highlighted,
  hidden,
  arrows,
  marks,
  numbered,
  axes,
  wavelengthM,
  movement,
  animated,
  camera,
  scaleBar,
  onPick,
}: MeshSceneProps) {
  const { i18n } = useTranslation('viewer');
  const [look] = useViewSettings();
  const scale = 1 / bounds.radius;
  const middle = bounds.centre.map((value) => -value * scale) as Vector;
  return (
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
        <group scale={scale} position={middle}>
          <SurfaceMesh
            geometry={drawn}
            positions={shown?.positions}
            palette={palette}
            opacity={look.opacity}
            filled={look.isFilled}
            edges={look.isDrawEdge}
            edgeColor={dark && (!look.isFilled || look.opacity < 1) ? '#d5dbe5' : '#10141a'}
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
            numbered={numbered}
          />
        )}
        {axes && <axesHelper args={[1.3]} position={middle} />}
        <ScaleMeter
          target={scaleBar}
          metresPerUnit={bounds.radius * metresPerUnit}
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
  );
}
