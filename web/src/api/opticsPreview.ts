import { CALLS, type OpticsPreview, type OpticsPreviewRequest } from '@pace/contract';
import { ApiError, callApi } from './client.ts';
import { base64 } from './upload.ts';

/** Drawings that the server was sent; it keeps the latest. */
const sent = new Set<string>();

/** Asks for a curve; the bytes of a drawing travel once, and again only when the server has them no more. */
export async function askOpticsPreview(
  request: Omit<OpticsPreviewRequest, 'drawing'>,
  drawing: { id: string; bytes: Uint8Array } | undefined,
  signal?: AbortSignal,
): Promise<OpticsPreview> {
  if (!drawing) return callApi(CALLS.opticsPreview, { body: request, signal });
  const ask = (data?: string) =>
    callApi(CALLS.opticsPreview, {
      body: { ...request, drawing: { id: drawing.id, ...(data && { data }) } },
      signal,
    });
  if (sent.has(drawing.id))
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'PREVIEW_DRAWING_UNKNOWN')) throw error;
    }
  try {
    return await ask(base64(drawing.bytes));
  } finally {
    sent.add(drawing.id);
  }
}
