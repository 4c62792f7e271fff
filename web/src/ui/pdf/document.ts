import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

GlobalWorkerOptions.workerSrc = workerUrl;

export type { PDFDocumentProxy };

/** Opens a PDF of our own; nothing in it is run. */
export function openPdf(url: string) {
  return getDocument({ url, isEvalSupported: false, enableXfa: false });
}

/** Draws one page into a canvas, as wide as asked for [CSS px], sharp on any screen. */
export async function drawPage(
  document: PDFDocumentProxy,
  number: number,
  canvas: HTMLCanvasElement,
  widthPx: number,
): Promise<void> {
  const page = await document.getPage(number);
  const ratio = window.devicePixelRatio || 1;
  const scale = (widthPx / page.getViewport({ scale: 1 }).width) * ratio;
  await page.render({ canvas, viewport: sized(canvas, page.getViewport({ scale })) }).promise;
}

function sized<V extends { width: number; height: number }>(canvas: HTMLCanvasElement, viewport: V): V {
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  return viewport;
}
