import { allows } from '../../core/product/scopes.ts'
import { can } from '../../core/product/permissions.ts'
import type { Steps } from '../../core/text/steps.ts'
import type { SessionUser } from '../auth/session.ts'
import type { Access } from '../lists/store/access.ts'
import { tokenOf } from './collection.ts'
import type { Resource } from './todo.ts'
import { type Element, type Inner, within, writeXml, writtenElement } from './xml.ts'

/** A resource: its address and its properties, which are computed when they are asked for. */
export interface Described {
  href: string
  properties: Readonly<Record<string, () => Inner>>
}

/** The most bytes of one to-do. */
export const mostBytes = 16 << 10
/** The most properties of one request. The largest known request has 25. */
const mostNames = 40

export const rootHref = '/dav/'
export const homeOf = ({ id }: { id: string }) => `${rootHref}${encodeURIComponent(id)}/`
export const hrefOf = (user: { id: string }, listId: string, name = '') =>
  `${homeOf(user)}${encodeURIComponent(listId)}/${encodeURIComponent(name)}`

const common = (user: SessionUser) => ({
  'd:current-user-principal': () => ({ 'd:href': homeOf(user) }),
  'd:principal-collection-set': () => ({ 'd:href': rootHref }),
})

/** The address that leads to the account of a token. */
export function describeRoot(user: SessionUser): Described {
  return { href: rootHref, properties: { ...common(user), 'd:resourcetype': () => ({ 'd:collection': '' }) } }
}

const mayMakeLists = ({ rights }: SessionUser) => rights?.scope === 'edit' && rights.lists.length === 0

/** An account: its principal (RFC 3744), and the home of its lists. */
export function describeHome(user: SessionUser): Described {
  const own = () => ({ 'd:href': homeOf(user) })
  return {
    href: homeOf(user),
    properties: {
      ...common(user),
      'd:resourcetype': () => ({ 'd:collection': '', 'd:principal': '' }),
      'd:displayname': () => [user.name, user.surname].filter(Boolean).join(' ') || user.email,
      'd:principal-URL': own,
      'd:owner': own,
      'c:calendar-home-set': own,
      'c:calendar-user-address-set': () => ({ 'd:href': `mailto:${user.email}` }),
      'd:current-user-privilege-set': () => privileges(['read', ...(mayMakeLists(user) ? ['bind'] : [])]),
    },
  }
}

const reports = ['c:calendar-query', 'c:calendar-multiget', 'd:sync-collection']
const privileges = (names: readonly string[]) => ({
  'd:privilege': names.map((name) => ({ [`d:${name}`]: '' })),
})

/** A list: a calendar of to-dos (RFC 4791). */
export function describeList(user: SessionUser, list: Access): Described {
  const mayEdit = can(list.role, 'editProducts') && allows(user.rights?.scope ?? 'read', 'edit')
  const mayTick = can(list.role, 'tick') && allows(user.rights?.scope ?? 'read', 'tick')
  return {
    href: hrefOf(user, list.id),
    properties: {
      ...common(user),
      'd:resourcetype': () => ({ 'd:collection': '', 'c:calendar': '' }),
      'd:displayname': () => list.name,
      'd:resource-id': () => ({ 'd:href': `urn:koszyk:list:${list.id}` }),
      'd:owner': () => ({ 'd:href': homeOf({ id: list.owner_id }) }),
      'd:current-user-privilege-set': () =>
        privileges([
          'read',
          ...(mayTick ? ['write-content'] : []),
          ...(mayEdit ? ['write', 'bind', 'unbind'] : []),
        ]),
      'd:supported-report-set': () => ({
        'd:supported-report': reports.map((name) => ({ 'd:report': { [name]: '' } })),
      }),
      'c:supported-calendar-component-set': () => ({ 'c:comp': { '@name': 'VTODO' } }),
      'c:max-resource-size': () => mostBytes,
      'd:sync-token': () => tokenOf(list),
      'cs:getctag': () => tokenOf(list),
    },
  }
}

/** A product: a calendar with one to-do. */
export function describeItem(user: SessionUser, list: Access, resource: Resource): Described {
  return {
    href: hrefOf(user, list.id, resource.name),
    properties: {
      'd:resourcetype': () => '',
      'd:getetag': () => resource.etag,
      'd:getcontenttype': () => 'text/calendar; charset=utf-8; component=VTODO',
      'c:calendar-data': () => `${resource.calendar().toString()}\r\n`,
    },
  }
}

/** Returns the names of the properties that a request asks for; null for all. */
export function namesIn(request: Element | null): string[] | null {
  const asked = within(request, 'd:prop')
  // What is in another namespace is not here, and cannot be named in an answer.
  return asked ? asked.children.map(({ name }) => name).filter((name) => !name.startsWith('?')) : null
}

/** Answers with these properties of each resource (RFC 4918, 13), and with the addresses where nothing is. */
export function* multistatus(
  shown: Iterable<Described>,
  names: readonly string[] | null,
  { gone = [], token }: { gone?: readonly string[]; token?: string } = {},
): Steps<string> {
  const parts: string[] = []
  for (const { href, properties } of shown) {
    const wanted = names ?? Object.keys(properties).filter((name) => name !== 'c:calendar-data')
    const unique = [...new Set(wanted)].slice(0, mostNames)
    const found = unique.filter((name) => Object.hasOwn(properties, name))
    const missing = unique.filter((name) => !Object.hasOwn(properties, name))
    const values = found.map((name) => [name, properties[name]?.() ?? ''] as const)
    const stats = propstats({ '200 OK': values, '404 Not Found': missing.map((name) => [name, '']) })
    parts.push(writtenElement('d:response', { 'd:href': href, 'd:propstat': stats }))
    yield
  }
  for (const href of gone)
    parts.push(writtenElement('d:response', { 'd:href': href, 'd:status': 'HTTP/1.1 404 Not Found' }))
  if (token !== undefined) parts.push(writtenElement('d:sync-token', token))
  return writeXml('d:multistatus', parts.join(''))
}

/** Returns what is said of properties, by the status of the answer for them. */
export function propstats(values: Record<string, readonly (readonly [string, Inner])[]>): Inner[] {
  const said = Object.entries(values).filter(([, some]) => some.length > 0)
  return said.map(([status, some]) => ({
    'd:prop': Object.fromEntries(some),
    'd:status': `HTTP/1.1 ${status}`,
  }))
}
