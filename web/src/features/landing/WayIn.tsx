import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';

/** Into the product: to the dashboard, or to an account first. `large`: the head of the page, with the login beside it. */
export function WayIn({ large = false }: { large?: boolean }) {
  const { t } = useTranslation('landing');
  const { token } = useSession();
  if (token !== null)
    return (
      <LinkButton to="/" variant="contained" size="large" data-testid="landing-dashboard">
        {t('dashboard')}
      </LinkButton>
    );
  return (
    <>
      <LinkButton
        to="/auth/sign-up"
        variant="contained"
        size="large"
        data-testid={large ? 'landing-sign-up' : 'landing-start'}
      >
        {t('start')}
      </LinkButton>
      {large && (
        <LinkButton to="/auth/login" variant="outlined" size="large" data-testid="landing-login">
          {t('login')}
        </LinkButton>
      )}
    </>
  );
}
