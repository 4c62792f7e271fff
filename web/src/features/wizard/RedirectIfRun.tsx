import { ACTIVE_STATUSES, type LiveState, type Project } from '@pace/contract';
import { useState, type ReactNode } from 'react';
import { Navigate } from 'react-router';

interface Props {
  project: Project;
  live: LiveState;
  children: ReactNode;
}

/**
 * A project that runs or has results belongs on its page; one whose run failed or was cancelled may be set up anew.
 * Judged on entering: the run that starts here has its own way there.
 */
export function RedirectIfRun({ project, live, children }: Props) {
  const { status } = live.solverState;
  const [wasRun] = useState(status === 'Finished' || (ACTIVE_STATUSES as readonly string[]).includes(status));
  return wasRun ? (
    <Navigate to={`/projects/detail?id=${encodeURIComponent(project.id)}`} replace />
  ) : (
    children
  );
}
