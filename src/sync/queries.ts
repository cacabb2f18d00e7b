import { QueryClient, type QueryFunctionContext, type QueryKey, useQuery } from '@tanstack/react-query'
import { ofAccount } from './account-store.ts'
import { useDevice } from './device.ts'

/**
 * The query cache for server data that the engine does not handle. It lives until the page closes or the account
 * changes. React Query's network and retry logic is off: our own calls handle the connection and timeouts.
 */
export const queryClient = ofAccount(
  () =>
    new QueryClient({
      defaultOptions: {
        queries: {
          networkMode: 'always',
          retry: false,
          refetchOnWindowFocus: false,
          refetchOnReconnect: false,
          gcTime: Infinity,
        },
      },
    }),
)

/** Returns the query cache of the signed-in account. `mayAsk` is false while a call that needs a session has none. */
export function useQueryClientOf(isPublic: boolean): { client: QueryClient; mayAsk: boolean } {
  const device = useDevice((signedIn) => signedIn.device)
  return { client: queryClient(device), mayAsk: isPublic || device !== null }
}

/** Requests on mount and when `enabled` becomes true; cached data stays on screen meanwhile. */
export function useServerQuery<T>(
  queryKey: QueryKey,
  ask: (context: QueryFunctionContext) => Promise<T>,
  enabled: boolean,
  isPublic = false,
) {
  const { client, mayAsk } = useQueryClientOf(isPublic)
  return useQuery({ queryKey, queryFn: ask, enabled: enabled && mayAsk }, client)
}

/**
 * Invalidates all queries whose key starts with `queryKey`. Resolves when those on screen have been answered or have
 * failed.
 */
export function invalidateQueries(...queryKey: QueryKey): Promise<void> {
  return queryClient().invalidateQueries({ queryKey })
}
