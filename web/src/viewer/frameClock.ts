import { Timer } from 'three';

/**
 * The time between frames, with the members of three's deprecated `Clock` and counted by its successor `Timer`:
 * @react-three/fiber 9 still asks for a `Clock` (threeForFiber.ts).
 */
export class FrameClock {
  /** Whether the first `getDelta` starts it. */
  autoStart: boolean;
  running = false;
  /** When `start` was last called [ms], on the scale of `performance.now()`. */
  startTime = 0;
  /** When `start` or `getDelta` was last called [ms]. */
  oldTime = 0;
  /** While running, since `start` [s]. */
  elapsedTime = 0;
  readonly #timer = new Timer();

  constructor(autoStart = true) {
    this.autoStart = autoStart;
  }

  start(): void {
    this.#timer.reset();
    this.startTime = performance.now();
    this.oldTime = this.startTime;
    this.elapsedTime = 0;
    this.running = true;
  }

  stop(): void {
    this.getDelta();
    this.running = false;
    this.autoStart = false;
  }

  /** @returns since `start` [s] */
  getElapsedTime(): number {
    this.getDelta();
    return this.elapsedTime;
  }

  /** @returns since the last call, 0 while it stands [s] */
  getDelta(): number {
    if (this.autoStart && !this.running) {
      this.start();
      return 0;
    }
    if (!this.running) return 0;
    const delta = this.#timer.update().getDelta();
    this.oldTime = performance.now();
    this.elapsedTime += delta;
    return delta;
  }
}
