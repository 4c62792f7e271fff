import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Effort } from '../../src/viewer/effort.ts';

/** A graphics card that takes so long for a picture */
function card(ms: number) {
  const SIGNALED = 0x9119;
  return {
    SYNC_GPU_COMMANDS_COMPLETE: 0x9117,
    SYNC_STATUS: 0x9114,
    SIGNALED,
    fenceSync: () => ({ readyAt: performance.now() + ms }) as unknown as WebGLSync,
    flush: () => undefined,
    deleteSync: () => undefined,
    getSyncParameter: (fence: WebGLSync) =>
      performance.now() >= (fence as unknown as { readyAt: number }).readyAt ? SIGNALED : 0,
  } as const;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function draw(effort: Effort, times: readonly number[]): void {
  for (const ms of times) {
    effort.drew(card(ms));
    vi.advanceTimersByTime(500);
  }
}

describe('how much is drawn while the view moves', () => {
  it('everything on a machine that keeps up, however long it is used', () => {
    const effort = new Effort();
    draw(
      effort,
      Array.from({ length: 50 }, () => 16),
    );
    expect(effort.level()).toBe(0);
  });

  it('one late picture is forgiven, two in a row are not', () => {
    const effort = new Effort();
    draw(effort, [300, 20, 300, 20]);
    expect(effort.level()).toBe(0);
    draw(effort, [300, 300]);
    expect(effort.level()).toBe(1);
  });

  it('fewer pixels first, then fewer triangles, and whoever listens is told', () => {
    const effort = new Effort();
    const heard: number[] = [];
    effort.subscribe(() => heard.push(effort.level()));
    draw(effort, [200, 200, 200, 200, 200, 200]);
    expect(heard).toEqual([1, 2]);
  });

  it('pictures that are asked for while one is drawn are not timed', () => {
    const effort = new Effort();
    for (let i = 0; i < 10; i++) effort.drew(card(300));
    vi.advanceTimersByTime(500);
    expect(effort.level()).toBe(0);
  });
});
