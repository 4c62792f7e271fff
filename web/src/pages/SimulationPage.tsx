import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router';
import { ApiError } from '../api/client.ts';
import { useLiveEvents, type LiveListener } from '../api/liveEvents.ts';
import { isActive } from '../api/liveState.ts';
import { useIsForeignDemo, useProject, useProjects } from '../api/projects.ts';
import { useLiveState } from '../api/solver.ts';
import { MissingProjectDialog } from '../features/wizard/MissingProjectDialog.tsx';
import { RedirectIfRun } from '../features/wizard/RedirectIfRun.tsx';
import { Wizard } from '../features/wizard/Wizard.tsx';
import { ErrorAlert } from '../ui/ErrorAlert.tsx';
import { LoadingScreen } from '../ui/LoadingScreen.tsx';
import { PageTitle } from '../ui/PageTitle.tsx';

const UNKNOWN: readonly string[] = ['PROJECT_NOT_FOUND', 'NOT_FOUND', 'FORBIDDEN', 'VALIDATION'];

/** Here only the state is shown. */
const NO_SOLVER_EVENTS: Pick<LiveListener, 'onReset' | 'onSolver'> = {
  onReset: () => undefined,
  onSolver: () => undefined,
};

/** The state comes by server-sent events while the mesher works, and by polling where there is no stream. */
export function SimulationPage() {
  const { t } = useTranslation('wizard');
  const [query] = useSearchParams();
  const id = query.get('id') ?? '';
  const projects = useProjects();
  const project = useProject(id);
  const meshing = project.data?.state.model?.complete === true && !project.data.state.mesherResultReady;
  const [streaming, setStreaming] = useState(false);
  const live = useLiveState(id, { enabled: project.isSuccess, watch: meshing, streaming });
  const isStreamOpen = useLiveEvents(id, live.data !== undefined && isActive(live.data), NO_SOLVER_EVENTS);
  useEffect(() => setStreaming(isStreamOpen), [isStreamOpen]);
  // The mesher may end between the two calls: the project then still says that there is no mesh.
  const behind =
    live.data?.mesherState.status === 'Finished' && project.data?.state.mesherResultReady === false;
  const foreign = useIsForeignDemo(project.data);
  const { refetch } = project;
  useEffect(() => {
    if (behind) void refetch();
  }, [behind, live.dataUpdatedAt, refetch]);
  const unknown = id === '' || (project.error instanceof ApiError && UNKNOWN.includes(project.error.code));
  if (unknown)
    return projects.isPending ? (
      <LoadingScreen />
    ) : (
      // A list that could not be loaded is not an empty one.
      <MissingProjectDialog hasProjects={projects.isError || projects.data.length > 0} />
    );
  // A demo project of somebody else may be looked at, but not set up.
  if (foreign) return <Navigate to={`/projects/detail?id=${encodeURIComponent(id)}`} replace />;
  const known = foreign === false;
  const error = project.error ?? live.error ?? (known ? null : projects.error);
  return (
    <>
      <PageTitle page={t('pageTitle')} />
      {error && !(project.data && known) && <ErrorAlert error={error} />}
      {(project.isPending || (project.data && (live.isPending || (!known && !projects.isError)))) && (
        <LoadingScreen />
      )}
      {project.data && live.data && known && (
        <RedirectIfRun key={id} project={project.data} live={live.data}>
          <Wizard project={project.data} live={live.data} />
        </RedirectIfRun>
      )}
    </>
  );
}
