import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** Methods that have no history, only how well their solution fulfils the equations. */
const DIRECT_METHODS: readonly string[] = ['dense-lu'];

export function isDirect(method: string): boolean {
  return DIRECT_METHODS.includes(method);
}

/** The solver's word for its method in the reader's language; as it is when there is no translation. */
export function useMethodName(): (method: string) => string {
  const { t } = useTranslation('results');
  return useCallback((method) => t(`method.${method}`, { defaultValue: method }), [t]);
}
