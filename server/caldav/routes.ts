import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Check } from 'typebox/value'
import { limits } from '../../core/product/entities.ts'
import { parsed } from '../../core/exchange/ics.ts'
import { Id } from '../../core/contract/wire.ts'
import { actionFor, can } from '../../core/product/permissions.ts'
import { orderOf, positionBetween } from '../../core/product/position.ts'
import type { Field } from '../../core/product/table.ts'
import { requireSession, type SessionUser } from '../auth/session.ts'
import { problem } from '../base/problem.ts'
import { inTurns } from '../base/turns.ts'
import { callsOf, Refused } from '../http/own-calls.ts'
import type { Services } from '../services/services.ts'
import {
  changedSince,
  type Collection,
  keepItem,
  listFor,
  listsFor,
  readCollection,
  tokenOf,
} from './collection.ts'
import {
  type Described,
  describeHome,
  describeItem,
  describeList,
  describeRoot,
  hrefOf,
  mostBytes,
  multistatus,
  namesIn,
  propstat,
  rootHref,
} from './properties.ts'
import { calendarOf, isEtag, mainOf, readSent, type Resource, type SentTodo, sourceOf } from './todo.ts'
import { type Element, parseXml, within, writeXml, writtenElement } from './xml.ts'

const methods = ['GET', 'PUT', 'DELETE', 'PROPFIND', 'PROPPATCH', 'REPORT', 'MKCALENDAR', 'MKCOL'] as const
const xmlType = 'application/xml; charset=utf-8'
/** Enough to name all products of the longest list at once, as vdirsyncer does. */
const mostBodyBytes = 1 << 19
/** The longest address part or UID. */
const longestName = 255

/** What one request is about. */
interface Asked {
  user: SessionUser
  listId: string
  /** '' for the list itself */
  name: string
  request: FastifyRequest
  reply: FastifyReply
  body: string
}

// Decision 161: calendars are a way in to the calls of the contract.
/**
 * Serves lists as calendars of to-dos (RFC 4791, RFC 6578), for a personal token as the password of Basic. What is
 * written becomes calls of the REST contract.
 */
export async function caldavRoutes(root: FastifyInstance, services: Services): Promise<void> {
  for (const method of methods.slice(3)) root.addHttpMethod(method, { hasBody: true })
  await root.register(async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    const handle = handler(app, services)

    app.route({
      method: ['GET', 'OPTIONS', 'PROPFIND'],
      url: '/.well-known/caldav',
      handler: async (_request, reply) => reply.redirect(rootHref, 301),
    })
    for (const url of ['/', '/dav', '/dav/*'])
      app.route({
        method: 'OPTIONS',
        url,
        handler: async (_request, reply) =>
          reply
            .headers({ dav: '1, 3, calendar-access', allow: ['OPTIONS', 'HEAD', ...methods].join(', ') })
            .send(),
      })
    // Some programs ask at the address that was typed, and for nothing else.
    for (const url of ['/', '/dav', '/dav/*'])
      app.route({
        method: url === '/' ? 'PROPFIND' : [...methods],
        url,
        bodyLimit: mostBodyBytes,
        onRequest: async (request, reply) => {
          reply.header('www-authenticate', 'Basic realm="Koszyk", charset="UTF-8"')
          request.user = await requireSession(services, request)
          // What a program does stands under the name of its token.
          if (!request.user.rights) throw problem('sessionExpired')
          reply.removeHeader('www-authenticate')
        },
        handler: async (request, reply) => {
          const { user } = request
          if (!user) throw problem('sessionExpired')
          const { '*': path = '' } = request.params as { '*'?: string }
          const [account = '', listId = '', name = '', ...more] = path.split('/')
          if (more.length > 0 || (account !== '' && account !== user.id)) throw problem('notFound')
          const body = typeof request.body === 'string' ? request.body : ''
          try {
            const level = account === '' ? 'root' : listId === '' ? 'home' : 'list'
            return await handle(level, { user, listId, name, request, reply, body })
          } catch (error) {
            if (error instanceof Refused)
              return reply
                .code(error.status)
                .type('application/problem+json; charset=utf-8')
                .send(error.message)
            throw error
          }
        },
      })
  })
}

