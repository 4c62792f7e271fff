import { useSearchParams } from 'react-router';
import { NewPasswordForm } from '../features/account/NewPasswordForm.tsx';

export function ConfirmPasswordPage() {
  const [query] = useSearchParams();
  return <NewPasswordForm cid={query.get('cid')} />;
}
