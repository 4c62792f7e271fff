import { POLARIZATIONS } from '@pace/contract';
import { useThree } from '@react-three/fiber';
import { useEffect, useMemo, useRef } from 'react';
import { BufferAttribute, BufferGeometry, Matrix4, Quaternion, Vector3, type InstancedMesh } from 'three';
import { POLARIZATIONS_DRAWN } from './arrowLimits.ts';
import { directionTo, electricTip, propagation, type Vector } from './planeWave.ts';
import type { IncidenceArrow } from './types.ts';

/** In radii of the object */
const TAIL = 1.62;
const HEAD = 1.1;
const ELECTRIC_LENGTH = 0.25;
const CONE_HEIGHT = 0.12;
const CIRCLE_STEPS = 32;
/** A circle is drawn as far as this share of a turn, its arrowhead shows the sense. */
const CIRCLE_SHARE = 0.85;
const AXIS = new Vector3(0, 1, 0);

interface Drawing {
  segments: Vector[];
  heads: { tip: Vector; along: Vector }[];
}

const scaled = (v: Vector, factor: number): Vector => [v[0] * factor, v[1] * factor, v[2] * factor];
const sum = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const difference = (a: Vector, b: Vector): Vector => sum(a, scaled(b, -1));

/** Waves arriving: a shaft towards the object each. */
export function waveDrawing(arrows: readonly IncidenceArrow[]): Drawing {
  const drawing: Drawing = { segments: [], heads: [] };
  for (const { thetaDeg, phiDeg } of arrows) {
    const outward = directionTo(thetaDeg, phiDeg);
    drawing.segments.push(scaled(outward, TAIL), scaled(outward, HEAD));
    drawing.heads.push({ tip: scaled(outward, HEAD), along: propagation(thetaDeg, phiDeg) });
  }
  return drawing;
}

/** Of both polarizations, a vertical and a horizontal one. */
function wavesOfArrow(arrow: IncidenceArrow): IncidenceArrow[] {
  if (arrow.polarization !== POLARIZATIONS.verticalAndHorizontal) return [arrow];
  return [POLARIZATIONS.vertical, POLARIZATIONS.horizontal].map((polarization) => ({
    ...arrow,
    polarization,
  }));
}

/** Electric vectors at the tails of the shafts: a straight arrow, or a circle in its sense of rotation. */
export function electricDrawing(arrows: readonly IncidenceArrow[]): Drawing {
  const drawing: Drawing = { segments: [], heads: [] };
  const shown = arrows.length > POLARIZATIONS_DRAWN ? arrows.slice(0, 1) : arrows;
  for (const { thetaDeg, phiDeg, polarization } of shown.flatMap(wavesOfArrow)) {
    if (polarization === undefined) continue;
    const tail = scaled(directionTo(thetaDeg, phiDeg), TAIL);
    const tipAt = (turn: number) =>
      sum(tail, scaled(electricTip(polarization, thetaDeg, phiDeg, turn), ELECTRIC_LENGTH));
    if (polarization < 2) {
      drawing.segments.push(tail, tipAt(0));
      drawing.heads.push({ tip: tipAt(0), along: electricTip(polarization, thetaDeg, phiDeg, 0) });
      continue;
    }
    for (let step = 0; step < CIRCLE_STEPS; step++)
      drawing.segments.push(
        tipAt((CIRCLE_SHARE * step) / CIRCLE_STEPS),
        tipAt((CIRCLE_SHARE * (step + 1)) / CIRCLE_STEPS),
      );
    drawing.heads.push({
      tip: tipAt(CIRCLE_SHARE),
      along: difference(tipAt(CIRCLE_SHARE), tipAt(CIRCLE_SHARE - 0.05)),
    });
  }
  return drawing;
}

function ArrowDrawing({ drawing, color }: { drawing: Drawing; color: string }) {
  const invalidate = useThree((state) => state.invalidate);
  const cones = useRef<InstancedMesh>(null);
  const lines = useMemo(
    () =>
      new BufferGeometry().setAttribute(
        'position',
        new BufferAttribute(Float32Array.from(drawing.segments.flat()), 3),
      ),
    [drawing],
  );
  useEffect(() => () => lines.dispose(), [lines]);
  useEffect(() => {
    drawing.heads.forEach(({ tip, along }, i) => {
      const direction = new Vector3(...along).normalize();
      const centre = new Vector3(...tip).addScaledVector(direction, -CONE_HEIGHT / 2);
      cones.current?.setMatrixAt(
        i,
        new Matrix4().compose(
          centre,
          new Quaternion().setFromUnitVectors(AXIS, direction),
          new Vector3(1, 1, 1),
        ),
      );
    });
    if (cones.current) cones.current.instanceMatrix.needsUpdate = true;
    invalidate();
  }, [drawing, invalidate]);
  if (drawing.heads.length === 0) return null;
  return (
    <>
      <lineSegments geometry={lines}>
        <lineBasicMaterial color={color} />
      </lineSegments>
      <instancedMesh
        key={drawing.heads.length}
        ref={cones}
        args={[undefined, undefined, drawing.heads.length]}
        frustumCulled={false}
      >
        <coneGeometry args={[CONE_HEIGHT / 3, CONE_HEIGHT, 12]} />
        <meshBasicMaterial color={color} />
      </instancedMesh>
    </>
  );
}

/** Incident plane waves and their polarization, in radii of the object about the origin. */
export function IncidenceArrows({
  arrows,
  waveColor,
  electricColor,
}: {
  arrows: readonly IncidenceArrow[];
  waveColor: string;
  electricColor: string;
}) {
  const waves = useMemo(() => waveDrawing(arrows), [arrows]);
  const electric = useMemo(() => electricDrawing(arrows), [arrows]);
  return (
    <>
      <ArrowDrawing drawing={waves} color={waveColor} />
      <ArrowDrawing drawing={electric} color={electricColor} />
    </>
  );
}
