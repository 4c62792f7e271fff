import { TIMINGS_MS } from '@pace/contract';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';

/** Goes to a page after the three seconds that reading a message takes; not while `to` is undefined. */
export function useDelayedRedirect(to: string | undefined): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (to === undefined) return;
    const timer = setTimeout(() => void navigate(to), TIMINGS_MS.redirectAfterConfirm);
    return () => clearTimeout(timer);
  }, [navigate, to]);
}
