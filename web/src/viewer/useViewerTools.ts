import { useState } from 'react';
import type { Section } from './SectionControl.tsx';

const NOTHING_HIDDEN: ReadonlySet<number> = new Set();

export type ViewerTools = ReturnType<typeof useViewerTools>;

/** What the toolbar and the list of parts set in one view; settings of all views are in viewSettings.ts. */
export function useViewerTools() {
  const [hidden, setHidden] = useState(NOTHING_HIDDEN);
  const [partsOpen, setPartsOpen] = useState(false);
  const [axes, setAxes] = useState(false);
  const [section, setSection] = useState<Section | undefined>();
  const [boxing, setBoxing] = useState(false);
  return {
    /** Parts that are not drawn */
    hidden,
    setHidden,
    partsOpen,
    setPartsOpen,
    axes,
    setAxes,
    section,
    setSection,
    /** Dragging draws a box. */
    boxing,
    setBoxing,
  };
}
