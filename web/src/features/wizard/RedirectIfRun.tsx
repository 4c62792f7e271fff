import type { LiveState, Project } from '@pace/contract';
import { useState, type ReactNode } from 'react';
import { Navigate, useSearchParams } from 'react-router';

interface Props {
  project: Project;
  live: LiveState;
  children: ReactNode;
}

/** In the address of who comes to set up a run anew that failed or was cancelled. */
const AGAIN = 'again';
const MAY_BE_SET_UP_AGAIN: readonly string[] = ['Error', 'Cancelled'];

/**
 * A project with a run belongs on its page, unless the user asks there for another try after one that failed.
 * Judged on entering: the run that starts here has its own way there.
 */
export function RedirectIfRun({ project, live, children }: Props) {
  const { status } = live.solverState;
  const [query] = useSearchParams();
  const again = query.get(AGAIN) === '1' && MAY_BE_SET_UP_AGAIN.includes(status);
  const [wasRun] = useState(status !== '' && !again);
  return wasRun ? (
    <Navigate to={`/projects/detail?id=${encodeURIComponent(project.id)}`} replace />
  ) : (
    children
  );
}
