import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Check } from 'typebox/value'
import { Id } from '../../core/contract/wire.ts'
import { limits } from '../../core/product/entities.ts'
import { type Action, actionFor, can } from '../../core/product/permissions.ts'
import { orderOf, positionBetween } from '../../core/product/position.ts'
import { allows } from '../../core/product/scopes.ts'
import type { Field } from '../../core/product/table.ts'
import type { Steps } from '../../core/text/steps.ts'
import type { SessionUser } from '../auth/session.ts'
import { problem } from '../base/problem.ts'
import { inTurns } from '../base/turns.ts'
import { createQueuesBy } from '../limits/queue.ts'
import type { Access } from '../lists/store/access.ts'
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
  propstats,
} from './properties.ts'
import { isEtag, mainOf, mostSource, readSent, type Resource, type SentTodo } from './todo.ts'
import { type Element, parseXml, within, writeXml, writtenElement } from './xml.ts'

const xmlType = 'application/xml; charset=utf-8'
/** One PUT at a time for each address. */
const putsOf = createQueuesBy(1, 20)
/** How far an order may be from those of a list: who counts otherwise, such as in seconds, is much further away. */
const farOff = 62 ** 7
/** The longest address part or UID. */
const longestName = 255

/** One request of a calendar program. */
export class DavRequest {
  readonly #services: Services
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply
  readonly #call: ReturnType<typeof callsOf>
  readonly #user: SessionUser
  readonly #body: Buffer
  readonly #level: 'root' | 'home' | 'list' | 'item'
  readonly #listId: string
  /** of the item */
  readonly #name: string

  /** @throws ProblemError notFound for an address of another account */
  constructor(app: FastifyInstance, services: Services, request: FastifyRequest, reply: FastifyReply) {
    const { user, body, params } = request
    const { '*': path = '' } = params as { '*'?: string }
    const [account = '', listId = '', name = '', ...more] = path.split('/')
    if (!user || more.length > 0 || (account !== '' && account !== user.id)) throw problem('notFound')
    this.#services = services
    this.#request = request
    this.#reply = reply
    this.#call = callsOf(app, request)
    this.#user = user
    this.#body = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
    this.#level = name !== '' ? 'item' : listId !== '' ? 'list' : account !== '' ? 'home' : 'root'
    this.#listId = listId
    this.#name = name
  }

  async answer(): Promise<FastifyReply> {
    const { method } = this.#request
    const level = this.#level
    if (method === 'PROPFIND') return this.#inTurn(() => this.#propfind())
    if (level === 'list' && method === 'REPORT') return this.#inTurn(() => this.#report())
    if (level === 'list' && method === 'PROPPATCH') return this.#rename()
    if (level === 'list' && method.startsWith('MK')) return this.#makeList()
    if (level === 'list' && method === 'DELETE') {
      await this.#list()
      // Not deleted: a program asks nobody, and from the archive it can come back.
      await this.#call('archiveList', { params: { id: this.#listId } })
      return this.#reply.code(204).send()
    }
    if (level !== 'item' || !['GET', 'HEAD', 'PUT', 'DELETE'].includes(method))
      return this.#reply.code(405).header('allow', 'OPTIONS, PROPFIND').send()
    // Of two who add under one name at once, the second changes what the first added.
    if (method === 'PUT') return putsOf(this.#request.url, () => this.#put())
    const { resources } = await this.#inTurn(() => this.#collection())
    const found = resources.find((one) => one.name === this.#name)
    if (!found) throw problem('notFound')
    if (method !== 'DELETE')
      return this.#reply
        .header('etag', found.etag)
        .type('text/calendar; charset=utf-8')
        .send(`${found.calendar().toString()}\r\n`)
    const { 'if-match': expected = '*' } = this.#request.headers
    if (expected !== '*' && !expected.includes(found.etag)) return this.#reply.code(412).send()
    await this.#call('deleteProduct', { params: { idList: this.#listId, id: found.held.id } })
    return this.#reply.code(204).send()
  }

  /** Reading takes as long as the list is, so an account reads few at a time. */
  #inTurn<T>(read: () => Promise<T>): Promise<T> {
    return this.#services.inQueueOf(this.#user.id, read)
  }

  #list() {
    return listFor(this.#services, this.#user, this.#listId)
  }

  #collection(): Promise<Collection> {
    return readCollection(this.#services, this.#user, this.#listId)
  }

  #refuse(status: 403 | 409, precondition: string): FastifyReply {
    return this.#reply
      .code(status)
      .type(xmlType)
      .send(writeXml('d:error', writtenElement(precondition, '')))
  }

