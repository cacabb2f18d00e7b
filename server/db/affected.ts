/** Who must be notified of a write. Every write returns this; notifications are sent only after the commit. */
export interface Affected {
  /** lists whose head moved */
  pokes?: { list: string; head: number }[]
  /** accounts whose overview changed */
  overview?: string[]
  /** sessions that have ended */
  ended?: string[]
  /** trips that started, changed or ended; the state is read when it is told */
  trips?: { list: string; account: string }[]
  /** sessions that opened or closed a list, or have it open still */
  presence?: Here[]
}

/** What a session says about a list. */
export interface Here {
  list: string
  account: string
  session: string
  state: 'open' | 'shopping' | 'left'
  /** how long ago it was said, in ms, if another instance passes it on */
  ageMs?: number
}
