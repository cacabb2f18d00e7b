import { QueryClient, type QueryFunctionContext, type QueryKey, useQuery } from '@tanstack/react-query'
import { ofAccount } from './account-store.ts'
import { useDevice } from './session/device.ts'

/**
 * What is asked of the server and shown, and which the engine has no part in: kept while the page is open, and
 * dropped with the account. Our own calls know whether there is a network, and how long to wait for it.
 */
export const asked = ofAccount(
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

/** That of whoever is signed in. */
export function useAnswers(): QueryClient {
  return asked(useDevice(({ device }) => device))
}

/** Asks when it is shown first, and again when `enabled` becomes true; what is known stays on screen meanwhile. */
export function useAsked<T>(
  queryKey: QueryKey,
  ask: (context: QueryFunctionContext) => Promise<T>,
  enabled = true,
) {
  return useQuery({ queryKey, queryFn: ask, enabled }, useAnswers())
}

/** Asks anew for everything that begins with this key; done when what is on screen is answered, or is not. */
export function askAgain(...queryKey: QueryKey): Promise<void> {
  return asked().invalidateQueries({ queryKey })
}
