import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** A text without its blanks: a PDF does not say where lines end, and breaks them at hyphens too. */
export const withoutBlanks = (text: string): string => text.replace(/\s/g, '');

/** What a PDF says, page after page, `withoutBlanks`. */
export async function textOfPdf(bytes: Uint8Array): Promise<string> {
  const task = getDocument({ data: new Uint8Array(bytes) });
  const document = await task.promise;
  const words: string[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent();
    words.push(...items.flatMap((item) => ('str' in item ? [item.str] : [])));
  }
  await task.destroy();
  return withoutBlanks(words.join(''));
}
