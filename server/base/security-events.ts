import { Counter } from 'prom-client'

/** What an operator wants to see rise; nothing about whom it concerns. */
export const securityEvents = [
  'loggedIn',
  'logInRefused',
  'newDevice',
  'passwordChanged',
  'passwordReset',
  'passwordRefused',
  'resetAsked',
  'emailChangeAsked',
  'emailCodeRefused',
  'emailChanged',
  'sessionReplayed',
  'sessionsEnded',
  'accountDeleted',
  'accountActivated',
] as const
export type SecurityEvent = (typeof securityEvents)[number]

/** Counts security events for /metrics, and writes each into the log: no account, no address, nothing typed. */
export function createSecurityEvents(log: (event: SecurityEvent) => void) {
  const counter = new Counter({
    name: 'security_events_total',
    help: 'Log-ins, refusals and changes of what lets somebody in, by kind',
    labelNames: ['event'],
    registers: [],
  })
  // Known from the start, so that a rise from nothing is a rise.
  for (const event of securityEvents) counter.inc({ event }, 0)
  return {
    counter,
    note(event: SecurityEvent): void {
      counter.inc({ event })
      log(event)
    },
  }
}
