import { QueryClientProvider } from '@tanstack/react-query';
import { SnackbarProvider } from 'notistack';
import { TIMINGS_MS } from '@pace/contract';
import { useEffect } from 'react';
import { Outlet, useNavigate } from 'react-router';
import { getSession, subscribeSession } from '../api/session.ts';
import { queryClient } from './queryClient.ts';
import { Toast } from './Toast.tsx';

const TOASTS = { default: Toast, success: Toast, error: Toast, warning: Toast, info: Toast };

/** What every page but the landing page has around it: answers of the server, and passing messages. */
export function ProductFrame() {
  return (
    <QueryClientProvider client={queryClient}>
      <SnackbarProvider
        Components={TOASTS}
        maxSnack={3}
        autoHideDuration={TIMINGS_MS.toast}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
      >
        <LeaveWhenRejected />
        <Outlet />
      </SnackbarProvider>
    </QueryClientProvider>
  );
}

/** A call answered 401: whatever page it came from, the user has to log in again. */
function LeaveWhenRejected() {
  const navigate = useNavigate();
  useEffect(
    () =>
      subscribeSession(() => {
        const { token, end } = getSession();
        if (token !== null) return;
        queryClient.clear();
        if (end === 'rejected') void navigate('/auth/login', { replace: true });
      }),
    [navigate],
  );
  return null;
}
