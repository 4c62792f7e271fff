import type { Project, ProjectRow } from '@pace/contract';
import { useMemo } from 'react';
import { useProjects } from '../../../api/projects.ts';
import { useReadOnly } from './readOnly.ts';

/** The run of the page and others of the user that have results, to be laid over it. */
export interface ResultRuns {
  own: Project;
  all: readonly (Project | ProjectRow)[];
  byId: ReadonlyMap<string, Project | ProjectRow>;
  /** Undefined for the run of the page, which needs no name */
  nameOf: (id: string) => string | undefined;
}

export function useResultRuns(own: Project): ResultRuns {
  const readOnly = useReadOnly();
  const projects = useProjects({ enabled: !readOnly });
  return useMemo(() => {
    const others = (readOnly ? [] : (projects.data ?? [])).filter(
      (one) => one.id !== own.id && one.state.solverResultReady,
    );
    const all = [own, ...others];
    const byId = new Map<string, Project | ProjectRow>(all.map((one) => [one.id, one]));
    const isTwice = (name: string) => all.filter((one) => one.name === name).length > 1;
    const nameOf = (id: string) => {
      const run = byId.get(id);
      if (id === own.id || !run) return undefined;
      return isTwice(run.name) ? `${run.name} (${run.id.slice(0, 8)})` : run.name;
    };
    return { own, all, byId, nameOf };
  }, [own, projects.data, readOnly]);
}
