import type { RefObject } from 'react';
import { ColorBar } from './ColorBar.tsx';
import { PartList } from './PartList.tsx';
import type { ColorKey } from './pictureOverlay.ts';
import { ScaleBar, type ScaleBarHandle } from './ScaleBar.tsx';
import type { ViewerPart } from './types.ts';
import type { Rectangle } from './useBoxDrag.ts';
import type { ViewerTools } from './useViewerTools.ts';
import { BoxHint, BoxOutline, ViewerWarning } from './ViewerNotes.tsx';

interface ViewerOverlayProps {
  /** No scale bar when absent */
  scaleBar: RefObject<ScaleBarHandle> | undefined;
  tools: ViewerTools;
  /** Dragging draws a box. */
  boxing: boolean;
  /** The box that is being drawn */
  rectangle: Rectangle | undefined;
  parts: readonly ViewerPart[];
  colorOfPart: ReadonlyMap<number, number> | undefined;
  selected: readonly number[];
  onSelectPart: ((part: number) => void) | undefined;
  warning: string | undefined;
  colorKey: ColorKey | undefined;
}

/** What stands over the picture. */
export function ViewerOverlay({
  scaleBar,
  tools,
  boxing,
  rectangle,
  parts,
  colorOfPart,
  selected,
  onSelectPart,
  warning,
  colorKey,
}: ViewerOverlayProps) {
  return (
    <>
      {scaleBar && <ScaleBar target={scaleBar} />}
      {boxing && !rectangle && <BoxHint />}
      {rectangle && <BoxOutline rectangle={rectangle} />}
      {parts.length > 0 && tools.partsOpen && (
        <PartList
          parts={parts}
          colorOfPart={colorOfPart}
          hidden={tools.hidden}
          onHidden={tools.setHidden}
          selected={selected}
          onSelect={onSelectPart}
        />
      )}
      {warning !== undefined && <ViewerWarning warning={warning} />}
      {colorKey && <ColorBar {...colorKey} />}
    </>
  );
}
