import type { KeyboardEvent } from 'react';
import type { CameraHandle } from './CameraRig.tsx';

const TURN_RAD = Math.PI / 24;
const ZOOM = 1.15;

const MOVES: Readonly<Record<string, (camera: CameraHandle) => void>> = {
  ArrowLeft: (camera) => camera.turn(-TURN_RAD, 0),
  ArrowRight: (camera) => camera.turn(TURN_RAD, 0),
  ArrowUp: (camera) => camera.turn(0, -TURN_RAD),
  ArrowDown: (camera) => camera.turn(0, TURN_RAD),
  '+': (camera) => camera.zoom(ZOOM),
  '-': (camera) => camera.zoom(1 / ZOOM),
  f: (camera) => camera.fit(),
};

/** Arrow keys turn the view, plus and minus zoom, F fits. */
export function moveByKey(camera: CameraHandle | null, event: KeyboardEvent): void {
  const move = MOVES[event.key];
  if (!camera || !move || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  move(camera);
}
