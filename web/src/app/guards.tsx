import { Navigate, Outlet } from 'react-router';
import { useSession } from '../api/session.ts';

/** For members: others go to the landing page, or to the login page if their session has just ended. */
export function MembersOnly() {
  const { token, end } = useSession();
  if (token !== null) return <Outlet />;
  return <Navigate to={end === 'none' ? '/landing' : '/auth/login'} replace />;
}

/** For guests: members go to their dashboard. */
export function GuestsOnly() {
  const { token } = useSession();
  return token === null ? <Outlet /> : <Navigate to="/" replace />;
}
