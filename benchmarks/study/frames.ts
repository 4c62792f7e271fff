import type { Page } from 'playwright-core';

const FRAMES = 8;

/** Milliseconds from a movement until its picture is complete; the pixel that is read waits for the drawing. */
export async function frameTimes(page: Page): Promise<{ moving: number[]; rest: number; renderer: string }> {
  return page.evaluate(async (frames) => {
    const viewer = document.querySelector<HTMLElement>('[data-testid=mesh-viewer]')!;
    const gl = viewer.querySelector('canvas')!.getContext('webgl2')!;
    const drawn = async () => {
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
    };
    const turn = () =>
      viewer.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true }));
    turn();
    await drawn();
    const moving: number[] = [];
    for (let i = 0; i < frames; i++) {
      const start = performance.now();
      turn();
      await drawn();
      moving.push(performance.now() - start);
    }
    // The view comes to rest, and the whole mesh is drawn.
    await new Promise((resolve) => setTimeout(resolve, 300));
    const start = performance.now();
    await drawn();
    const names = gl.getExtension('WEBGL_debug_renderer_info');
    const renderer = String(gl.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
    return { moving, rest: performance.now() - start, renderer };
  }, FRAMES);
}

export function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
