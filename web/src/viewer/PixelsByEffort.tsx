import { useFrame, useThree } from '@react-three/fiber';
import { useEffect, useSyncExternalStore } from 'react';
import { effort } from './effort.ts';
import { useIsMoving, type Movement } from './movement.ts';

const SLOW_SHARE = 0.5;

/** Fewer pixels while the view moves, where a picture takes too long; and who notices that, of moving and of animated views. */
export function PixelsByEffort({ movement, animated = false }: { movement: Movement; animated?: boolean }) {
  const level = useSyncExternalStore(effort.subscribe, effort.level, effort.level);
  const moving = useIsMoving(movement);
  const setDpr = useThree((state) => state.setDpr);
  const whole = useThree((state) => state.viewport.initialDpr);
  const fewer = moving && level > 0;
  useEffect(() => {
    if (!fewer) return undefined;
    setDpr(SLOW_SHARE * whole);
    return () => setDpr(whole);
  }, [fewer, whole, setDpr]);
  useFrame(({ gl }) => {
    if (!animated && !movement.isMoving()) return;
    // Behind the frame that is about to be drawn
    queueMicrotask(() => effort.drew(gl.getContext() as WebGL2RenderingContext));
  });
  return null;
}
