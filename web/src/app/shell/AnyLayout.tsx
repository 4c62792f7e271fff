import { useSession } from '../../api/session.ts';
import { AppShell } from './AppShell.tsx';
import { VisitorLayout } from './VisitorLayout.tsx';

/** Frame of the pages that everybody may see: members keep their sidebar. */
export function AnyLayout() {
  const { token } = useSession();
  return token === null ? <VisitorLayout /> : <AppShell />;
}
