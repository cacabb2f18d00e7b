import http from 'node:http'
import https from 'node:https'
import {
  checkedLookup,
  type Network,
  publicInternet,
  Refused,
  refuseAddress,
} from '../base/public-network.ts'
import { isPushEndpoint } from './endpoint.ts'

/** What the transport may reach. A test replaces parts of it to reach a push service of its own. */
export interface PushNetwork extends Network {
  /** whether this URL may be an endpoint */
  isEndpoint: (url: URL) => boolean
  /** for the whole request, with resolving the name and connecting, in ms */
  timeoutMs: number
}

const mostBody = 4 << 10

export function publicNetwork(): PushNetwork {
  return { ...publicInternet(), isEndpoint: isPushEndpoint, timeoutMs: 5_000 }
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

/**
 * Sends requests to endpoints that strangers chose. Redirects are not followed, and an answer's body is not used.
 */
export function createTransport(network: PushNetwork): Transport {
  const lookup = checkedLookup(network)
  const pool = { keepAlive: true, maxFreeSockets: 8, timeout: 30_000, lookup }
  const agents = { 'https:': new https.Agent(pool), 'http:': new http.Agent(pool) }

  return {
    async post({ endpoint, headers, body }) {
      const url = new URL(endpoint)
      if (!network.isEndpoint(url)) throw new Refused('not an endpoint')
      refuseAddress(network, url)
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
