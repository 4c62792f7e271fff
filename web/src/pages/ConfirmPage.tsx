import { useSearchParams } from 'react-router';
import { ConfirmStatus } from '../features/account/ConfirmStatus.tsx';

export function ConfirmPage() {
  const [query] = useSearchParams();
  return <ConfirmStatus enc={query.get('enc')} />;
}
