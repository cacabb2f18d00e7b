interface Out {
  isTTY?: boolean
  columns?: number
  write: (text: string) => unknown
}

interface Clock {
  /** milliseconds */
  now: () => number
  /** calls `run` every `ms` until the returned function is called */
  every: (ms: number, run: () => void) => () => void
}

const realClock: Clock = {
  now: () => performance.now(),
  every(ms, run) {
    const timer = setInterval(run, ms)
    timer.unref()
    return () => clearInterval(timer)
  },
}

const redrawMs = 100
/** outside a terminal, a line is printed only after this much time and this much more progress since the last one */
const lineMs = 10_000
const linePercent = 10
/** ms; before this, the remaining time cannot be estimated */
const guessMs = 1_000
const eraseLine = '\r\x1b[2K'

export interface Progress {
  /** `done` of `total`; a new `step` starts a new count */
  report: (step: string, done: number, total: number) => void
  /** removes the line, so that something else can be printed; the next report draws it again */
  hide: () => void
  /** removes the line for good */
  end: () => void
}

/**
 * Shows the progress of long work and the remaining time. In a terminal it redraws one line; elsewhere it prints a line
 * now and then. Writes to stderr, because stdout is for results.
 *
 * @param unit what is counted; without it only the percentage is shown
 */
export function createProgress(
  unit = '',
  { out = process.stderr, clock = realClock }: { out?: Out; clock?: Clock } = {},
): Progress {
  const state = { step: '', done: 0, total: 0, began: 0, at: 0 }
  let isDrawn = false
  let drawnAt = -Infinity
  let line = { at: clock.now(), percent: 0 }
  let stopTicking = () => {}

  function text(): string {
    const { step, done, total, began, at } = state
    const parts = [`${Math.floor((100 * done) / total)}%`]
    if (unit !== '') parts.push(`${grouped(done)} of ${grouped(total)} ${unit}`)
    if (done > 0 && at - began >= guessMs) {
      // It counts down between two reports.
      const left = ((at - began) / done) * (total - done) - (clock.now() - at)
      parts.push(`${duration(Math.max(0, left))} left`)
    }
    return `${step}: ${parts.join(', ')}`
  }

  function draw(): void {
    // A line that wraps cannot be erased.
    out.write(`${eraseLine}${text().slice(0, (out.columns || 80) - 1)}`)
    isDrawn = true
    drawnAt = clock.now()
  }

  function hide(): void {
    if (isDrawn) out.write(eraseLine)
    isDrawn = false
    drawnAt = -Infinity
  }

  return {
    report(step, done, total) {
      if (total <= 0) return
      const now = clock.now()
      if (step !== state.step) {
        Object.assign(state, { step, began: now })
        line = { ...line, percent: 0 }
      }
      Object.assign(state, { done: Math.min(done, total), total, at: now })
      if (out.isTTY) {
        if (drawnAt === -Infinity) {
          stopTicking()
          stopTicking = clock.every(1_000, () => isDrawn && draw())
        }
        if (now - drawnAt >= redrawMs) draw()
        return
      }
      const percent = (100 * state.done) / total
      if (now - line.at < lineMs || percent - line.percent < linePercent) return
      out.write(`${text()}\n`)
      line = { at: now, percent }
    },
    hide,
    end() {
      stopTicking()
      hide()
    },
  }
}

function grouped(count: number): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, ' ')
}

function duration(ms: number): string {
  const seconds = Math.round(ms / 1_000)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 10) return `${minutes} min ${seconds % 60} s`
  if (minutes < 60) return `${minutes} min`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
