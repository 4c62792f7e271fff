import { createContext, useContext } from 'react';

/** The page was opened by a link: nothing can be changed, and there are no other runs to set beside this one. */
export const ReadOnly = createContext(false);

export const useReadOnly = (): boolean => useContext(ReadOnly);
