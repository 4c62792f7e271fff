import { CALLS, type Materials } from '@pace/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callApi } from './client.ts';
import { useStill } from './still.ts';

/** The regions of the mesh under materials that need not be saved; `version` changes when the mesh does, null while there is none. */
export function useRegions(
  projectId: string,
  version: string | null,
  { inputMaterials, outerMedias }: Pick<Materials, 'inputMaterials' | 'outerMedias'>,
  enabled: boolean,
) {
  const asked = JSON.stringify({ inputMaterials, outerMedias });
  const still = useStill(asked);
  const query = useQuery({
    queryKey: ['regions', projectId, version, still],
    queryFn: ({ signal }) =>
      callApi(CALLS.regions, {
        body: { projectId, ...(JSON.parse(still) as Pick<Materials, 'inputMaterials' | 'outerMedias'>) },
        signal,
      }),
    enabled: enabled && version !== null,
    staleTime: Infinity,
    retry: false,
    placeholderData: keepPreviousData,
  });
  return { ...query, isBehind: asked !== still || query.isFetching };
}
