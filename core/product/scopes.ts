/** What another app may do with a personal token: each may also do what those before it may. */
export const scopes = ['read', 'tick', 'edit'] as const
export type Scope = (typeof scopes)[number]

/** Returns whether a scope allows what needs the other one. */
export function allows(scope: Scope, needed: Scope): boolean {
  return scopes.indexOf(scope) >= scopes.indexOf(needed)
}

/** Returns the scope that allows most of these. */
export function widest(some: readonly Scope[]): Scope {
  return scopes.findLast((scope) => some.includes(scope)) ?? 'read'
}

const most = { name: 100, redirects: 5, redirect: 500 }

/**
 * Where an app may be answered: by https, or on the same device (RFC 8252, 7.3). Another scheme would hand the answer to
 * whichever program took the scheme for itself.
 */
const web = /^https:\/\/[\w.-]+(:\d{1,5})?(\/[^\s#\\]*)?$/u
const sameDevice = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?(\/[^\s#\\]*)?$/u
/** Returns whether an app that is answered at this address runs on the same device. */
export const isOnDevice = (uri: string) => sameDevice.test(uri)
const isRedirect = (uri: string) => uri.length <= most.redirect && (web.test(uri) || isOnDevice(uri))

/** An app on the same device gets another port at each start. */
const withoutPort = (uri: string) => uri.replace(sameDevice, 'http://$1$3')

// Decision 167: an app's id says what the app is.
/** Returns the id of an app that registers itself (RFC 7591); null for addresses that it may not be answered at. */
export function clientIdOf(name: string, redirects: readonly string[]): string | null {
  if (redirects.length === 0 || redirects.length > most.redirects || !redirects.every(isRedirect)) return null
  const plain = name
    .toWellFormed()
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim()
  return [plain.slice(0, most.name).toWellFormed(), ...redirects].map(encodeURIComponent).join(',')
}

/** Returns the name in the id of an app; null if it is no id, or if the app may not be answered at `redirect`. */
export function nameOfClient(id: string, redirect: string): string | null {
  try {
    const [name = '', ...redirects] = id.split(',').map(decodeURIComponent)
    const isAllowed = redirects.some((one) => withoutPort(one) === withoutPort(redirect))
    return isAllowed && clientIdOf(name, redirects) === id ? name : null
  } catch {
    return null
  }
}
