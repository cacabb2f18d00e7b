import { isIP } from 'node:net'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Registration, registrations } from '../../core/product/entities.ts'
import { parseEmail } from '../../core/text/normalise.ts'
import type { DatabaseAddress } from '../db/open.ts'

export interface SmtpServer {
  host: string
  port: number
  secure: boolean
  /** the connection must be encrypted before any log-in or mail */
  requireTls: boolean
  user: string
  password: string
}

export interface NatsAddress {
  /** host:port */
  servers: string[]
  /** a connection without encryption is refused */
  tls: boolean
  user?: string
  pass?: string
  token?: string
}

export interface Config {
  port: number
  host: string
  dataDir: string
  database: DatabaseAddress
  /** carries notifications between instances; without it PostgreSQL does */
  nats?: NatsAddress
  /** without it mails are written to files in dataDir */
  smtp?: SmtpServer
  mailFrom: { name: string; address: string }
  /** an origin, without a slash at its end */
  publicUrl: string
  /** publicUrl is not a loopback address; if false, the person who started the server can read mails in the browser */
  isPublic: boolean
  trustProxy: boolean | number | string[]
  /** the token for reading /metrics; with '' only the link that the start prints opens it */
  metricsToken: string
  /** where to report a vulnerability: a mailto: or https: address; '' for none */
  securityContact: string
  logLevel: string
  /** who may register without an invitation from the operator */
  registration: Registration
  /** who logs people in by OpenID Connect; without one `issuer` is '', and without a name the page says 'your provider' */
  provider: Record<'issuer' | 'clientId' | 'clientSecret' | 'name', string>
  /** passwords and passkeys of this server open sessions, and people may register */
  localLogIn: boolean
  /** the server reads the pages of recipes that people ask for */
  recipes: boolean
  /** a sentence about each variable that is not ours and looks as if it were meant to be */
  misspelt: string[]
}

