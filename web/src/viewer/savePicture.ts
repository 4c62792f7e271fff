import { saveFile } from '../ui/saveFile.ts';
import { withOverlay, type PictureOverlay } from './pictureOverlay.ts';
import type { ScaleBarHandle } from './ScaleBar.tsx';

interface Picture {
  /** Holds the canvas */
  view: HTMLElement | null;
  scaleBar: ScaleBarHandle;
  /** Without ending */
  fileName: string;
  overlay: Omit<PictureOverlay, 'scale'>;
}

/** Saves what a view shows as PNG, with what stands over it. */
export function savePicture({ view, scaleBar: { bar, text }, fileName, overlay }: Picture): void {
  const canvas = view?.querySelector('canvas');
  if (!canvas) return;
  const picture = withOverlay(canvas, canvas.width / canvas.clientWidth, {
    ...overlay,
    ...(bar && text?.textContent && { scale: { widthPx: bar.offsetWidth, text: text.textContent } }),
  });
  picture.toBlob((png) => png && saveFile(`${fileName}.png`, png), 'image/png');
}
