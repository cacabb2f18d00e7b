import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Device } from '../../device/device.ts'
import { useDevice } from './session/device.ts'

/**
 * Something that each account has of its own, made when it is asked for first. It is dropped whole with the
 * account's `Device`: whoever is still at work for an account that was left writes where nobody looks.
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

/** whose the things of those are who are not signed in */
const nobody = {}

type Shown<T> = Pick<StoreApi<T>, 'getState' | 'subscribe'> & {
  setState: (change: Partial<T> | ((state: T) => Partial<T>)) => void
  (): T
  <U>(select: (state: T) => U): U
  /** that of one account, also when another one has signed in since */
  of: (device: Device | null) => StoreApi<T>
}

/** A Zustand store that shows the state of whoever is signed in; the next account begins with a new one. */
export function accountStore<T extends object>(initial: () => T): Shown<T> {
  const of = ofAccount(() => createStore<T>(initial))
  function useShown<U>(select: (state: T) => U = (state) => state as unknown as U): U {
    const device = useDevice((signedIn) => signedIn.device)
    return useStore(of(device), select)
  }
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
  return Object.assign(useShown, {
    of,
    subscribe,
    setState: (change: Partial<T> | ((state: T) => Partial<T>)) => of().setState(change),
    getState: () => of().getState(),
  })
}
