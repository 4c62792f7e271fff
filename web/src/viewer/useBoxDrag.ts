import { useCallback, useEffect, useRef, useState, type PointerEvent } from 'react';

/** In an element, from its upper left corner [px] */
export interface Rectangle {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** A shorter drag is a click. */
const SHORTEST_PX = 4;

interface Options {
  /** Draws without Shift too */
  always: boolean;
  onBegin: () => void;
  /** Of a box that was not given up: the share of the element's width and height that it covers */
  onBox: (box: Rectangle, size: { width: number; height: number }) => void;
  onEnd: () => void;
}

/** Drawing a box on a canvas by dragging with Shift. Escape gives it up. */
export function useBoxDrag({ always, onBegin, onBox, onEnd }: Options) {
  const [rectangle, setRectangle] = useState<Rectangle>();
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const onPointerDown = useCallback(
    (event: PointerEvent<HTMLElement>) => {
      const { pointerId, clientX: x, clientY: y, button, isPrimary, shiftKey, target } = event;
      if (!(always || shiftKey) || button !== 0 || !isPrimary || !(target instanceof HTMLCanvasElement))
        return;
      const frame = event.currentTarget.getBoundingClientRect();
      const drag = new AbortController();
      running.current?.abort();
      running.current = drag;
      const { signal } = drag;
      let drawn: Rectangle | undefined;
      const end = (box: Rectangle | undefined) => {
        drag.abort();
        setRectangle(undefined);
        onEnd();
        if (box) onBox(box, frame);
      };
      onBegin();
      const within = (value: number, most: number) => Math.min(most, Math.max(0, value));
      const follow = (move: globalThis.PointerEvent) => {
        if (move.pointerId !== pointerId) return;
        if (!drawn && Math.hypot(move.clientX - x, move.clientY - y) < SHORTEST_PX) return;
        const [x0, x1] = [x, move.clientX].map((at) => within(at - frame.left, frame.width)) as [
          number,
          number,
        ];
        const [y0, y1] = [y, move.clientY].map((at) => within(at - frame.top, frame.height)) as [
          number,
          number,
        ];
        drawn = {
          left: Math.min(x0, x1),
          top: Math.min(y0, y1),
          width: Math.abs(x1 - x0),
          height: Math.abs(y1 - y0),
        };
        setRectangle(drawn);
      };
      addEventListener('pointermove', follow, { signal });
      addEventListener('pointerup', (up) => up.pointerId === pointerId && end(drawn), { signal });
      addEventListener('pointercancel', (up) => up.pointerId === pointerId && end(undefined), { signal });
      addEventListener('keydown', ({ key }) => key === 'Escape' && end(undefined), { signal });
      // Shift would choose the texts of the page as well.
      addEventListener('selectstart', (select) => select.preventDefault(), { signal });
    },
    [always, onBegin, onBox, onEnd],
  );
  return { rectangle, onPointerDown };
}