/** Reports all mistakes in the environment at once, one per line. */
export class ConfigError extends Error {
  /** another try would fail too, until somebody changes something */
  readonly isLasting: boolean
  constructor(mistakes: readonly string[], isLasting = false) {
    super(mistakes.join('\n'))
    this.name = 'ConfigError'
    this.isLasting = isLasting
  }
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

export function parseConfig(env: Record<string, string | undefined>): Config {
  const mistakes: string[] = []
  const names = new Set(readElsewhere)
  const given = (name: string) => {
    names.add(name)
    return env[name]?.trim() ?? ''
  }
  const read = <T>(name: string, fallback: string, parse: (text: string) => T | null, wanted: string) => {
    const text = given(name) || fallback
    const value = parse(text)
    // The message does not repeat the given value, because it may be a secret.
    if (value === null) mistakes.push(`${name} must be ${wanted}.`)
    return value as T
  }
  const port = read('PORT', '3000', parsePort, 'a number from 0 to 65535')
  const dataDir = resolve(given('DATA_DIR') || 'data')
  const config = {
    port,
    host: given('HOST') || 'localhost',
    dataDir,
    database: read(
      'DATABASE_URL',
      `sqlite:${join(dataDir, 'lists.sqlite')}`,
      parseDatabase,
      'sqlite:<path> or postgres://user:password@host:port/database',
    ),
    nats: read(
      'NATS_URL',
      '',
      parseNats,
      'nats://[user:password@]host[:port] or nats://[token@]host[:port] or the same with tls:// and a name as host; several servers are ' +
        'separated by commas, all with the same credentials',
    ),
    smtp: read(
      'SMTP_URL',
      '',
      parseSmtp,
      'smtp://[user:password@]host[:port] or smtps://…, perhaps with ?tls=optional',
    ),
    mailFrom: read(
      'MAIL_FROM',
      'Koszyk <koszyk@household.example>',
      parseMailbox,
      'an address, or Name <address>',
    ),
    publicUrl: read(
      'PUBLIC_URL',
      `http://localhost:${port ?? 3000}`,
      parseOrigin,
      'an http or https origin without a path, such as https://lists.example.org',
    ),
    trustProxy: read(
      'TRUST_PROXY',
      'false',
      parseProxy,
      'true, false, a number of proxies, or addresses separated by commas',
    ),
    metricsToken:
      given('METRICS_TOKEN') ||
      read('METRICS_TOKEN_FILE', '', readToken, 'a file that can be read and holds the token'),
    securityContact: read(
      'SECURITY_CONTACT',
      '',
      (text) => (/^(mailto:[^\s@]+@\S+|https:\/\/\S+)?$/.test(text) ? text : null),
      'mailto: with an address, or an https address',
    ),
    logLevel: read(
      'LOG_LEVEL',
      'warn',
      (text) => (logLevels.includes(text) ? text : null),
      `one of ${logLevels.join(', ')}`,
    ),
    registration: read(
      'REGISTRATION',
      'open',
      (text) => registrations.find((one) => one === text) ?? null,
      `one of ${registrations.join(', ')}`,
    ),
    provider: {
      issuer: read('OIDC_ISSUER', '', parseIssuer, 'the https address of a provider'),
      clientId: given('OIDC_CLIENT_ID'),
      clientSecret: given('OIDC_CLIENT_SECRET'),
      name: given('OIDC_NAME'),
    },
    localLogIn: read('LOCAL_LOGIN', 'true', parseBoolean, 'true or false'),
    recipes: read('RECIPES', 'on', (text) => (/^(on|off)$/.test(text) ? text === 'on' : null), 'on or off'),
  }
  const { issuer, clientId, clientSecret } = config.provider
  const isWhole = clientId !== '' && clientSecret !== ''
  if (issuer === '' ? !config.localLogIn || clientId || clientSecret : !isWhole)
    mistakes.push(
      'LOCAL_LOGIN=false and a provider need all of OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.',
    )
  const mails = read('MAILS', '', (text) => (/^(files)?$/.test(text) ? text : null), 'files, or not set')
  const isPublic = config.publicUrl !== null && !isLoopback(new URL(config.publicUrl).hostname)
  if (isPublic && config.smtp === undefined && mails === '')
    mistakes.push(
      'SMTP_URL must be set where PUBLIC_URL is an address for others: nobody would get the mails that activate an ' +
        'account or replace a password. MAILS=files says that it is meant so, and that you pass them on from DATA_DIR.',
    )
  if (config.nats && config.database && 'sqlite' in config.database)
    mistakes.push(
      'NATS_URL must not be set without a PostgreSQL in DATABASE_URL: only one instance can use a SQLite file, so there ' +
        'is nobody to notify.',
    )
  const misspelt = misspeltIn(env, [...names])
  if (mistakes.length > 0) throw new ConfigError([...mistakes, ...misspelt], true)
  return { ...config, isPublic, misspelt }
}

/** Variables of the commands. */
const readElsewhere = ['BACKUP_PASSPHRASE', 'BACKUP_PASSPHRASE_FILE']

/** A log-in on Debian sets it. */
const usual = new Set(['MAIL'])

function misspeltIn(env: object, names: readonly string[]): string[] {
  const ours = new Set(names)
  return Object.keys(env).flatMap((name) => {
    if (ours.has(name) || usual.has(name)) return []
    const [meant] = names
      .map((one) => ({ one, edits: editsBetween(name.toUpperCase(), one) }))
      .filter(({ one, edits }) => edits <= (one.length < 8 ? 1 : 2))
      .toSorted((a, b) => a.edits - b.edits)
    return meant ? [`${name} is no variable of Koszyk and changes nothing. Is ${meant.one} meant?`] : []
  })
}

/** Returns how many letters are missing, too many, wrong or swapped with their neighbour. */
function editsBetween(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return Infinity
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1),
        isSwap ? (before[j - 2] ?? 0) + 1 : Infinity,
      )
    }
    ;[before, last] = [last, row]
  }
  return last[b.length] ?? Infinity
}

