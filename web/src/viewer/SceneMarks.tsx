import { useThree } from '@react-three/fiber';
import { useEffect, useMemo, useRef } from 'react';
import { BackSide, Matrix4, Quaternion, Vector3, type InstancedMesh, type Plane } from 'three';
import type { Vector } from './planeWave.ts';

/** In radii of the object */
const RING = 0.014;

interface Props {
  /** In units of the file */
  points: readonly Vector[];
  centre: Vector;
  scale: number;
  color: string;
  clipping: Plane[];
}

/** Beads at places that want attention; seen through the model, so that none is overlooked. */
export function SceneMarks({ points, centre, scale, color, clipping }: Props) {
  const beads = useRef<InstancedMesh>(null);
  const invalidate = useThree((state) => state.invalidate);
  const places = useMemo(
    () => points.map((point) => new Vector3(...point).sub(new Vector3(...centre)).multiplyScalar(scale)),
    [points, centre, scale],
  );
  useEffect(() => {
    places.forEach((place, i) =>
      beads.current?.setMatrixAt(i, new Matrix4().compose(place, new Quaternion(), new Vector3(1, 1, 1))),
    );
    if (beads.current) beads.current.instanceMatrix.needsUpdate = true;
    invalidate();
  }, [places, invalidate]);
  if (places.length === 0) return null;
  return (
    <instancedMesh
      key={places.length}
      ref={beads}
      args={[undefined, undefined, places.length]}
      frustumCulled={false}
      renderOrder={3}
    >
      <sphereGeometry args={[RING, 12, 8]} />
      <meshBasicMaterial
        color={color}
        depthTest={false}
        transparent
        opacity={0.9}
        side={BackSide}
        clippingPlanes={clipping}
      />
    </instancedMesh>
  );
}
