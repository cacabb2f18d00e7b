/** Whom a committed write concerns: every write returns it, and nobody is told before the commit. */
export interface Affected {
  /** lists whose head moved */
  pokes?: { list: string; head: number }[]
  /** accounts whose overview changed */
  overview?: string[]
  /** sessions that are over */
  ended?: string[]
}
