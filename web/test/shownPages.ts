/** What takes each page that a test shows off again. A module without imports: the set-up of every file reads it. */
export const shownPages = new Set<() => Promise<void>>();
