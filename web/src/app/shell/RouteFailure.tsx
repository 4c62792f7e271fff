import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { ServerErrorPage } from '../../pages/ServerErrorPage.tsx';

/** What stands in place of a page that could not be drawn or loaded. */
export function RouteFailure() {
  const error = useRouteError();
  useEffect(() => console.error(error), [error]);
  return <ServerErrorPage />;
}
