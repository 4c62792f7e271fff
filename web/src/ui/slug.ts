/** "Window glass" → "window-glass": a key for the translation of a name that the server gives in English. */
export const slug = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