function handler(app: FastifyInstance, services: Services) {
  /** Reading a list takes as long as the list is, so an account reads few at a time. */
  const read = (user: SessionUser, listId: string) =>
    services.inQueueOf(user.id, () => readCollection(services, user, listId))
  return async (level: 'root' | 'home' | 'list', asked: Asked): Promise<FastifyReply> => {
    const { user, listId, name, request, reply } = asked
    const collection = () => read(user, listId)
    const { method } = request
    if (method === 'PROPFIND') return propfind(services, level, asked, collection)
    if (level !== 'list') return reply.code(405).header('allow', 'OPTIONS, PROPFIND').send()
    if (method === 'REPORT') return report(services, asked, await collection())
    if (method === 'PROPPATCH') return proppatch(app, services, asked)
    if (method === 'MKCALENDAR' || method === 'MKCOL') return makeList(app, services, asked)
    if (method === 'DELETE' && name === '') {
      await listFor(services, user, listId)
      // Not deleted: a program asks nobody, and from the archive it can come back.
      await callsOf(app, request)('archiveList', { params: { id: listId } })
      return reply.code(204).send()
    }
    if (name === '')
      return reply.code(405).header('allow', 'OPTIONS, PROPFIND, REPORT, PROPPATCH, DELETE').send()
    const whole = await collection()
    if (method === 'PUT') return put(app, services, asked, whole)
    const found = whole.resources.find((one) => one.name === name)
    if (!found) throw problem('notFound')
    if (method === 'GET')
      return reply
        .header('etag', found.etag)
        .type('text/calendar; charset=utf-8')
        .send(calendarOf(found, whole.reader))
    const { 'if-match': expected = '*' } = request.headers
    if (expected !== '*' && !expected.includes(found.etag)) return reply.code(412).send()
    await callsOf(app, request)('deleteProduct', { params: { idList: listId, id: found.held.id } })
    return reply.code(204).send()
  }
}

const refuse = (reply: FastifyReply, status: 403 | 409, precondition: string) =>
  reply
    .code(status)
    .type(xmlType)
    .send(writeXml('d:error', writtenElement(precondition, '')))

async function answer(reply: FastifyReply, ...of: Parameters<typeof multistatus>): Promise<FastifyReply> {
  return reply
    .code(207)
    .type(xmlType)
    .send(await inTurns(multistatus(...of)))
}

async function propfind(
  services: Services,
  level: 'root' | 'home' | 'list',
  { user, listId, name, request, reply, body }: Asked,
  collection: () => Promise<Collection>,
): Promise<FastifyReply> {
  const { depth = 'infinity' } = request.headers
  if (depth === 'infinity') return refuse(reply, 403, 'd:propfind-finite-depth')
  const isDeep = depth === '1'
  const names = namesIn(parseXml(body))
  const shown: Described[] = []
  if (level === 'root') shown.push(describeRoot(user))
  if (level === 'home' || (level === 'root' && isDeep)) shown.push(describeHome(user))
  if (level === 'home' && isDeep)
    for (const list of await listsFor(services, user)) shown.push(describeList(user, list))
  if (level !== 'list') return answer(reply, shown, names)
  if (name === '') shown.push(describeList(user, await listFor(services, user, listId)))
  if (name === '' && !isDeep) return answer(reply, shown, names)
  const { list, resources, reader } = await collection()
  const some = resources.filter((one) => name === '' || one.name === name)
  if (name !== '' && some.length === 0) throw problem('notFound')
  return answer(reply, [...shown, ...some.map((one) => describeItem(user, list, one, reader))], names)
}

async function report(services: Services, { user, reply, body }: Asked, collection: Collection) {
  const request = parseXml(body)
  const { list, resources, reader } = collection
  const names = namesIn(request)
  const show = (some: readonly Resource[], more?: Parameters<typeof multistatus>[2]) =>
    answer(
      reply,
      some.map((one) => describeItem(user, list, one, reader)),
      names ?? ['d:getetag'],
      more,
    )
  if (request?.name === 'c:calendar-query')
    return show(await inTurns(matching(collection, within(request, 'c:filter'))))
  if (request?.name === 'c:calendar-multiget') {
    const byHref = new Map(resources.map((one) => [hrefOf(user, list.id, one.name), one]))
    const hrefs = request.children.filter(({ name }) => name === 'd:href').map(({ text }) => canonical(text))
    const asked = new Set(hrefs)
    const gone = [...asked].filter((href) => !byHref.has(href))
    return show(
      [...asked].flatMap((href) => byHref.get(href) ?? []),
      { gone },
    )
  }
  if (request?.name === 'd:sync-collection') {
    const given = within(request, 'd:sync-token')?.text.trim() ?? ''
    const token = tokenOf(list)
    if (given === '') return show(resources, { token })
    const since = await changedSince(services.db, collection, given)
    if (!since) return refuse(reply, 403, 'd:valid-sync-token')
    return show(since.changed, { gone: since.gone.map((name) => hrefOf(user, list.id, name)), token })
  }
  return refuse(reply, 403, 'd:supported-report')
}