  async #describe(...of: Parameters<typeof multistatus>): Promise<FastifyReply> {
    return this.#reply
      .code(207)
      .type(xmlType)
      .send(await inTurns(multistatus(...of)))
  }

  #items({ list }: Collection, resources: readonly Resource[]): Described[] {
    return resources.map((one) => describeItem(this.#user, list, one))
  }

  async #propfind(): Promise<FastifyReply> {
    const { depth = 'infinity' } = this.#request.headers
    if (depth === 'infinity') return this.#refuse(403, 'd:propfind-finite-depth')
    const isDeep = depth === '1'
    const names = namesIn(parseXml(this.#body.toString()))
    const shown: Described[] = []
    const level = this.#level
    if (level === 'root') shown.push(describeRoot(this.#user))
    if (level === 'home' || (level === 'root' && isDeep)) shown.push(describeHome(this.#user))
    if (level === 'home' && isDeep)
      for (const list of await listsFor(this.#services, this.#user))
        shown.push(describeList(this.#user, list))
    if (level === 'list') shown.push(describeList(this.#user, await this.#list()))
    if (level === 'item' || (level === 'list' && isDeep)) {
      const collection = await this.#collection()
      const some = collection.resources.filter(({ name }) => level === 'list' || name === this.#name)
      if (level === 'item' && some.length === 0) throw problem('notFound')
      shown.push(...this.#items(collection, some))
    }
    return this.#describe(shown, names)
  }

  async #report(): Promise<FastifyReply> {
    const request = parseXml(this.#body.toString())
    const collection = await this.#collection()
    const { list, resources } = collection
    const hrefTo = (name: string) => hrefOf(this.#user, list.id, name)
    const show = (some: readonly Resource[], more?: Parameters<typeof multistatus>[2]) =>
      this.#describe(this.#items(collection, some), namesIn(request) ?? ['d:getetag'], more)
    if (request?.name === 'c:calendar-query') {
      const found = await inTurns(matching(resources, within(request, 'c:filter')))
      return found ? show(found) : this.#refuse(403, 'c:supported-filter')
    }
    if (request?.name === 'c:calendar-multiget') {
      const byHref = new Map(resources.map((one) => [hrefTo(one.name), one]))
      const hrefs = request.children
        .filter(({ name }) => name === 'd:href')
        .map(({ text }) => canonical(text))
      const asked = [...new Set(hrefs)]
      const gone = asked.filter((href) => !byHref.has(href))
      return show(
        asked.flatMap((href) => byHref.get(href) ?? []),
        { gone },
      )
    }
    if (request?.name !== 'd:sync-collection') return this.#refuse(403, 'd:supported-report')
    const given = within(request, 'd:sync-token')?.text.trim() ?? ''
    const token = tokenOf(list)
    if (given === '') return show(resources, { token })
    const since = await changedSince(this.#services.db, collection, given)
    if (!since) return this.#refuse(403, 'd:valid-sync-token')
    return show(since.changed, { gone: since.gone.map(hrefTo), token })
  }

  /** Renames a list. No other property can be set. */
  async #rename(): Promise<FastifyReply> {
    const { id } = await this.#list()
    const request = parseXml(this.#body.toString())
    const title = within(request, 'd:set', 'd:prop', 'd:displayname')?.text.trim()
    if (title) await this.#call('updateList', { body: { _id: id, _list_name: title } })
    const sent = request?.children.flatMap((one) => namesIn(one) ?? []) ?? []
    const others = sent.filter((name) => !(title && name === 'd:displayname')).slice(0, 20)
    const stats = propstats({
      '200 OK': title ? [['d:displayname', '']] : [],
      '403 Forbidden': others.map((name) => [name, '']),
    })
    const response = writtenElement('d:response', { 'd:href': hrefOf(this.#user, id), 'd:propstat': stats })
    return this.#reply.code(207).type(xmlType).send(writeXml('d:multistatus', response))
  }

  /** Makes a list (MKCALENDAR, or MKCOL as in RFC 5689). */
  async #makeList(): Promise<FastifyReply> {
    const id = this.#listId
    if (!Check(Id, id)) throw problem('forbidden')
    const { db } = this.#services
    if (await db.selectFrom('list').select('id').where('id', '=', id).executeTakeFirst())
      return this.#refuse(403, 'd:resource-must-be-null')
    const wanted = within(parseXml(this.#body.toString()), 'd:set', 'd:prop') ?? null
    const components = within(wanted, 'c:supported-calendar-component-set')?.children ?? []
    if (components.length > 0 && !components.some(({ attributes }) => attributes['name'] === 'VTODO'))
      return this.#refuse(403, 'c:supported-calendar-component')
    const title = within(wanted, 'd:displayname')?.text.trim()
    await this.#call('createList', { body: { id, ...(title && { _list_name: title }) } })
    return this.#reply.code(201).send()
  }

  async #put(): Promise<FastifyReply> {
    const body = this.#body
    const { 'if-match': expected, 'if-none-match': none } = this.#request.headers
    if (body.length > mostBytes) return this.#refuse(403, 'c:max-resource-size')
    const collection = await this.#inTurn(() => this.#collection())
    const { resources, reader } = collection
    const current = resources.find((one) => one.name === this.#name)
    // A line may be folded within a letter (RFC 5545, 3.1).
    const text = Buffer.from(body.toString('latin1').replace(/\r?\n[ \t]/gu, ''), 'latin1').toString()
    const sent = readSent(text, reader, current, { etag: expected ?? '', writer: this.#user.sessionId })
    if (!sent && /^BEGIN:V(EVENT|JOURNAL|FREEBUSY)/imu.test(text))
      return this.#refuse(403, 'c:supported-calendar-component')
    if (!sent || Math.max(this.#name.length, sent.uid.length) > longestName || !(current ?? sent.value))
      return this.#refuse(403, 'c:valid-calendar-data')
    if (sent.source.length > mostSource) return this.#refuse(403, 'c:max-resource-size')
    const isForeign = expected !== undefined && expected !== '*' && !isEtag(expected)
    if (isForeign || (expected !== undefined && !current)) return this.#reply.code(412).send()
    const isOther = resources.some((one) => (one === current) !== (one.uid === sent.uid))
    if (isOther && current && none === '*') return this.#reply.code(412).send()
    if (isOther) return this.#refuse(409, 'c:no-uid-conflict')
    await (current ? this.#change(collection, current, sent) : this.#add(collection, sent))
    // No tag in the answer: what is stored is not what was sent, so that a program reads it again (RFC 4791, 5.3.4).
    return this.#reply.code(current ? 204 : 201).send()
  }

  /** Adds a product. Its id follows from its name, so that a repeated request adds it once. */
  async #add({ resources }: Collection, { uid, source, value, order }: SentTodo): Promise<void> {
    const name = this.#name
    const listId = this.#listId
    const stem = name.replace(/\.ics$/u, '')
    const next = (id: string) => createHash('sha256').update(`${listId}/${name}/${id}`).digest('base64url')
    const { newId } = this.#services
    const position = this.#placeAt(order, resources)
    for (
      let id = Check(Id, stem) ? stem : next(''), left = 20;
      ;
      id = left > 1 ? next(id) : newId(), left--
    ) {
      const own = resources.find(({ held }) => held.id === id)
      if (own && (id === stem || own.name !== `${id}.ics`)) continue
      try {
        const body = { productName: '', ...value, id, ...(position && { position }) }
        await this.#call('addProduct', { params: { id: listId }, body })
      } catch (error) {
        const isTaken = error instanceof Refused && /"code":"(gone|idTaken)"/u.test(error.message)
        if (isTaken && left > 0) continue
        throw error
      }
      if (name !== `${id}.ics` || uid !== id || source !== '') await this.#keep(id, uid, source)
      return
    }
  }

  /** Sets what the sender changed. What others changed meanwhile stays. */
  async #change({ list, resources }: Collection, current: Resource, sent: SentTodo): Promise<void> {
    const { id } = current.held
    const others = resources.filter((one) => one !== current)
    const position = sent.isMoved ? this.#placeAt(sent.order, others) : null
    const changes = Object.entries({ ...sent.changes, ...(position && { position }) })
    // All of it or nothing.
    if (!changes.every(([field]) => this.#may(list, actionFor(field as Field)))) throw problem('forbidden')
    if (this.#may(list, 'editProducts') && sent.source !== current.source)
      await this.#keep(id, sent.uid, sent.source)
    for (const [field, value] of changes)
      await this.#call('editProduct', { params: { idList: list.id, id }, body: { [field]: value } })
  }

  #may({ role }: Access, action: Action): boolean {
    return (
      can(role, action) && allows(this.#user.rights?.scope ?? 'read', action === 'tick' ? 'tick' : 'edit')
    )
  }

  #keep(id: string, uid: string, source: string): Promise<void> {
    const item = { list_id: this.#listId, product_id: id, name: this.#name, uid, source }
    return keepItem(this.#services, this.#user, this.#request.ip, item)
  }

  /**
   * Returns a position for a number that a program orders by; null if none is short enough, or if the program counts
   * otherwise: then it does not know the order.
   */
  #placeAt(order: number | null, resources: readonly Resource[]): string | null {
    const positions = resources.map(({ held }) => held.position)
    const [first, last] = [positions[0], positions.at(-1)]
    if (order === null || first === undefined || last === undefined) return null
    if (order < orderOf(first) - farOff || order > orderOf(last) + farOff) return null
    const before = positions.findLast((position) => orderOf(position) < order) ?? null
    const after = positions.find((position) => orderOf(position) >= order) ?? null
    const position = positionBetween(before, after, this.#services.random)
    return position.length <= limits.position ? position : null
  }
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

const mostTests = 10

/**
 * Yields between the to-dos, and returns which of them a filter asks for (RFC 4791, 9.7): by component, and by what is in
 * their properties; null for a filter that asks too much. A time range is no reason to leave out a product.
 */
function* matching(
  resources: readonly Resource[],
  filter: Element | undefined,
): Steps<readonly Resource[] | null> {
  const components = filter?.children[0]?.children.filter(({ name }) => name === 'c:comp-filter') ?? []
  if (components.some(({ attributes }) => attributes['name'] !== 'VTODO')) return []
  const tests = components.flatMap(({ children }) => children).filter(({ name }) => name === 'c:prop-filter')
  if (tests.length > mostTests) return null
  if (tests.length === 0) return resources
  const found: Resource[] = []
  for (const one of resources) {
    const todo = mainOf(one.calendar())
    const isMet = (test: Element) => {
      const value = todo?.getFirstPropertyValue((test.attributes['name'] ?? '').toLowerCase()) ?? null
      if (within(test, 'c:is-not-defined')) return value === null
      const match = within(test, 'c:text-match')
      if (!match || value === null) return value !== null
      const has = String(value).toLowerCase().includes(match.text.toLowerCase())
      return has === (match.attributes['negate-condition'] !== 'yes')
    }
    if (tests.every(isMet)) found.push(one)
    yield
  }
  return found
}
