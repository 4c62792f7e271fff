import { useSession } from '../../api/session.ts';
import { AppShell } from './AppShell.tsx';
import { VisitorLayout } from './VisitorLayout.tsx';

/** Frame of the pages that everybody may see: members keep their sidebar. */
export function AnyLayout({ plain = false }: { plain?: boolean }) {
  const { token } = useSession();
  return token === null ? <VisitorLayout plain={plain} /> : <AppShell />;
}

/** The same for pages of tables and plots. */
export function ReadingLayout() {
  return <AnyLayout plain />;
}
