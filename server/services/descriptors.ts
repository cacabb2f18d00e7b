import { closeSync, openSync } from 'node:fs'
import { devNull } from 'node:os'
import type { FastifyBaseLogger } from 'fastify'
import { Counter } from 'prom-client'

const checkMs = 5_000

/** Returns whether an error says that the process, or the machine, may open no more files and connections. */
export function isOutOfDescriptors(error: unknown): boolean {
  return /^E[MN]FILE$/.test(String((error as NodeJS.ErrnoException | null)?.code))
}

const noneLeft =
  'No file descriptors are left: new connections are closed unanswered, and mails, notifications and backups fail. ' +
  'Raise the limit (LimitNOFILE= in the unit, ulimit -n), or see who opens so many connections (ss -tn).'

/**
 * Looks every few seconds whether a file can be opened. Without descriptors, Node closes new connections and tells
 * nobody. `open` opens and closes a file.
 */
export function watchDescriptors(log: Pick<FastifyBaseLogger, 'error' | 'warn'>, open = openOne) {
  const counter = new Counter({
    name: 'descriptors_exhausted_total',
    help: 'How often, looking every 5 s, no file descriptor was left for a file or a connection',
    registers: [],
  })
  let isOut = false
  const check = () => {
    try {
      open()
      if (isOut) log.warn('There are file descriptors again.')
      isOut = false
    } catch (error) {
      if (!isOutOfDescriptors(error)) return
      counter.inc()
      if (!isOut) log.error({ code: (error as NodeJS.ErrnoException).code }, noneLeft)
      isOut = true
    }
  }
  const timer = setInterval(check, checkMs)
  timer.unref()
  return { counter, check, stop: () => clearInterval(timer) }
}

function openOne(): void {
  closeSync(openSync(devNull, 'r'))
}
