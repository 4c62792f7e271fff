import { OrbitControls } from '@react-three/drei';
import { useThree } from '@react-three/fiber';
import { useCallback, useEffect, useImperativeHandle, useRef, type ComponentRef, type Ref } from 'react';
import { Matrix4, PerspectiveCamera, Vector3 } from 'three';
import type { Vector } from './planeWave.ts';

export const FIELD_OF_VIEW_DEG = 30;
/** x to the right, z up, seen a little from above */
export const HOME_DIRECTION: Vector = [1.1, -1.7, 1];

export interface CameraHandle {
  /** The whole object, from the present side */
  fit: () => void;
  /** The whole object, seen from a direction */
  lookFrom: (direction: Vector) => void;
  turn: (azimuthRad: number, polarRad: number) => void;
  /** Above 1 moves nearer */
  zoom: (factor: number) => void;
  /** While held, dragging does not turn the view. */
  hold: (held: boolean) => void;
  /** From the scene to the picture, before the division by w */
  toPicture: () => Matrix4;
}

/** Orbit controls (mouse, touch) about the origin, and the same by call for buttons and keys. */
export function CameraRig({
  radius,
  ref,
  onMove,
}: {
  radius: number;
  ref: Ref<CameraHandle>;
  onMove?: () => void;
}) {
  const controls = useRef<ComponentRef<typeof OrbitControls>>(null);
  const camera = useThree((state) => state.camera);
  const invalidate = useThree((state) => state.invalidate);
  const aspect = useThree((state) => state.size.width / Math.max(1, state.size.height));

  const place = useCallback(
    (direction: Vector) => {
      if (!(camera instanceof PerspectiveCamera)) return;
      const half = ((FIELD_OF_VIEW_DEG / 2) * Math.PI) / 180;
      const distance = radius / Math.sin(half) / Math.min(1, aspect);
      camera.position.copy(new Vector3(...direction).setLength(distance));
      controls.current?.target.set(0, 0, 0);
      camera.lookAt(0, 0, 0);
      controls.current?.update();
      invalidate();
    },
    [camera, invalidate, radius, aspect],
  );

  const placed = useRef(false);
  useEffect(() => {
    place(placed.current ? camera.position.toArray() : HOME_DIRECTION);
    placed.current = true;
  }, [place, camera]);

  useImperativeHandle(
    ref,
    () => ({
      fit: () =>
        place(
          camera.position
            .clone()
            .sub(controls.current?.target ?? new Vector3())
            .toArray(),
        ),
      lookFrom: place,
      turn: (azimuth, polar) => {
        const orbit = controls.current;
        if (!orbit) return;
        orbit.setAzimuthalAngle(orbit.getAzimuthalAngle() + azimuth);
        orbit.setPolarAngle(Math.min(Math.PI - 0.01, Math.max(0.01, orbit.getPolarAngle() + polar)));
        invalidate();
      },
      zoom: (factor) => {
        const target = controls.current?.target ?? new Vector3();
        camera.position.sub(target).divideScalar(factor).add(target);
        controls.current?.update();
        invalidate();
      },
      hold: (held) => {
        if (controls.current) controls.current.enabled = !held;
      },
      toPicture: () => {
        camera.updateMatrixWorld();
        return new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
      },
    }),
    [camera, invalidate, place],
  );

  return (
    <OrbitControls
      ref={controls}
      makeDefault
      enableDamping={false}
      minDistance={0.05}
      maxDistance={200}
      {...(onMove && { onChange: onMove })}
    />
  );
}
