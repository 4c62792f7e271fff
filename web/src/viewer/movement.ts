import { useSyncExternalStore } from 'react';

/** Tells whether the view is being moved, so that large meshes can be drawn coarsely meanwhile. */
export class Movement {
  #moving = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly isMoving = (): boolean => this.#moving;

  /** Call at every movement; the view counts as resting a little after the last one. */
  readonly touch = (): void => {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#set(false), REST_AFTER_MS);
    this.#set(true);
  };

  #set(moving: boolean): void {
    if (moving === this.#moving) return;
    this.#moving = moving;
    for (const listener of this.#listeners) listener();
  }
}

const REST_AFTER_MS = 250;
/** Touched so often, a view does not come to rest. */
export const STILL_MOVING_MS = 100;

export function useIsMoving(movement: Movement): boolean {
  return useSyncExternalStore(movement.subscribe, movement.isMoving, movement.isMoving);
}
