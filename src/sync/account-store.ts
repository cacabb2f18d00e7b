import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Device } from '../../device/device.ts'
import { useDevice } from './device.ts'

// Decision 050: state of an account is dropped with its Device, never emptied.
/**
 * Creates state of which each account has its own copy, created on first use. It is dropped together with the account's
 * `Device`: work still running for a signed-out account then writes to an object that nobody reads.
 */
export function ofAccount<T>(make: () => T): (device?: Device | null) => T {
  const all = new WeakMap<object, T>()
  return (device = useDevice.getState().device) => {
    const owner = device ?? nobody
    const known = all.get(owner)
    if (known !== undefined) return known
    const made = make()
    all.set(owner, made)
    return made
  }
}

/** stands in for the `Device` while nobody is signed in */
const nobody = {}

type Shown<T> = Pick<StoreApi<T>, 'getState' | 'subscribe'> & {
  setState: (change: Partial<T> | ((state: T) => Partial<T>)) => void
  (): T
  <U>(select: (state: T) => U): U
  /** the store of one account, even if another one has signed in since */
  of: (device: Device | null) => StoreApi<T>
}

/** A Zustand store that follows the signed-in account; each account starts with a new store. */
export function accountStore<T extends object>(initial: () => T): Shown<T> {
  const of = ofAccount(() => createStore<T>(initial))
  function subscribe(hear: (now: T, before: T) => void): () => void {
    let stop = of().subscribe(hear)
    const stopSwitching = useDevice.subscribe(({ device }, { device: left }) => {
      if (device === left) return
      stop()
      stop = of(device).subscribe(hear)
      hear(of(device).getState(), of(left).getState())
    })
    return () => {
      stop()
      stopSwitching()
    }
  }
  const current = {
    of,
    subscribe,
    setState: (change: Partial<T> | ((state: T) => Partial<T>)) => of().setState(change),
    getState: () => of().getState(),
    getInitialState: () => of().getInitialState(),
  }
  // One subscription per component. A second one, for the account, would slow down each typed key.
  const useShown = <U>(select: (state: T) => U = (state) => state as unknown as U): U =>
    useStore(current, select)
  return Object.assign(useShown, current)
}

/**
 * A setting stored on this device for one account and deleted at log-out. `read` parses the stored value, which an older
 * version may have written, and uses defaults for what is missing.
 */
export function accountSetting<T extends object>(key: string, initial: T, read: (stored: unknown) => T) {
  const use = accountStore<T>(() => initial)
  return {
    use,
    restore: async (): Promise<void> => {
      const { device } = useDevice.getState()
      use.of(device).setState(read(await device?.db.getValue(key)))
    },
    /** A convenience only: if it cannot be stored, it lasts until the page closes. */
    change: (change: Partial<T>): void => {
      use.setState(change)
      void useDevice
        .getState()
        .device?.db.putValue(key, use.getState())
        .catch(() => undefined)
    },
  }
}
