import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Check } from 'typebox/value'
import { Id } from '../../core/contract/wire.ts'
import { parsed } from '../../core/exchange/ics.ts'
import { limits } from '../../core/product/entities.ts'
import { actionFor, can } from '../../core/product/permissions.ts'
import { orderOf, positionBetween } from '../../core/product/position.ts'
import type { Field } from '../../core/product/table.ts'
import type { SessionUser } from '../auth/session.ts'
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
} from './properties.ts'
import { calendarOf, isEtag, mainOf, readSent, type Resource, type SentTodo, sourceOf } from './todo.ts'
import { type Element, parseXml, within, writeXml, writtenElement } from './xml.ts'

const xmlType = 'application/xml; charset=utf-8'
/** The longest address part or UID. */
const longestName = 255

/** One request of a calendar program. */
export class DavRequest {
  readonly #services: Services
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply
  readonly #call: ReturnType<typeof callsOf>
  readonly #user: SessionUser
  readonly #body: string
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
    this.#body = typeof body === 'string' ? body : ''
    this.#level = name !== '' ? 'item' : listId !== '' ? 'list' : account !== '' ? 'home' : 'root'
    this.#listId = listId
    this.#name = name
  }

  async answer(): Promise<FastifyReply> {
    const { method } = this.#request
    const level = this.#level
    if (method === 'PROPFIND') return this.#propfind()
    if (level === 'list' && method === 'REPORT') return this.#report()
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
    const collection = await this.#collection()
    const found = collection.resources.find((one) => one.name === this.#name)
    if (method === 'PUT') return this.#put(collection, found)
    if (!found) throw problem('notFound')
    if (method !== 'DELETE')
      return this.#reply
        .header('etag', found.etag)
        .type('text/calendar; charset=utf-8')
        .send(calendarOf(found, collection.reader))
    const { 'if-match': expected = '*' } = this.#request.headers
    if (expected !== '*' && !expected.includes(found.etag)) return this.#reply.code(412).send()
    await this.#call('deleteProduct', { params: { idList: this.#listId, id: found.held.id } })
    return this.#reply.code(204).send()
  }

  #list() {
    return listFor(this.#services, this.#user, this.#listId)
  }

  /** Reading a list takes as long as the list is, so an account reads few at a time. */
  #collection(): Promise<Collection> {
    const { inQueueOf } = this.#services
    return inQueueOf(this.#user.id, () => readCollection(this.#services, this.#user, this.#listId))
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

  #items({ list, reader }: Collection, resources: readonly Resource[]): Described[] {
    return resources.map((one) => describeItem(this.#user, list, one, reader))
  }

  async #propfind(): Promise<FastifyReply> {
    const { depth = 'infinity' } = this.#request.headers
    if (depth === 'infinity') return this.#refuse(403, 'd:propfind-finite-depth')
    const isDeep = depth === '1'
    const names = namesIn(parseXml(this.#body))
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
    const request = parseXml(this.#body)
    const collection = await this.#collection()
    const { list, resources } = collection
    const hrefTo = (name: string) => hrefOf(this.#user, list.id, name)
    const show = (some: readonly Resource[], more?: Parameters<typeof multistatus>[2]) =>
      this.#describe(this.#items(collection, some), namesIn(request) ?? ['d:getetag'], more)
    if (request?.name === 'c:calendar-query')
      return show(await inTurns(matching(collection, within(request, 'c:filter'))))
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
    const request = parseXml(this.#body)
    const title = within(request, 'd:set', 'd:prop', 'd:displayname')?.text.trim()
    if (title) await this.#call('updateList', { body: { _id: id, _list_name: title } })
    const sent = request?.children.flatMap((one) => namesIn(one) ?? []) ?? []
    const others = sent.filter((name) => !(title && name === 'd:displayname')).slice(0, 20)
    const stats = [
      ...(title ? [propstat('200 OK', [['d:displayname', '']])] : []),
      ...(others.length > 0
        ? [
            propstat(
              '403 Forbidden',
              others.map((name) => [name, '']),
            ),
          ]
        : []),
    ]
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
    const wanted = within(parseXml(this.#body), 'd:set', 'd:prop') ?? null
    const components = within(wanted, 'c:supported-calendar-component-set')?.children ?? []
    if (components.length > 0 && !components.some(({ attributes }) => attributes['name'] === 'VTODO'))
      return this.#refuse(403, 'c:supported-calendar-component')
    const title = within(wanted, 'd:displayname')?.text.trim()
    await this.#call('createList', { body: { id, ...(title && { _list_name: title }) } })
    return this.#reply.code(201).send()
  }

  async #put(collection: Collection, current: Resource | undefined): Promise<FastifyReply> {
    const body = this.#body
    if (Buffer.byteLength(body) > mostBytes) return this.#refuse(403, 'c:max-resource-size')
    const sent = readSent(body, collection.reader)
    if (!sent && /^BEGIN:V(EVENT|JOURNAL|FREEBUSY)/imu.test(body))
      return this.#refuse(403, 'c:supported-calendar-component')
    if (!sent || Math.max(this.#name.length, sent.uid.length) > longestName || !(current ?? sent.value))
      return this.#refuse(403, 'c:valid-calendar-data')
    const { 'if-match': expected, 'if-none-match': none } = this.#request.headers
    const isForeign = expected !== undefined && expected !== '*' && !isEtag(expected)
    if (isForeign || (expected !== undefined && !current)) return this.#reply.code(412).send()
    const isOther = collection.resources.some((one) => (one === current) !== (one.uid === sent.uid))
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
    const orders = resources.map(({ held }) => orderOf(held.position))
    // A new to-do of a program that counts otherwise goes to the end, as everywhere.
    const isAmong = order !== null && order >= Math.min(...orders) && order <= Math.max(...orders)
    const position = isAmong ? this.#placeAt(order, resources) : null
    for (let id = Check(Id, stem) ? stem : next(''), left = 20; ; id = next(id), left--) {
      if (resources.some((one) => one.held.id === id && one.name !== `${id}.ics`)) continue
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
    const { id, name: productName } = current.held
    const { values, order } = sent.changes(
      current,
      this.#request.headers['if-match'] ?? null,
      this.#user.sessionId,
    )
    const others = resources.filter((one) => one !== current)
    const position = order === null ? null : this.#placeAt(order, others)
    const changes = Object.entries({ ...values, ...(position && { position }) })
    // All of it or nothing.
    if (!changes.every(([field]) => can(list.role, actionFor(field as Field)))) throw problem('forbidden')
    const source = sourceOf(sent, current)
    const mayEdit = can(list.role, 'editProducts') && this.#user.rights?.scope === 'edit'
    if (mayEdit && source !== current.source) {
      await this.#keep(id, sent.uid, source)
      // Gives the product a new version, so that other programs see that there is something new.
      if (changes.length === 0) changes.push(['productName', productName])
    }
    for (const [field, value] of changes)
      await this.#call('editProduct', { params: { idList: list.id, id }, body: { [field]: value } })
  }

  #keep(id: string, uid: string, source: string): Promise<void> {
    const item = { list_id: this.#listId, product_id: id, name: this.#name, uid, source }
    return keepItem(this.#services, this.#user, this.#request.ip, item)
  }

  /** Returns a position for a number that a program orders by; null if none is short enough. */
  #placeAt(order: number, resources: readonly Resource[]): string | null {
    const positions = resources.map(({ held }) => held.position)
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

/**
 * Yields between the to-dos, and returns which of them a filter asks for (RFC 4791, 9.7): by component, and by what is in
 * their properties. A time range is no reason to leave out a product.
 */
function* matching({ resources, reader }: Collection, filter: Element | undefined) {
  const components = filter?.children[0]?.children.filter(({ name }) => name === 'c:comp-filter') ?? []
  if (components.some(({ attributes }) => attributes['name'] !== 'VTODO')) return []
  const tests = components.flatMap(({ children }) => children).filter(({ name }) => name === 'c:prop-filter')
  if (tests.length === 0) return resources
  const found: Resource[] = []
  for (const one of resources) {
    const calendar = parsed(calendarOf(one, reader))
    const todo = calendar && mainOf(calendar)
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
