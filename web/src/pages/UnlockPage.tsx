import { useSearchParams } from 'react-router';
import { UnlockForm } from '../features/account/UnlockForm.tsx';

export function UnlockPage() {
  const [query] = useSearchParams();
  return <UnlockForm unlockKey={query.get('key')} />;
}
