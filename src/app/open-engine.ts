import { prepareHttp } from '../../device/network.ts'

/** The engine's code, and all that it brings along: not for guests, who have nothing to keep in step. */
export const loadEngine = () => import('./engine.ts')

/** Somebody is typing in the log-in form: fetches the code that signing in needs. */
export function prepareLogin(): void {
  prepareHttp()
  loadEngine().catch(() => undefined) // openEngine asks for it again
}

let opened: Promise<void> | undefined

/** Loads and starts the engine, once; a failure is tried anew the next time. */
export function openEngine(): Promise<void> {
  opened ??= loadEngine()
    .then(({ startEngine }) => startEngine())
    .catch((error: unknown) => {
      opened = undefined
      throw error
    })
  return opened
}
