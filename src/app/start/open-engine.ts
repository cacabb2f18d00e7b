import { prepareHttp } from '../../../device/network.ts'

/**
 * Loads the engine's code with everything it imports. Guests do not need it, because they have nothing to synchronise.
 */
const loadEngine = () => import('./engine.ts')

/** Fetches the code that signing in needs, while the user is typing in the log-in form. */
export function prepareLogin(): void {
  prepareHttp()
  loadEngine().catch(() => undefined) // openEngine asks for it again
}

let opened: Promise<void> | undefined

/** Loads and starts the engine, once. After a failure the next call tries again. */
export function openEngine(): Promise<void> {
  opened ??= loadEngine()
    .then(({ startEngine }) => startEngine())
    .catch((error: unknown) => {
      opened = undefined
      throw error
    })
  return opened
}

/** Returns the list with which the app opens instead of the overview, see list-at-start.ts. */
export async function listAtStart(): Promise<string | null> {
  return (await loadEngine()).listAtStart()
}
