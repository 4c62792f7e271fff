import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Asks again for what a change has made old. A first answer that is still on its way may have been written before the change, and
 * `invalidateQueries` alone would take it for the new one.
 */
export async function askAgain(client: QueryClient, queryKey: QueryKey): Promise<void> {
  await client.cancelQueries({
    queryKey,
    type: 'active',
    predicate: ({ state }) => state.data === undefined,
  });
  await client.invalidateQueries({ queryKey });
}
