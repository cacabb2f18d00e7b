import { limits } from '../../core/product/entities.ts'
import { addressIn, isLocalName, isPublicAddress } from '../base/public-network.ts'

/**
 * Returns whether a URL may be the endpoint of a push service. The URL comes from a client, so it must not make this
 * server reach anything else: only https on its usual port, which all push services of browsers use, and no name that
 * only means something in a local network. What a name resolves to is checked when connecting, see transport.ts.
 */
export function isPushEndpoint(url: URL): boolean {
  if (url.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '') return false
  const address = addressIn(url)
  if (address !== '') return isPublicAddress(address)
  return !isLocalName(url.hostname)
}

/** Parses an endpoint; null if it is none. */
export function parseEndpoint(text: string, isAllowed: (url: URL) => boolean): URL | null {
  if (text.length > limits.pushEndpoint || !URL.canParse(text)) return null
  const url = new URL(text)
  // Stored and sent as it was given, so it must mean the same without the parser.
  return url.href === text && url.hash === '' && isAllowed(url) ? url : null
}
