import { CALLS, type Materials, type SolverInput } from '@pace/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callApi } from './client.ts';
import { useStill } from './still.ts';

type Asked = Materials & Pick<SolverInput, 'freqsweep' | 'frequency' | 'frequencylist'>;

/** Where the surface impedances of a mesh cannot be trusted, under materials that need not be saved; `version` is the mesh's, null while there is none. */
export function useCoatingFindings(
  projectId: string,
  version: string | null,
  asked: Asked,
  enabled: boolean,
) {
  const now = JSON.stringify(asked);
  const still = useStill(now);
  const query = useQuery({
    queryKey: ['coating-findings', projectId, version, still],
    queryFn: ({ signal }) =>
      callApi(CALLS.coatingFindings, { body: { projectId, ...(JSON.parse(still) as Asked) }, signal }),
    enabled: enabled && version !== null,
    staleTime: Infinity,
    retry: false,
    placeholderData: keepPreviousData,
  });
  return { ...query, isBehind: now !== still || query.isFetching };
}
