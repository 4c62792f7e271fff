/** Hands a file to the user. */
export function downloadBlob(fileName: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  downloadAddress(fileName, address);
  URL.revokeObjectURL(address);
}

export function downloadAddress(fileName: string, address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
}

export function downloadText(fileName: string, type: string, text: string): void {
  downloadBlob(fileName, new Blob([text], { type: `${type};charset=utf-8` }));
}
