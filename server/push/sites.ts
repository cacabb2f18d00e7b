import { isIP } from 'node:net'

const minute = 60_000
/** How long a site is left alone after its first failures, doubled each time, in ms. */
const holdMs = { first: minute / 2, longest: 15 * minute }
/** So many devices of a site fail, without a message that arrives, before it is left alone; one may be broken. */
const fewestDevices = 3
/** Requests at a time; while a site is being tried again, one. */
const atOnce = { usual: 8, trying: 1 }
const remembered = 1_000

/** What countries sell domains below: 'co.uk', 'com.pl'. Nobody owns them, so they are no site. */
const belowCountries = ['ac', 'co', 'com', 'edu', 'gov', 'ne', 'net', 'or', 'org']

/**
 * Returns what the hosts of one push service have in common: the registered domain, such as 'windows.com'. Anybody can
 * make any number of names below a domain. For a public suffix that it does not know, it is the suffix: then strangers
 * wait for each other.
 */
export function siteOf(host: string): string {
  const { hostname } = new URL(`https://${host}`)
  if (isIP(hostname.replace(/^\[|\]$/g, '')) > 0) return host
  const labels = hostname.replace(/\.$/, '').split('.')
  const [second = '', top = ''] = labels.slice(-2)
  return labels.slice(top.length === 2 && belowCountries.includes(second) ? -3 : -2).join('.')
}

/** What a request to a push service came to. */
export interface Outcome {
  device: string
  isOk: boolean
  startedAt: number
  /** how long the service asks to wait, in ms; 0 if it does not say */
  wait: number
}

/**
 * Remembers the sites of push services that fail, so that a site with a thousand endpoints is not asked a thousand
 * times. `key` names a site, and whether its devices have ever got a message: endpoints that were made up at a large
 * service must not hold up the people who use it.
 */
export interface Sites {
  /** how many requests at a time a site may have now; 0 while it is left alone */
  room: (key: string) => number
  held: () => string[]
  note: (key: string, outcome: Outcome) => void
}

interface Failing {
  devices: Set<string>
  holds: number
  heldAt: number
  heldUntil: number
}

export function createSites(now: () => number): Sites {
  const failing = new Map<string, Failing>()
  const isHeld = ({ heldAt, heldUntil }: Failing) => now() < heldUntil && now() >= heldAt
  return {
    room(key) {
      const site = failing.get(key)
      if (!site || site.holds === 0) return atOnce.usual
      return isHeld(site) ? 0 : atOnce.trying
    },
    held: () => [...failing].flatMap(([key, site]) => (isHeld(site) ? [key] : [])),
    note(key, { device, isOk, startedAt, wait }) {
      const site = failing.get(key) ?? { devices: new Set(), holds: 0, heldAt: 0, heldUntil: 0 }
      failing.delete(key)
      if (isOk) return
      failing.set(key, site)
      const [oldest] = failing.keys()
      if (failing.size > remembered && oldest !== undefined) failing.delete(oldest)
      if (site.holds === 0 && site.devices.add(device).size < fewestDevices) return
      // It was on its way when the site was left alone, and says nothing new.
      if (site.holds > 0 && startedAt <= site.heldAt) return
      const backoff = holdMs.first * 2 ** Math.min(10, site.holds)
      site.holds++
      site.heldAt = now()
      site.heldUntil = site.heldAt + Math.min(holdMs.longest, Math.max(backoff, wait))
    },
  }
}
