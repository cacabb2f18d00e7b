/** The engine's code, and all that it brings along: not for guests, who have nothing to keep in step. */
export const loadEngine = () => import('./engine.ts')

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
