import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { pipeline, type Readable } from 'node:stream'
import { constants, createBrotliDecompress, createGunzip } from 'node:zlib'
import { limits } from '../../core/product/entities.ts'
import {
  checkedLookup,
  isWebAddress,
  type Network,
  publicInternet,
  Refused,
  refuseAddress,
} from '../base/public-network.ts'

/** Is called with the address of each redirect before it is requested; throws to refuse it. */
export type BeforeRedirect = (url: URL) => Promise<void>

/** What pages are read from. A test replaces parts of it to reach a site of its own. */
export interface PageNetwork extends Network {
  /** whether a page may be at this URL */
  isPage: (url: URL) => boolean
  /** for all of it: names, redirects and the page's body, in ms */
  timeoutMs: number
}

export interface Page {
  html: string
  /** where it was in the end */
  url: URL
}

/** The site answered, but with something else than a page. */
export class NotAPage extends Error {}

const mostRedirects = 5
/** Answers before the answer, such as 103 Early Hints. A site may send them for as long as it likes. */
const mostInformation = 5
/** The most of a page that is read, in bytes, packed and unpacked. What is behind it is left out. */
export const mostBytes = 2 << 20

/** Parses what a person typed or shared as an address of a page; null if it is none. */
export function parsePageAddress(text: string): URL | null {
  const given = text.trim()
  if (given.length > limits.recipeSource || !URL.canParse(given)) return null
  const url = new URL(given)
  url.hash = ''
  return ['http:', 'https:'].includes(url.protocol) && url.href.length <= limits.recipeSource ? url : null
}

export function pageNetwork(): PageNetwork {
  return { ...publicInternet(), isPage: isWebAddress, timeoutMs: 8_000 }
}

// Decision 140: only from the public internet, checked when connecting.
/**
 * Reads pages at addresses that strangers chose. Every address on the way is checked, also that of a redirect, and the
 * connection goes to the address that was checked. Sends no cookies and nothing about the person who asked.
 */
export function createPageReader(network: PageNetwork) {
  const lookup = checkedLookup(network)

  const request = (url: URL, language: string, signal: AbortSignal) => {
    const headers = {
      accept: 'text/html,application/xhtml+xml',
      'accept-encoding': 'gzip, br',
      'accept-language': `${language}, en;q=0.5`,
      'user-agent': 'Mozilla/5.0 (compatible; Koszyk; reads a recipe that a person asked for)',
    }
    return new Promise<IncomingMessage>((resolve, reject) => {
      const from = url.protocol === 'http:' ? http : https
      // Without an agent the connection ends with the answer.
      const sent = from.get(url, { headers, lookup, signal, agent: false }, resolve)
      const refuse = (why: string) => {
        reject(new Error(why))
        sent.destroy()
      }
      let information = 0
      sent.on('information', () => {
        if (++information > mostInformation) refuse('too many informational answers')
      })
      // An answer that changes the protocol (101) is no 'response', and without a listener not even an 'error'.
      sent.on('upgrade', (_, socket) => {
        socket.destroy()
        refuse('another protocol')
      })
      sent.on('error', reject)
      sent.on('close', () => reject(new Error('no answer')))
    })
  }

  const read = async (
    address: URL,
    language: string,
    signal: AbortSignal,
    beforeRedirect: BeforeRedirect,
  ): Promise<Page> => {
    let url = address
    for (let redirects = 0; redirects <= mostRedirects; redirects++) {
      if (!network.isPage(url)) throw new Refused('no address of a page')
      refuseAddress(network, url)
      if (redirects > 0) await beforeRedirect(url)
      const response = await request(url, language, signal)
      try {
        const { statusCode = 0, headers } = response
        if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
          url = new URL(headers.location, url)
          continue
        }
        if (statusCode < 200 || statusCode > 299) throw new Error(`status ${statusCode}`)
        const type = headers['content-type'] ?? ''
        if (!/^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i.test(type)) throw new NotAPage('no HTML')
        return { html: decode(await bodyOf(response), type), url }
      } finally {
        response.on('error', () => undefined)
        response.destroy()
      }
    }
    throw new Error('too many redirects')
  }

  /**
   * Returns the page at an address. Throws NotAPage, what `beforeRedirect` throws, or another error if the page cannot
   * be reached. Settles in time whatever the site and Node do: an account that waits may not fetch another page.
   */
  return async (address: URL, language: string, beforeRedirect: BeforeRedirect): Promise<Page> => {
    const stop = new AbortController()
    const { promise: tooLate, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(new Error('too slow')), network.timeoutMs)
    try {
      return await Promise.race([read(address, language, stop.signal, beforeRedirect), tooLate])
    } finally {
      clearTimeout(timer)
      // Ends what still runs.
      stop.abort()
    }
  }
}

/** Reads the body up to the limit. What is packed is unpacked bit by bit, so a bomb costs no more than a long page. */
async function bodyOf(response: IncomingMessage): Promise<Buffer> {
  let packed = 0
  const unpacked = unpack(response)
  if (unpacked !== response)
    response.on('data', (part: Buffer) => {
      packed += part.length
      // Something like a gzip of endlessly many empty parts
      if (packed > mostBytes) response.destroy(new Error('too large'))
    })
  const parts: Buffer[] = []
  let size = 0
  for await (const part of unpacked as AsyncIterable<Buffer>) {
    parts.push(part.subarray(0, mostBytes - size))
    size += part.length
    if (size >= mostBytes) break
  }
  return Buffer.concat(parts)
}

function unpack(response: IncomingMessage): Readable {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  if (encoding === 'identity' || encoding === '') return response
  // Some servers end a packed body too early.
  const flush = { finishFlush: constants.Z_SYNC_FLUSH }
  const unpacked =
    encoding === 'gzip' || encoding === 'x-gzip'
      ? createGunzip(flush)
      : encoding === 'br'
        ? createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH })
        : null
  if (!unpacked) throw new Error('unknown encoding')
  pipeline(response, unpacked, () => undefined)
  return unpacked
}

/** Decodes a page: by its byte order mark, else as the server says, else as the page says, else as UTF-8. */
export function decode(bytes: Buffer, contentType: string): string {
  const charset = /charset\s*=\s*["']?([\w.:-]{1,40})/i
  const fromServer = charset.exec(contentType)?.[1]
  const start = bytes.subarray(0, 4_096).toString('latin1')
  const fromPage = /<meta[^>]{0,300}charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(start)?.[1]
  const mark = bytes[0] === 0xef && bytes[1] === 0xbb ? 'utf-8' : markOf(bytes)
  const wanted = [mark, fromServer, fromPage, 'utf-8'].filter(
    (label) => label !== null && label !== undefined,
  )
  for (const label of wanted) {
    // A server that says UTF-8 for every page is wrong about some.
    const text = tryDecode(bytes, label, /^utf-?8$/i.test(label))
    if (text !== null) return text
  }
  return tryDecode(bytes, fromPage ?? 'windows-1252', false) ?? bytes.toString('latin1')
}

function markOf(bytes: Buffer): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null
}

function tryDecode(bytes: Buffer, label: string, isStrict: boolean): string | null {
  try {
    // A page that was cut off may end inside a character.
    return new TextDecoder(label, { fatal: isStrict }).decode(bytes, { stream: isStrict })
  } catch {
    return null
  }
}
