import { useCallback, type RefObject } from 'react';
import { Matrix4, Vector3 } from 'three';
import { partsInBox } from './boxSelection.ts';
import type { CameraHandle } from './CameraRig.tsx';
import { useBoxDrag, type Rectangle } from './useBoxDrag.ts';
import type { Surface } from './useSurface.ts';

interface Options {
  camera: RefObject<CameraHandle | null>;
  surface: Pick<Surface, 'drawn' | 'bounds' | 'clipping'>;
  hidden: ReadonlySet<number>;
  /** A box is drawn without Shift too. */
  always: boolean;
  onBox: ((parts: number[]) => void) | undefined;
}

/** Choosing the parts that lie in a box drawn over the picture. The camera rests meanwhile. */
export function useBoxChoice({ camera, surface, hidden, always, onBox }: Options) {
  const { drawn, bounds, clipping } = surface;
  const beginBox = useCallback(() => camera.current?.hold(true), [camera]);
  const endBox = useCallback(() => camera.current?.hold(false), [camera]);
  const chooseBox = useCallback(
    ({ left, top, width, height }: Rectangle, size: { width: number; height: number }) => {
      if (!camera.current) return;
      const scale = 1 / bounds.radius;
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
    [camera, drawn, bounds, hidden, clipping, onBox],
  );
  return useBoxDrag({ always, onBegin: beginBox, onBox: chooseBox, onEnd: endBox });
}
