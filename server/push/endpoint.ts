import { BlockList, isIP } from 'node:net'
import { limits } from '../../core/product/entities.ts'

/** IPv4 addresses that do not lead to the public internet (IANA's special-purpose registry). */
const special4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
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

/**
 * Returns whether a URL may be the endpoint of a push service. The URL comes from a client, so it must not make this
 * server reach anything else: only https on its usual port, which all push services of browsers use, and no name that
 * only means something in a local network. What a name resolves to is checked when connecting, see transport.ts.
 */
export function isPushEndpoint(url: URL): boolean {
  if (url.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '') return false
  const address = addressIn(url)
  if (address !== '') return isPublicAddress(address)
  return url.hostname.includes('.') && !/(^|\.)(localhost|local|internal|home\.arpa)\.?$/.test(url.hostname)
}

/** Parses an endpoint; null if it is none. */
export function parseEndpoint(text: string, isAllowed: (url: URL) => boolean): URL | null {
  if (text.length > limits.pushEndpoint || !URL.canParse(text)) return null
  const url = new URL(text)
  // Stored and sent as it was given, so it must mean the same without the parser.
  return url.href === text && url.hash === '' && isAllowed(url) ? url : null
}
