/** Who must be notified of a write. Every write returns this; notifications are sent only after the commit. */
export interface Affected {
  /** lists whose head moved */
  pokes?: { list: string; head: number }[]
  /** accounts whose overview changed */
  overview?: string[]
  /** sessions that have ended */
  ended?: string[]
}
