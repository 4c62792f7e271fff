import Alert, { type AlertProps } from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { messageOf, type Said } from '@pace/contract';
import { useTranslation } from 'react-i18next';
import { messageText } from './useMessage.ts';

/** Error codes whose detail the server writes in Turkish, as the specification wants. */
const TURKISH_DETAILS: readonly string[] = ['LOGIN_FAILED'];

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
  detail?: string;
  /** Of the sentence of the server, for who reads it aloud */
  language?: string;
}

/**
 * What to tell the user: the sentence of the message in their language; without a message the server's sentence if it is in
 * their language, otherwise the translated meaning of the
 * code first and the server's sentence, which names the value and the place, below.
 */
function useCodedText(): (error: CodedError) => ErrorText {
  const { t, i18n } = useTranslation('errors');
  return ({ code, detail, said }) => {
    if (code === 'NETWORK' || code === 'ANSWER') return { title: t(code) };
    const message = said && messageOf(said);
    const own = message && messageText(message, i18n, t);
    if (own !== undefined) return { title: own, language: i18n.language };
    const language = TURKISH_DETAILS.includes(code) ? 'tr' : 'en';
    if (language === i18n.language || !i18n.exists(code, { ns: 'errors' }))
      return { title: detail, language };
    // Who reads another language has its meaning; the Turkish sentence says nothing more.
    if (detail === '' || TURKISH_DETAILS.includes(code)) return { title: t(code) };
    return { title: t(code), detail, language };
  };
}

/** As for a coded sentence; of what is no error of a call only that something went wrong. */
export function useErrorText(): (error: unknown) => ErrorText {
  const { t } = useTranslation('errors');
  const coded = useCodedText();
  return (error) => (isCoded(error) ? coded(error) : { title: t('SOMETHING') });
}

/** The error of a run, by the code and the sentence that its state tells. */
export function RunErrorText({
  code = '',
  detail,
  message,
  values,
}: Said & { code?: string | undefined; detail: string }) {
  return <ErrorLines text={useCodedText()({ code, detail, said: { message, values } })} />;
}

function ErrorLines({ text: { title, detail, language } }: { text: ErrorText }) {
  if (detail === undefined) return <span lang={language}>{title}</span>;
  return (
    <>
      {title}
      <Typography
        variant="caption"
        component="p"
        lang={language}
        sx={{ color: 'text.secondary', mt: 0.5, overflowWrap: 'anywhere' }}
      >
        {detail}
      </Typography>
    </>
  );
}

export function ErrorAlert({ error, severity = 'error', ...props }: { error: unknown } & AlertProps) {
  return (
    <Alert severity={severity} {...props}>
      <ErrorLines text={useErrorText()(error)} />
    </Alert>
  );
}
