import { type LookupAddress, promises as dns } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import { addressIn, isPublicAddress, isPushEndpoint } from './endpoint.ts'

/** What the transport may reach. A test replaces parts of it to reach a push service of its own. */
export interface PushNetwork {
  /** whether this URL may be an endpoint */
  isEndpoint: (url: URL) => boolean
  /** whether this IP address may be connected to */
  isAddress: (address: string) => boolean
  resolve: (hostname: string) => Promise<LookupAddress[]>
  /** for the whole request, with resolving the name and connecting, in ms */
  timeoutMs: number
}

const mostBody = 4 << 10

/** The public internet. */
export function publicNetwork(): PushNetwork {
  // Asks the name servers directly. getaddrinfo would hold one of Node's 4 threads for as long as a slow one takes.
  const resolver = new dns.Resolver({ timeout: 2_000, tries: 2 })
  return {
    isEndpoint: isPushEndpoint,
    isAddress: isPublicAddress,
    timeoutMs: 5_000,
    async resolve(hostname) {
      const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
      const found = answers.flatMap((answer, i) =>
        answer.status === 'fulfilled'
          ? answer.value.map((address) => ({ address, family: i === 0 ? 4 : 6 }))
          : [],
      )
      const [failed] = answers
      if (found.length === 0 && failed.status === 'rejected') throw failed.reason
      return found
    },
  }
}

export interface PushRequest {
  endpoint: string
  headers: Record<string, string | number>
  body: Buffer
}

export interface PushReply {
  status: number
  /** the Retry-After header, '' without one */
  retryAfter: string
}

export interface Transport {
  /** Sends one request. Rejects if there is no answer in time, or if the endpoint may not be reached. */
  post: (request: PushRequest) => Promise<PushReply>
  close: () => void
}

class Refused extends Error {
  readonly code = 'EREFUSED'
}

/**
 * Sends requests to endpoints that strangers chose. A name's addresses are checked at the moment of connecting, and the
 * connection goes to the checked address, so a name that resolves to something else a moment later gains nothing.
 * Redirects are not followed, and an answer's body is not used.
 */
export function createTransport(network: PushNetwork): Transport {
  const checked = async (hostname: string) => {
    const addresses = await network.resolve(hostname)
    const [first] = addresses
    // One private address is enough to refuse: nobody has a good reason to mix them.
    if (!first || !addresses.every(({ address }) => network.isAddress(address)))
      throw new Refused('not a public address')
    return { first, addresses }
  }
  const lookup: LookupFunction = (hostname, options, done) => {
    callbackify(checked)(hostname, (error, found) => {
      if (error) done(error, [])
      else if (options.all) done(null, found.addresses)
      else done(null, found.first.address, found.first.family)
    })
  }
  const pool = { keepAlive: true, maxFreeSockets: 8, timeout: 30_000, lookup }
  const agents = { 'https:': new https.Agent(pool), 'http:': new http.Agent(pool) }

  return {
    async post({ endpoint, headers, body }) {
      const url = new URL(endpoint)
      const literal = addressIn(url)
      // Node connects to an address in the URL without a look-up.
      if (!network.isEndpoint(url) || (literal !== '' && !network.isAddress(literal)))
        throw new Refused('not an endpoint')
      const isPlain = url.protocol === 'http:'
      const options = {
        method: 'POST',
        headers,
        lookup,
        agent: agents[isPlain ? 'http:' : 'https:'],
        signal: AbortSignal.timeout(network.timeoutMs),
      }
      return new Promise((resolve, reject) => {
        const request = (isPlain ? http : https).request(url, options, (response) => {
          response.on('error', () => undefined)
          // A short body is skipped, so that the connection can be used again; any other ends the connection.
          if (Number(response.headers['content-length'] ?? Infinity) <= mostBody) response.resume()
          else response.destroy()
          const retryAfter = response.headers['retry-after'] ?? ''
          resolve({ status: response.statusCode ?? 0, retryAfter })
        })
        request.on('error', reject)
        request.end(body)
      })
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}
