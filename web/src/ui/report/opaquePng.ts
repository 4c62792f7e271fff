/**
 * A copy of a picture without an alpha channel, as the data: address of a PNG. `toBlob` of an opaque canvas writes one in
 * Chromium; where a browser writes the channel nevertheless, the picture is the same and larger.
 */
export async function opaquePng(address: string): Promise<string> {
  const [head = '', base64 = ''] = address.split(',', 2);
  const type = /^data:([^;]+)/.exec(head)?.[1] ?? 'image/png';
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type }));
  try {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [bitmap.width, bitmap.height];
    // Kept in the processor's memory, where it is packed.
    const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
    if (!context) return address;
    context.drawImage(bitmap, 0, 0);
    const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    return png ? await dataAddress(png) : address;
  } finally {
    bitmap.close();
  }
}

function dataAddress(png: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error ?? new Error('the picture could not be read'));
    reader.readAsDataURL(png);
  });
}
