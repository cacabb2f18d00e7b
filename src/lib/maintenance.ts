import { create } from 'zustand'
import { http, maintenanceChannel } from '../../device/network.ts'
import { ProblemError, Unreachable } from '../../device/failures.ts'

interface Maintenance {
  /** the server reported maintenance and has not answered otherwise since */
  on: boolean
  /** the user chose to go on offline; the page stays hidden until the server has been back once */
  setAside: boolean
}

export const useMaintenance = create<Maintenance>(() => ({ on: false, setAside: false }))

const shortestWait = 5_000
const longestWait = 60_000

let timer: ReturnType<typeof setTimeout> | undefined

/** Any request of any page or of the worker may report maintenance on this channel. */
export function watchMaintenance(): void {
  maintenanceChannel.listen((retryAfterMs) => begin(retryAfterMs))
  const look = () => {
    if (useMaintenance.getState().on && document.visibilityState === 'visible') void askServer()
  }
  addEventListener('online', look)
  document.addEventListener('visibilitychange', look)
}

/** For a user who opened the maintenance page by its URL: it stays until the server was asked. */
export function expectMaintenance(): void {
  begin(0)
}

function begin(retryAfterMs: number): void {
  if (!useMaintenance.getState().on) useMaintenance.setState({ on: true, setAside: false })
  clearTimeout(timer)
  const wait = Math.min(Math.max(retryAfterMs, shortestWait), longestWait)
  // Random jitter, so that not all clients ask at the same moment.
  timer = setTimeout(() => void askServer(), wait * (0.8 + Math.random() * 0.4))
}

/** Any response other than 'maintenance' means that the server is back, even an error. */
export async function askServer(): Promise<void> {
  try {
    await http.once('GET /api/v3/me', {})
  } catch (error) {
    if (error instanceof ProblemError && error.problem.code === 'maintenance') return // begin() was called too
    if (error instanceof Unreachable) return begin(error.retryAfterMs ?? 0)
  }
  clearTimeout(timer)
  useMaintenance.setState({ on: false, setAside: false })
}

export function setMaintenanceAside(): void {
  useMaintenance.setState({ setAside: true })
}
