import type { ProjectRow } from '@pace/contract';
import type { IconName } from '../../ui/icons.tsx';
import { isUnconverged, projectStatus } from './projectStatus.ts';

/** What a person may want to do next; `project` where it is about one. */
export interface NextStep {
  kind: 'failed' | 'unconverged' | 'startable' | 'needsModel' | 'results' | 'models' | 'guide';
  icon: IconName;
  to: string;
  project?: string;
}

const MOST = 3;
const detail = ({ id }: ProjectRow) => `/projects/detail?id=${encodeURIComponent(id)}`;
const wizard = ({ id }: ProjectRow) => `/app/simulation?id=${encodeURIComponent(id)}`;

/**
 * The newest project of each kind that waits for the user, most urgent first, filled up with where to begin.
 * @param projects newest first
 */
export function nextSteps(projects: readonly ProjectRow[]): NextStep[] {
  const about = (
    kind: NextStep['kind'],
    icon: IconName,
    to: (project: ProjectRow) => string,
    waits: (project: ProjectRow) => boolean,
  ): NextStep[] => {
    const found = projects.find(waits);
    return found ? [{ kind, icon, to: to(found), project: found.name }] : [];
  };
  const own = (project: ProjectRow) => !project.isDemo;
  const steps: NextStep[] = [
    ...about('failed', 'warning', detail, ({ stateLive }) => stateLive.solverState.status === 'Error'),
    ...about(
      'unconverged',
      'warning',
      detail,
      (project) => own(project) && isUnconverged(projectStatus(project)),
    ),
    ...about('startable', 'play', wizard, (project) => {
      const status = projectStatus(project);
      return own(project) && status.kind === 'mesher' && status.status === 'Finished';
    }),
    ...about(
      'needsModel',
      'upload',
      wizard,
      (project) => own(project) && projectStatus(project).kind === 'new',
    ),
    ...about('results', 'check', detail, (project) => {
      const status = projectStatus(project);
      return (
        project.state.solverResultReady &&
        status.kind === 'solver' &&
        status.status === 'Finished' &&
        !status.unconverged
      );
    }),
    { kind: 'models', icon: 'cube', to: '/demo/models' },
    { kind: 'guide', icon: 'book', to: '/guides' },
  ];
  return steps.slice(0, MOST);
}
