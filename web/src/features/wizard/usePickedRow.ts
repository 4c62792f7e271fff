import { useEffect, useRef } from 'react';

/** Lists that scroll by themselves say so, for the rows in them. */
export const SCROLLING_LIST = { 'data-scrolling-list': '' };
/** Room for a header that stays [px] */
const MARGIN_PX = 44;

/** Of the row of a part: once the part is picked in the picture, its list (not the page) scrolls until the row is seen. */
export function usePickedRow<T extends HTMLElement>(picked: boolean) {
  const row = useRef<T>(null);
  useEffect(() => {
    const list = row.current?.closest<HTMLElement>('[data-scrolling-list]');
    if (!picked || !row.current || !list) return;
    const [inner, outer] = [row.current.getBoundingClientRect(), list.getBoundingClientRect()];
    if (inner.top < outer.top + MARGIN_PX) list.scrollTop -= outer.top + MARGIN_PX - inner.top;
    else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
  }, [picked]);
  return row;
}
