import { useEffect, useRef } from 'react';

/** Of the panel of the steps: another step, or part of one, is seen from its beginning, however far down the last one was left. */
export function useTopOfStep(step: number, subStep: number) {
  const panel = useRef<HTMLDivElement>(null);
  const place = `${step}.${subStep}`;
  const before = useRef(place);
  useEffect(() => {
    const element = panel.current;
    if (before.current === place || !element) return;
    before.current = place;
    element.scrollTop = 0;
    const room = parseFloat(getComputedStyle(element).scrollMarginTop) || 0;
    if (element.getBoundingClientRect().top < room)
      element.scrollIntoView({ block: 'start', behavior: 'instant' });
  }, [place]);
  return panel;
}
