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
