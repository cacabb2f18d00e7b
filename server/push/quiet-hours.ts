import type { Quiet } from '../../core/contract/push.ts'

const minute = 60_000
const day = 24 * 60
/** The offset of a time zone changes at a multiple of this, in minutes. */
const stepMinutes = 15

/** Returns whether this runtime knows a time zone. */
export function isTimeZone(name: string): boolean {
  if (name.length > 64) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/**
 * Returns when the quiet hours that contain `now` end, in epoch ms; `now` itself outside of them. From and to are clock
 * times of the time zone, so a night in which the clocks change is an hour longer or shorter. Equal times mean none.
 */
export function endOfQuiet({ from, to, timeZone }: Quiet, now: number): number {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const clockAt = (time: number) => {
    const parts = format.formatToParts(time)
    const part = (type: 'hour' | 'minute') => Number(parts.find((one) => one.type === type)?.value)
    return part('hour') * 60 + part('minute')
  }
  const [start, end] = [minutesOf(from), minutesOf(to)]
  const length = (end - start + day) % day
  let time = now
  // Two days are more than any quiet hours last.
  for (let steps = 0; steps <= (2 * day) / stepMinutes; steps++) {
    const clock = clockAt(time)
    if ((clock - start + day) % day >= length) return time
    const step = Math.min(stepMinutes, (end - clock + day) % day)
    time = (Math.floor(time / minute) + step) * minute
  }
  return time
}
