import { useEffect, useState } from 'react';
import { useProject } from '../../../api/projects.ts';
import { isActive } from '../../../api/liveState.ts';
import { useLiveState } from '../../../api/solver.ts';
import { useRunEvents } from './useRunEvents.ts';

/**
 * A project with its live state: by server-sent events while something is active, and by asking every 3 s until the solver
 * has finished where there is no stream.
 */
export function useFollowedProject(id: string) {
  const project = useProject(id);
  const known = project.data?.stateLive;
  const knownStatus = known?.solverState.status;
  const [streaming, setStreaming] = useState(false);
  const live = useLiveState(id, {
    enabled: knownStatus !== undefined,
    watch: knownStatus !== 'Finished',
    streaming,
  });
  const current = live.data ?? known;
  const run = useRunEvents(id, current !== undefined && isActive(current));
  useEffect(() => setStreaming(run.streaming), [run.streaming]);

  // The project was read before the state was: read it again when they tell different stories.
  const { refetch } = project;
  const liveStatus = live.data?.solverState.status;
  useEffect(() => {
    if (liveStatus !== undefined && knownStatus !== undefined && liveStatus !== knownStatus) void refetch();
  }, [liveStatus, knownStatus, refetch]);
  return { project, live: current, events: run.events, streaming };
}
