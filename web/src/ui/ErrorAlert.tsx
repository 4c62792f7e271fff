import Alert, { type AlertProps } from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';

/** Error codes whose detail the server writes in Turkish, as the specification wants. */
const TURKISH_DETAILS: readonly string[] = ['LOGIN_FAILED'];

/** An error of a call: a code for programs, a sentence for people. */
interface CodedError {
  code: string;
  detail: string;
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
}

/**
 * What to tell the person: the server's sentence if it is in their language, otherwise the translated meaning of the
 * code first and the server's sentence, which names the value and the place, below.
 */
export function useErrorText(): (error: unknown) => ErrorText {
  const { t, i18n } = useTranslation('errors');
  return (error) => {
    if (!isCoded(error)) return { title: t('SOMETHING') };
    const { code, detail } = error;
    const known = i18n.exists(code, { ns: 'errors' });
    if (code === 'NETWORK' || code === 'ANSWER') return { title: t(code) };
    const detailLanguage = TURKISH_DETAILS.includes(code) ? 'tr' : 'en';
    if (detailLanguage === i18n.language || !known) return { title: detail };
    return { title: t(code), detail };
  };
}

export function ErrorAlert({ error, severity = 'error', ...props }: { error: unknown } & AlertProps) {
  const text = useErrorText()(error);
  return (
    <Alert severity={severity} {...props}>
      {text.title}
      {text.detail !== undefined && (
        <Typography variant="caption" component="p" sx={{ color: 'text.secondary', mt: 0.5 }}>
          {text.detail}
        </Typography>
      )}
    </Alert>
  );
}
