import { saidIn } from '@pace/contract';
import { useTranslation } from 'react-i18next';
import { messageText } from './useMessage.ts';

/** What a schema of the contract complains of, in the user's language; a text that is no message is shown as it is. */
export function useSchemaMessage(): (text: string | undefined) => string | undefined {
  const { t, i18n } = useTranslation('messages');
  return (text) => {
    const message = text === undefined ? undefined : saidIn(text);
    return message ? messageText(message, i18n, t) : text;
  };
}
