import { create } from 'zustand'
import { http, maintenanceChannel } from '../../device/network.ts'
import { ProblemError, Unreachable } from '../../device/failures.ts'

interface Maintenance {
  /** the server said so, and has not said anything else since */
  on: boolean
  /** the person went on with what is on this device; not asked again until the server was back once */
  setAside: boolean
}

export const useMaintenance = create<Maintenance>(() => ({ on: false, setAside: false }))

const shortestWait = 5_000
const longestWait = 60_000

let timer: ReturnType<typeof setTimeout> | undefined

/** Told by any call of any page or of the worker. */
export function watchMaintenance(): void {
  maintenanceChannel.listen((retryAfterMs) => begin(retryAfterMs))
  const look = () => {
    if (useMaintenance.getState().on && document.visibilityState === 'visible') void askServer()
  }
  addEventListener('online', look)
  document.addEventListener('visibilitychange', look)
}

/** For somebody who opened the page of the maintenance by its address: it stays until the server was asked. */
export function expectMaintenance(): void {
  begin(0)
}

function begin(retryAfterMs: number): void {
  if (!useMaintenance.getState().on) useMaintenance.setState({ on: true, setAside: false })
  clearTimeout(timer)
  const wait = Math.min(Math.max(retryAfterMs, shortestWait), longestWait)
  // Not everybody at the same moment.
  timer = setTimeout(() => void askServer(), wait * (0.8 + Math.random() * 0.4))
}

/** Any other answer than 'maintenance' says that the server is back, be it a refusal. */
export async function askServer(): Promise<void> {
  try {
    await http.once('GET /api/v3/me', {})
  } catch (error) {
    if (error instanceof ProblemError && error.problem.code === 'maintenance') return // begin() heard it too
    if (error instanceof Unreachable) return begin(error.retryAfterMs ?? 0)
  }
  clearTimeout(timer)
  useMaintenance.setState({ on: false, setAside: false })
}

export function setMaintenanceAside(): void {
  useMaintenance.setState({ setAside: true })
}
