import { useThree } from '@react-three/fiber';
import { useEffect, useMemo, useRef } from 'react';
import {
  BackSide,
  CanvasTexture,
  Matrix4,
  Quaternion,
  Vector2,
  Vector3,
  type InstancedMesh,
  type Plane,
} from 'three';
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
  /** Each has its number beside it, from 1. */
  numbered?: boolean;
}

/** Of a number: share of the height of the view, and pixels of its picture */
const NUMBER_SIZE = 0.034;
const NUMBER_PX = 64;
/** The number stands up and to the right of its bead. */
const NUMBER_CENTRE = new Vector2(-0.15, -0.15);

/** Beads at places that want attention; seen through the model, so that none is overlooked. */
export function SceneMarks({ points, centre, scale, color, clipping, numbered = false }: Props) {
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
    <>
      {numbered &&
        places.map((place, i) => <MarkNumber key={i} number={i + 1} {...{ place, color, clipping }} />)}
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
    </>
  );
}

interface NumberProps {
  number: number;
  place: Vector3;
  color: string;
  clipping: Plane[];
}

/** As large on the screen from any distance. */
function MarkNumber({ number, place, color, clipping }: NumberProps) {
  const picture = useMemo(() => pictureOf(number, color), [number, color]);
  useEffect(() => () => picture.dispose(), [picture]);
  return (
    <sprite position={place} scale={[NUMBER_SIZE, NUMBER_SIZE, 1]} center={NUMBER_CENTRE} renderOrder={4}>
      <spriteMaterial map={picture} sizeAttenuation={false} depthTest={false} clippingPlanes={clipping} />
    </sprite>
  );
}

function pictureOf(number: number, color: string): CanvasTexture {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = NUMBER_PX;
  const context = canvas.getContext('2d');
  if (context) {
    context.fillStyle = color;
    context.beginPath();
    context.arc(NUMBER_PX / 2, NUMBER_PX / 2, NUMBER_PX / 2 - 1, 0, 2 * Math.PI);
    context.fill();
    context.fillStyle = '#ffffff';
    context.font = `bold ${0.6 * NUMBER_PX}px sans-serif`;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillText(String(number), NUMBER_PX / 2, 0.53 * NUMBER_PX);
  }
  return new CanvasTexture(canvas);
}
