import { QueryClient, type QueryFunctionContext, useQuery } from '@tanstack/react-query'
import { useSession } from './session/session.ts'

/**
 * What is asked of the server and shown, and which the engine has no part in: kept while the page is open, and
 * forgotten with the account. Our own calls know whether there is a network, and how long to wait for it.
 */
export const asked = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      gcTime: Infinity,
    },
  },
})

/** Answers belong to whoever is signed in: nobody sees those of another account. */
export function keyOf(...name: readonly string[]): readonly (string | null)[] {
  return [useSession.getState().session?.userId ?? null, ...name]
}

/** Asks when it is shown first, and again when `enabled` becomes true; what is known stays on screen meanwhile. */
export function useAsked<T>(
  name: readonly string[],
  ask: (context: QueryFunctionContext) => Promise<T>,
  enabled = true,
) {
  const userId = useSession(({ session }) => session?.userId ?? null)
  return useQuery({ queryKey: [userId, ...name], queryFn: ask, enabled }, asked)
}

/** Asks anew for everything that begins with this name; done when what is on screen is answered, or is not. */
export function askAgain(...name: readonly string[]): Promise<void> {
  return asked.invalidateQueries({ queryKey: keyOf(...name) })
}
