import Alert, { type AlertProps } from '@mui/material/Alert';
import { messageOf, type Said } from '@pace/contract';
import { useTranslation } from 'react-i18next';
import { messageText } from './useMessage.ts';

/** An error of a call: a code for programs, a sentence for people. */
interface CodedError {
  code: string;
  detail: string;
  /** What the sentence is made of */
  said?: Said | undefined;
}

function isCoded(error: unknown): error is CodedError {
  return (
    error instanceof Error &&
    'code' in error &&
    'detail' in error &&
    typeof error.code === 'string' &&
    typeof error.detail === 'string'
  );
}

export interface ErrorText {
  title: string;
  /** Of the sentence, for who reads it aloud */
  language?: string;
}

/** The sentence of the message in the user's language; an older record has only the English one. */
function useCodedText(): (error: CodedError) => ErrorText {
  const { t, i18n } = useTranslation('errors');
  return ({ code, detail, said }) => {
    if (code === 'NETWORK' || code === 'ANSWER') return { title: t(code) };
    const message = said && messageOf(said);
    const text = message && messageText(message, i18n, t);
    return text === undefined ? { title: detail, language: 'en' } : { title: text, language: i18n.language };
  };
}

/** As for a coded sentence; of what is no error of a call only that something went wrong. */
export function useErrorText(): (error: unknown) => ErrorText {
  const { t } = useTranslation('errors');
  const coded = useCodedText();
  return (error) => (isCoded(error) ? coded(error) : { title: t('SOMETHING') });
}

/** The error of a run, by the code and the sentence that its state holds. */
export function RunErrorText({
  code = '',
  detail,
  message,
  values,
}: Said & { code?: string | undefined; detail: string }) {
  return <ErrorLine text={useCodedText()({ code, detail, said: { message, values } })} />;
}

function ErrorLine({ text: { title, language } }: { text: ErrorText }) {
  return <span lang={language}>{title}</span>;
}

export function ErrorAlert({ error, severity = 'error', ...props }: { error: unknown } & AlertProps) {
  return (
    <Alert severity={severity} {...props}>
      <ErrorLine text={useErrorText()(error)} />
    </Alert>
  );
}
