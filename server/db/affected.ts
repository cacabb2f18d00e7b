/** Who must be notified of a write. Every write returns this; notifications are sent only after the commit. */
export interface Affected {
  /** lists whose head moved */
  pokes?: Poke[]
  /** accounts whose overview changed */
  overview?: string[]
  /** sessions that have ended */
  ended?: string[]
  /** trips that started, changed or ended; the state is read when it is told */
  trips?: { list: string; account: string }[]
  /** sessions that opened or closed a list, or have it open still */
  presence?: Here[]
}

/** A device that has another epoch pulls, even if it has seen this head: it may know what a failover lost. */
export interface Poke {
  list: string
  head: number
  /** unknown if an instance of an older version passed it on */
  epoch?: string
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