function readToken(file: string): string | null {
  if (file === '') return ''
  try {
    return readFileSync(file, 'utf8').trim() || null
  } catch {
    return null
  }
}

function parsePort(text: string): number | null {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : null
}

function parseDatabase(text: string): DatabaseAddress | null {
  // An address without a host names a socket in its query. URL cannot parse a user without a host, so this adds one.
  if (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text.replace('@/', '@localhost/')))
    return { postgres: text }
  const path = /^sqlite:(.+)$/.exec(text)?.[1]
  if (path === undefined) return null
  return { sqlite: path === ':memory:' ? path : resolve(path.replace(/^\/\/(?=\/)/, '')) }
}

function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null
}

function parseSmtp(text: string): SmtpServer | null | undefined {
  // undefined means 'not set'; null would mean a mistake.
  if (text === '') return undefined
  const url = parseUrl(text)
  if (!url || !url.hostname || !['smtp:', 'smtps:'].includes(url.protocol)) return null
  if (!['', '/'].includes(url.pathname) || !/^(\?tls=(optional|required))?$/.test(url.search)) return null
  const user = decoded(url.username)
  const password = decoded(url.password)
  if (user === undefined || password === undefined) return null
  const secure = url.protocol === 'smtps:'
  const tls = url.searchParams.get('tls') ?? (isLoopback(url.hostname) ? 'optional' : 'required')
  return {
    host: url.hostname,
    port: url.port ? Number(url.port) : secure ? 465 : 587,
    secure,
    requireTls: !secure && tls === 'required',
    user,
    password,
  }
}

function parseNats(text: string): NatsAddress | null | undefined {
  if (text === '') return undefined
  const urls = text.split(',').map((part) => parseUrl(part.trim()))
  const credentials = new Set<string>()
  const schemes = new Set<string>()
  const servers: string[] = []
  for (const url of urls) {
    if (!url?.hostname || !['nats:', 'tls:'].includes(url.protocol)) return null
    if (!['', '/'].includes(url.pathname) || url.search || url.hash) return null
    // The client compares a certificate with a name only.
    if (url.protocol === 'tls:' && isIP(url.hostname.replace(/^\[|]$/g, '')) > 0) return null
    schemes.add(url.protocol)
    if (url.username || url.password) credentials.add(`${url.username}:${url.password}`)
    servers.push(`${url.hostname}:${url.port || 4222}`)
  }
  if (schemes.size > 1 || credentials.size > 1) return null
  const [given = ':'] = credentials
  const [user, password] = given.split(':').map(decoded)
  if (user === undefined || password === undefined) return null
  return {
    servers,
    tls: schemes.has('tls:'),
    ...(password ? { user, pass: password } : user ? { token: user } : {}),
  }
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Returns whether a host name always means the caller's own machine. */
function isLoopback(hostname: string): boolean {
  return /^((.+\.)?localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}

const parseBoolean = (text: string) => (/^(true|false)$/.test(text) ? text === 'true' : null)

function parseIssuer(text: string): string | null {
  const { protocol = '', hostname = '' } = parseUrl(text) ?? {}
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
  return text === '' || isSafe ? text : null
}

function parseMailbox(text: string): Config['mailFrom'] | null {
  const parts = /^([^<>]*)<([^<>]+)>$/.exec(text)
  const address = parseEmail(parts ? parts[2] : text)
  if (!address.ok) return null
  return { name: parts?.[1]?.trim() ?? '', address: address.value }
}

function parseOrigin(text: string): string | null {
  const url = parseUrl(text)
  if (!url || !['http:', 'https:'].includes(url.protocol)) return null
  return url.pathname === '/' && !url.search && !url.hash && !url.username ? url.origin : null
}

function parseProxy(text: string): Config['trustProxy'] | null {
  if (text === 'true' || text === 'false') return text === 'true'
  if (/^\d{1,2}$/.test(text)) return Number(text)
  const addresses = text.split(',').map((part) => part.trim())
  return addresses.every((a) => /^[0-9a-fA-F.:]+(\/\d{1,3})?$/.test(a)) ? addresses : null
}
