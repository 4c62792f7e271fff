/**
 * Text as searches compare it: in small letters, the four letters i of Turkish as one, so that "ICE", "ice" and "İce" find
 * each other whatever the language of the page and of the machine.
 */
export const searchText = (text: string): string => text.replace(/[İIı]/g, 'i').toLowerCase();

/** True if a text has every word of a search. */
export const hasWords = (text: string, search: string): boolean => {
  const searched = searchText(text);
  return searchText(search)
    .split(/\s+/)
    .every((word) => searched.includes(word));
};

/** How well a name itself fits a search, 0 the best: it begins so, one of its words does, it has it, it has it not. */
export function nameRank(name: string, search: string): number {
  const [text, searched] = [searchText(name), searchText(search.trim())];
  if (searched === '' || text.startsWith(searched)) return 0;
  if (text.split(/[\s(/-]+/).some((word) => word.startsWith(searched))) return 1;
  return text.includes(searched) ? 2 : 3;
}
