export interface Clock {
  /** Calls `run` after `ms` milliseconds; returns the cancel function. */
  after: (ms: number, run: () => void) => () => void
}

export const browserClock: Clock = {
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}
