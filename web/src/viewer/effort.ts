/** What of WebGL 2 shows when a picture is ready */
type Fences = Pick<
  WebGL2RenderingContext,
  | 'fenceSync'
  | 'flush'
  | 'getSyncParameter'
  | 'deleteSync'
  | 'SYNC_GPU_COMMANDS_COMPLETE'
  | 'SYNC_STATUS'
  | 'SIGNALED'
>;

/** 0: all that the size of the mesh allows; 1: fewer pixels and no edges; 2: few triangles as well. */
export type EffortLevel = 0 | 1 | 2;

/** Below ten pictures a second a hand cannot steer. */
const SLOW_MS = 100;
/** One late picture may be due to something else. */
const SLOW_FRAMES = 2;
const LOOK_MS = 5;

/**
 * How much is drawn while the view moves, by how long this machine takes: without a graphics card (remote desktops, virtual
 * machines) the processor draws. A view at rest is always drawn whole.
 */
export class Effort {
  #level: EffortLevel = 0;
  #slow = 0;
  #pending = false;
  #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly level = (): EffortLevel => this.#level;

  /** Call when a picture of a moving view has been handed to the graphics card. */
  drew(gl: Fences): void {
    if (this.#pending || this.#level === 2) return;
    const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    if (!fence) return;
    gl.flush();
    this.#pending = true;
    const start = performance.now();
    const look = () => {
      const ready = gl.getSyncParameter(fence, gl.SYNC_STATUS) === gl.SIGNALED;
      const took = performance.now() - start;
      if (!ready && took < SLOW_MS) {
        setTimeout(look, LOOK_MS);
        return;
      }
      gl.deleteSync(fence);
      this.#pending = false;
      this.#took(took);
    };
    setTimeout(look, LOOK_MS);
  }

  #took(ms: number): void {
    this.#slow = ms < SLOW_MS ? 0 : this.#slow + 1;
    if (this.#slow < SLOW_FRAMES || this.#level === 2) return;
    this.#slow = 0;
    this.#level = this.#level === 0 ? 1 : 2;
    for (const listener of this.#listeners) listener();
  }
}

/** The machine is the same for every viewer of the page. */
export const effort = new Effort();
