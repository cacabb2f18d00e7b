import { Counter } from 'prom-client'

/** Events whose increase an operator wants to notice. They do not name whom they concern. */
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
  'tokenMade',
  'webhookMade',
  'waysInChanged',
  'secondFactorRefused',
  'accountDeleted',
  'accountActivated',
] as const
export type SecurityEvent = (typeof securityEvents)[number]

/** Counts security events for /metrics and logs each, without account, address or anything typed. */
export function createSecurityEvents(log: (event: SecurityEvent) => void) {
  const counter = new Counter({
    name: 'security_events_total',
    help: 'Log-ins, refusals and changes of what lets somebody in, by kind',
    labelNames: ['event'],
    registers: [],
  })
  // Each counter starts at 0, so that the first event shows as an increase.
  for (const event of securityEvents) counter.inc({ event }, 0)
  return {
    counter,
    note(event: SecurityEvent): void {
      counter.inc({ event })
      log(event)
    },
  }
}