/** Returns the path of an address as it is written here: programs encode other signs than we do. */
function canonical(href: string): string {
  try {
    const { pathname } = new URL(href.trim(), 'https://any.where')
    return pathname
      .split('/')
      .map((part) => encodeURIComponent(decodeURIComponent(part)))
      .join('/')
  } catch {
    return href
  }
}

/**
 * Yields which to-dos a filter asks for (RFC 4791, 9.7): by component, and by what is in their properties. A time range
 * is no reason to leave out a product.
 */
function* matching({ resources, reader }: Collection, filter: Element | undefined) {
  const isTodo = ({ name, attributes }: Element) => name === 'c:comp-filter' && attributes['name'] === 'VTODO'
  const wanted = filter?.children[0]?.children ?? []
  const components = wanted.filter(({ name }) => name === 'c:comp-filter')
  if (components.length > 0 && !components.every(isTodo)) return []
  const tests = components.flatMap(({ children }) => children).filter(({ name }) => name === 'c:prop-filter')
  if (tests.length === 0) return resources
  const found: Resource[] = []
  for (const one of resources) {
    const calendar = parsed(calendarOf(one, reader))
    const todo = calendar && mainOf(calendar)
    const isMet = (test: Element) => {
      const value = todo?.getFirstPropertyValue((test.attributes['name'] ?? '').toLowerCase())
      const isThere = value !== null && value !== undefined
      if (within(test, 'c:is-not-defined')) return !isThere
      const match = within(test, 'c:text-match')
      if (!match) return isThere
      const has = isThere && String(value).toLowerCase().includes(match.text.toLowerCase())
      return isThere && has === (match.attributes['negate-condition'] !== 'yes')
    }
    if (tests.every(isMet)) found.push(one)
    yield
  }
  return found
}

/** Renames a list. No other property can be set. */
async function proppatch(
  app: FastifyInstance,
  services: Services,
  { user, listId, name, request, reply, body }: Asked,
) {
  if (name !== '') throw problem('forbidden')
  const { id } = await listFor(services, user, listId)
  const sent = parseXml(body)?.children.flatMap((one) => within(one, 'd:prop')?.children ?? []) ?? []
  const title = within(parseXml(body), 'd:set', 'd:prop', 'd:displayname')?.text.trim()
  if (title) await callsOf(app, request)('updateList', { body: { _id: id, _list_name: title } })
  const others = sent.filter((one) => !one.name.startsWith('?') && !(title && one.name === 'd:displayname'))
  const stats = [
    ...(title ? [propstat('200 OK', [['d:displayname', '']])] : []),
    ...(others.length > 0
      ? [
          propstat(
            '403 Forbidden',
            others.slice(0, 20).map((one) => [one.name, '']),
          ),
        ]
      : []),
  ]
  const response = { 'd:href': hrefOf(user, id), 'd:propstat': stats }
  return reply
    .code(207)
    .type(xmlType)
    .send(writeXml('d:multistatus', writtenElement('d:response', response)))
}

/** Makes a list (MKCALENDAR, or MKCOL as in RFC 5689). */
async function makeList(
  app: FastifyInstance,
  services: Services,
  { user, listId, name, request, reply, body }: Asked,
) {
  if (name !== '' || !Check(Id, listId)) throw problem('forbidden')
  const isThere = await services.db
    .selectFrom('list')
    .select('id')
    .where('id', '=', listId)
    .executeTakeFirst()
  if (isThere) return refuse(reply, 403, 'd:resource-must-be-null')
  const wanted = within(parseXml(body), 'd:set', 'd:prop') ?? null
  const components = within(wanted, 'c:supported-calendar-component-set')?.children ?? []
  if (components.length > 0 && !components.some(({ attributes }) => attributes['name'] === 'VTODO'))
    return refuse(reply, 403, 'c:supported-calendar-component')
  const title = within(wanted, 'd:displayname')?.text.trim()
  await callsOf(app, request)('createList', { body: { id: listId, ...(title && { _list_name: title }) } })
  return reply.code(201).header('location', hrefOf(user, listId)).send()
}

