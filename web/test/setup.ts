import { afterEach, beforeEach } from 'vitest';
import { shownPages } from './shownPages.ts';

// Tells React that effects are to be flushed by act().
(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

// A page that stayed would be drawn again at every change of the language, and ask for its data in later tests.
afterEach(async () => {
  for (const unmount of shownPages) await unmount();
  document.body.replaceChildren();
});
