import { DIRECT_METHODS } from '@pace/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

export function isDirect(method: string): boolean {
  return DIRECT_METHODS.includes(method);
}

/** The solver's word for its method in the reader's language; as it is when there is no translation. */
export function useMethodName(): (method: string) => string {
  const { t } = useTranslation('results');
  return useCallback((method) => t(`method.${method}`, { defaultValue: method }), [t]);
}