async function put(app: FastifyInstance, services: Services, asked: Asked, collection: Collection) {
  const { name, request, reply, body } = asked
  const { resources, reader } = collection
  if (Buffer.byteLength(body) > mostBytes) return refuse(reply, 403, 'c:max-resource-size')
  const sent = readSent(body, reader)
  if (!sent && /^BEGIN:V(EVENT|JOURNAL|FREEBUSY)/imu.test(body))
    return refuse(reply, 403, 'c:supported-calendar-component')
  if (!sent || Math.max(name.length, sent.uid.length) > longestName)
    return refuse(reply, 403, 'c:valid-calendar-data')
  const current = resources.find((one) => one.name === name)
  const { 'if-match': expected, 'if-none-match': none } = request.headers
  if (expected !== undefined && expected !== '*' && !isEtag(expected)) return reply.code(412).send()
  if (expected !== undefined && !current) return reply.code(412).send()
  const isOther = resources.some((one) => (one.name === name) !== (one.uid === sent.uid))
  if (isOther)
    return none === '*' && current ? reply.code(412).send() : refuse(reply, 409, 'c:no-uid-conflict')
  if (current) await change(app, services, asked, collection, current, sent)
  else if (!sent.value) return refuse(reply, 403, 'c:valid-calendar-data')
  else await add(app, services, asked, collection, sent)
  // No tag in the answer: what is stored is not what was sent, so that a program reads it again (RFC 4791, 5.3.4).
  return reply.code(current ? 204 : 201).send()
}

/** Adds a product. Its id follows from its name, so that a repeated request adds it once. */
async function add(
  app: FastifyInstance,
  services: Services,
  { user, listId, name, request }: Asked,
  { resources }: Collection,
  { uid, source, value, order }: SentTodo,
): Promise<void> {
  const send = callsOf(app, request)
  const stem = name.replace(/\.ics$/u, '')
  const next = (id: string) => createHash('sha256').update(`${listId}/${name}/${id}`).digest('base64url')
  const orders = resources.map(({ held }) => orderOf(held.position))
  // A new to-do of a program that counts otherwise goes to the end, as everywhere.
  const isAmong = order !== null && order >= Math.min(...orders) && order <= Math.max(...orders)
  const position = isAmong ? placeAt(order, resources, services.random) : undefined
  for (let id = Check(Id, stem) ? stem : next(''), tries = 20; ; id = next(id), tries--) {
    if (resources.some((one) => one.held.id === id && one.name !== `${id}.ics`)) continue
    try {
      const body = { productName: '', ...value, id, ...(position && { position }) }
      await send('addProduct', { params: { id: listId }, body })
    } catch (error) {
      const isTaken = error instanceof Refused && /"code":"(gone|idTaken)"/u.test(error.message)
      if (isTaken && tries > 0) continue
      throw error
    }
    if (name !== `${id}.ics` || uid !== id || source !== '')
      await keepItem(services, user, request.ip, { list_id: listId, product_id: id, name, uid, source })
    return
  }
}

/** Sets what the sender changed. What others changed meanwhile stays. */
async function change(
  app: FastifyInstance,
  services: Services,
  { user, listId, name, request }: Asked,
  { list, resources }: Collection,
  current: Resource,
  sent: SentTodo,
): Promise<void> {
  const send = callsOf(app, request)
  const { id, name: productName } = current.held
  const { values, order } = sent.changes(current, request.headers['if-match'] ?? null)
  const others = resources.filter((one) => one !== current)
  const position = order === null ? null : placeAt(order, others, services.random)
  const changes = Object.entries({ ...values, ...(position && { position }) })
  const mayEdit = can(list.role, 'editProducts') && user.rights?.scope === 'edit'
  // All of it or nothing.
  if (!changes.every(([field]) => can(list.role, actionFor(field as Field)))) throw problem('forbidden')
  const source = sourceOf(sent, current)
  if (mayEdit && source !== current.source) {
    await keepItem(services, user, request.ip, {
      list_id: listId,
      product_id: id,
      name,
      uid: sent.uid,
      source,
    })
    // Gives the product a new version, so that other programs see that there is something new.
    if (changes.length === 0) changes.push(['productName', productName])
  }
  for (const [field, value] of changes)
    await send('editProduct', { params: { idList: listId, id }, body: { [field]: value } })
}

/** Returns a position for a number that a program orders by; null if none is short enough. */
function placeAt(order: number, resources: readonly Resource[], random: () => number): string | null {
  const positions = resources.map(({ held }) => held.position)
  const before = positions.findLast((position) => orderOf(position) < order) ?? null
  const after = positions.find((position) => orderOf(position) >= order) ?? null
  const position = positionBetween(before, after, random)
  return position.length <= limits.position ? position : null
}
