import { useCallback, useMemo, useState } from 'react';
import type { SolverEvent } from '@pace/contract';
import { useLiveEvents } from '../../../api/liveEvents.ts';
import { NOTHING_TOLD, withEvents, type RunEvents } from './runEvents.ts';

/** Follows a run while it is active. */
export function useRunEvents(projectId: string, active: boolean): { events: RunEvents; streaming: boolean } {
  const [events, setEvents] = useState(NOTHING_TOLD);
  const onReset = useCallback(() => setEvents(NOTHING_TOLD), []);
  const onSolver = useCallback(
    (reported: SolverEvent[]) => setEvents((known) => withEvents(known, reported, Date.now())),
    [],
  );
  const streaming = useLiveEvents(
    projectId,
    active,
    useMemo(() => ({ onReset, onSolver }), [onReset, onSolver]),
  );
  return { events, streaming };
}
