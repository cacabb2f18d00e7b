import { type LookupAddress, promises as dns } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { callbackify } from 'node:util'

/** Requests to addresses that strangers chose. They must not make this server reach anything but the public internet. */

/**
 * IPv4 addresses that do not lead to the public internet (IANA's special-purpose registry), and that of Azure's
 * WireServer, which serves a virtual machine its settings (learn.microsoft.com, 'What is IP address 168.63.129.16?').
 */
const special4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const

/** Parts of 2000::/3 that are special, or that carry an IPv4 address: Teredo and other protocols, documentation, 6to4. */
const special6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

const denied = new BlockList()
for (const [address, bits] of special4) denied.addSubnet(address, bits, 'ipv4')
for (const [address, bits] of special6) denied.addSubnet(address, bits, 'ipv6')
/**
 * All public IPv6 addresses are in here. Outside are loopback, link-local and unique local addresses, multicast, and
 * all forms that carry an IPv4 address, such as IPv4-mapped ones and NAT64.
 */
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')

/** Returns whether an IP address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !denied.check(address, 'ipv4')
  if (isIP(address) !== 6 || address.includes('%')) return false
  return global6.check(address, 'ipv6') && !denied.check(address, 'ipv6')
}

/** Returns the IP address that a URL contains instead of a name; '' if it contains a name. */
export function addressIn({ hostname }: URL): string {
  const bare = hostname.replace(/^\[|\]$/g, '')
  return isIP(bare) ? bare : ''
}

/** Returns whether a host name only means something in a local network. */
export function isLocalName(hostname: string): boolean {
  return !hostname.includes('.') || /(^|\.)(localhost|local|internal|home\.arpa)\.?$/.test(hostname)
}

/** Returns whether a URL is http or https on its usual port, at a name or address of the public internet. */
export function isWebAddress(url: URL): boolean {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return false
  if (url.port !== '' || url.username !== '' || url.password !== '') return false
  const address = addressIn(url)
  return address === '' ? !isLocalName(url.hostname) : isPublicAddress(address)
}

/** What requests may reach. A test replaces parts of it to reach a service of its own. */
export interface Network {
  /** whether this IP address may be connected to */
  isAddress: (address: string) => boolean
  resolve: (hostname: string) => Promise<LookupAddress[]>
}

/** The public internet. */
export function publicInternet(): Network {
  // Asks the name servers directly. getaddrinfo would hold one of Node's 4 threads for as long as a slow one takes.
  const resolver = new dns.Resolver({ timeout: 2_000, tries: 2 })
  return {
    isAddress: isPublicAddress,
    async resolve(hostname) {
      const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
      const addresses = answers.flatMap((answer, i) =>
        answer.status === 'fulfilled'
          ? answer.value.map((address) => ({ address, family: i === 0 ? 4 : 6 }))
          : [],
      )
      const [failed] = answers
      if (addresses.length === 0 && failed.status === 'rejected') throw failed.reason
      return addresses
    },
  }
}

/** The address may not be reached. */
export class Refused extends Error {
  readonly code = 'EREFUSED'
}

/**
 * Returns the look-up for connections to hosts that strangers chose. A name's addresses are checked at the moment of
 * connecting, and the connection goes to the checked address, so a name that resolves to something else a moment later
 * gains nothing. Node connects to an address in the URL without a look-up: `refuseAddress` checks that.
 */
export function checkedLookup(network: Network): LookupFunction {
  const checked = async (hostname: string) => {
    const addresses = await network.resolve(hostname)
    const [first] = addresses
    // One private address is enough to refuse: nobody has a good reason to mix them.
    if (!first || !addresses.every(({ address }) => network.isAddress(address)))
      throw new Refused('not a public address')
    return { first, addresses }
  }
  return (hostname, options, done) => {
    callbackify(checked)(hostname, (error, found) => {
      if (error) done(error, [])
      else if (options.all) done(null, found.addresses)
      else done(null, found.first.address, found.first.family)
    })
  }
}

/** Throws if the URL contains an IP address that may not be connected to. */
export function refuseAddress(network: Network, url: URL): void {
  const literal = addressIn(url)
  if (literal !== '' && !network.isAddress(literal)) throw new Refused('not a public address')
}
