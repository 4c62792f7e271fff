import { CALLS } from '@pace/contract';
import { useQuery } from '@tanstack/react-query';
import { callApi } from './client.ts';

/** The material library; it changes with the version of the product only. */
export function useMaterialLibrary() {
  return useQuery({
    queryKey: ['materials'],
    queryFn: async ({ signal }) => (await callApi(CALLS.getMaterials, { signal })).materials,
    staleTime: Infinity,
  });
}
