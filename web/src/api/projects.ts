import {
  CALLS,
  fromWire,
  toWire,
  type LiveState,
  type NewProject,
  type Project,
  type ProjectRow,
} from '@pace/contract';
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { askAgain } from './askAgain.ts';
import { callApi, type CallInput } from './client.ts';
import { isActive } from './liveState.ts';

type Body<C> = CallInput<C> extends { body: infer B } ? B : never;

export const projectsKey = ['projects'] as const;
export const projectKey = (id: string) => ['project', id] as const;
export const liveStateKey = (id: string) => ['liveState', id] as const;

const LIST_POLL_MS = 10_000;

const newestFirst = (a: ProjectRow, b: ProjectRow) => b.createdDate.localeCompare(a.createdDate);

const pollWhileActive = ({ state }: { state: { data: ProjectRow[] | undefined } }) =>
  state.data?.some((project) => isActive(project.stateLive)) ? LIST_POLL_MS : false;

/** Every page of a list, newest first. A project that comes or goes meanwhile may shift the pages: each is kept once. */
async function allPages(
  list: typeof CALLS.getProjects | typeof CALLS.getDemoProjects,
  signal: AbortSignal,
): Promise<ProjectRow[]> {
  const found = new Map<string, ProjectRow>();
  for (let page = 0; ; page++) {
    const { projects, total } = await callApi(list, { query: { page }, signal });
    for (const project of projects) found.set(project.id, fromWire(project));
    if (projects.length === 0 || found.size >= total) return [...found.values()].sort(newestFirst);
  }
}

/** All projects, newest first; asked for again while one of them runs. */
export function useProjects({ enabled = true } = {}) {
  return useQuery({
    enabled,
    queryKey: projectsKey,
    queryFn: ({ signal }) => allPages(CALLS.getProjects, signal),
    refetchInterval: pollWhileActive,
  });
}

/** What its card shows of a project with a mesh; asked for again when a run of it ends. */
export function useProjectPicture(
  { id, state, stateLive: { mesherState, solverState } }: ProjectRow,
  { enabled }: { enabled: boolean },
) {
  return useQuery({
    queryKey: [...projectsKey, 'picture', id, mesherState.status, solverState.status, state.resultVersion],
    queryFn: ({ signal }) => callApi(CALLS.projectPicture, { query: { id }, signal }),
    enabled,
    staleTime: Infinity,
  });
}

export function useProject(id: string) {
  return useQuery({
    queryKey: projectKey(id),
    queryFn: async ({ signal }) => fromWire(await callApi(CALLS.getSingleProject, { query: { id }, signal })),
    enabled: id !== '',
  });
}

export function useCreateProject() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (project: NewProject) =>
      fromWire(await callApi(CALLS.createProject, { body: toWire(project) })),
    onSuccess: (project) => keepProject(client, project),
  });
}

export function useRenameProject() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: Body<typeof CALLS.renameProject>) =>
      fromWire(await callApi(CALLS.renameProject, { body })),
    onSuccess: (project) => keepProject(client, project),
  });
}

/** Copies a project, one's own or a demo project. */
export function useDuplicateProject() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: Body<typeof CALLS.duplicateProject>) =>
      fromWire(await callApi(CALLS.duplicateProject, { body })),
    onSuccess: (project) => keepProject(client, project),
  });
}

/** What the mesh of a run would have that is refined by its error map. It is a computation of the server: asked for when wanted. */
export function useRefinement(projectId: string, wanted: boolean) {
  return useQuery({
    queryKey: ['refinement', projectId],
    queryFn: ({ signal }) => callApi(CALLS.refinement, { body: { projectId }, signal }),
    enabled: wanted,
    staleTime: Infinity,
    retry: false,
  });
}

/** Copies a project, has the copy meshed by the error map, and starts its run. */
export function useRefineMesh() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: Body<typeof CALLS.refineMesh>) =>
      fromWire(await callApi(CALLS.refineMesh, { body })),
    onSuccess: (project) => keepProject(client, project),
  });
}

/** Copies a project as a Coating project with a layer on some of its parts. */
export function useCoatParts() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: Body<typeof CALLS.coatParts>) =>
      fromWire(await callApi(CALLS.coatParts, { body })),
    onSuccess: (project) => keepProject(client, project),
  });
}

/** Newest first; asked for again while one of them runs. */
export function useDemoProjects() {
  return useQuery({
    queryKey: ['demoProjects'],
    queryFn: ({ signal }) => allPages(CALLS.getDemoProjects, signal),
    refetchInterval: pollWhileActive,
  });
}

/** Whether a project is a demo of somebody else, to look at and to copy; undefined until that is known. */
export function useIsForeignDemo(project: Project | undefined): boolean | undefined {
  const own = useProjects({ enabled: project?.isDemo === true });
  if (!project) return undefined;
  if (!project.isDemo) return false;
  return own.data && !own.data.some(({ id }) => id === project.id);
}

export function useDemoModels() {
  return useQuery({
    queryKey: ['demoModels'],
    queryFn: async ({ signal }) => (await callApi(CALLS.getDemoModels, { signal })).models.map(fromWire),
    staleTime: Infinity,
  });
}

export function useCreateFromDemo() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: Body<typeof CALLS.createFromDemo>) =>
      fromWire(await callApi(CALLS.createFromDemo, { body })),
    onSuccess: (project) => keepProject(client, project),
  });
}

export function useDeleteProject() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Body<typeof CALLS.deleteProject>) => callApi(CALLS.deleteProject, { body }),
    onSuccess: (_, { id }) => {
      client.removeQueries({ queryKey: projectKey(id) });
      return askAgain(client, projectsKey);
    },
  });
}

function keepProject(client: QueryClient, project: Project): Promise<void> {
  client.setQueryData<Project>(projectKey(project.id), project);
  return askAgain(client, projectsKey);
}

/** Puts a state that a call returned into the cache, so that the screen need not wait for the next poll. */
export function keepLiveState(client: QueryClient, id: string, state: LiveState): Promise<void> {
  client.setQueryData<LiveState>(liveStateKey(id), state);
  void askAgain(client, projectsKey);
  return askAgain(client, projectKey(id));
}
