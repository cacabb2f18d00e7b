import { type Field, fields, limits } from '../core/entities.ts'
import { parseField, parseProduct, type ProductValue } from '../core/fields.ts'
import { type Change, continues, type Refusal } from '../core/mutation.ts'
import { actionFor, can, type Role } from '../core/permissions.ts'
import { positionAfter } from '../core/position.ts'
import type { Categories } from './category-finder.ts'
import type { Counts } from './list-counts.ts'
import { type Held, newHeld, stamp, writeField } from './product-rows.ts'

/** A list and the products that a batch touches, in memory; `apply` changes it, the caller stores `changed`. */
export interface Scene {
  role: Role
  account: { id: string; name: string }
  categories: Categories
  head: number
  /** how many products live in the list */
  living: number
  /** how many more its owner may have */
  room: number
  /** the position of its last one */
  last: string | null
  products: Map<string, Held>
  /** what each counted when it was read */
  before: ReadonlyMap<string, Counts>
  changed: Set<Held>
  now: number
  random: () => number
}

export interface Writer {
  client: string
  /** epoch ms by the server's clock; null: a REST call, typed now and never stale */
  typedAt: number | null
}

export type Outcome =
  | { status: 'applied'; why: ''; ver: number }
  | { status: 'rejected'; why: Exclude<Refusal, 'stale'>; ver: 0 }
  | { status: 'stale'; why: 'stale'; ver: 0 }

const maxAge = 90 * 86_400_000
const stale: Outcome = { status: 'stale', why: 'stale', ver: 0 }
const rejected = (why: Exclude<Refusal, 'stale'>): Outcome => ({ status: 'rejected', why, ver: 0 })
const applied = (ver: number): Outcome => ({ status: 'applied', why: '', ver })

/** Applies one change or says why not. The values of the change are checked here, whoever sent them. */
export function apply(scene: Scene, change: Change, writer: Writer): Outcome {
  const what = change.op === 'set' ? change.field : change.op
  if (!can(scene.role, actionFor(what))) return rejected('forbidden')
  if (writer.typedAt !== null && scene.now - writer.typedAt > maxAge) return rejected('tooOld')
  if (change.op === 'add') return add(scene, change, writer)
  const held = scene.products.get(change.productId)
  if (change.op === 'delete') return remove(scene, held)
  const parsed = parseField(change.field, change.value)
  if (!parsed.ok) return rejected('invalid')
  if (!held || held.deletedAt > 0) return rejected('gone')
  if (isStale(held, change.field, change.baseVer, writer)) return stale
  return set(scene, held, { [change.field]: parsed.value }, writer)
}

/** Somebody else changed the field since the writer saw it, and typed that later than this. */
function isStale(held: Held, field: Field, baseVer: number, writer: Writer): boolean {
  if (writer.typedAt === null) return false
  return (
    (stamp(held.fieldVer, field) ?? 0) > baseVer &&
    !continues(writer.client, stamp(held.fieldBy, field) ?? '') &&
    (stamp(held.fieldAt, field) ?? 0) > writer.typedAt
  )
}

/** A device that sends an operation again under a new client id goes on as the writer of what that wrote. */
export function adopt(scene: Scene, productId: string, ver: number, client: string): void {
  const held = scene.products.get(productId)
  if (!held || held.deletedAt > 0) return
  for (const field of fields)
    if (stamp(held.fieldVer, field) === ver) {
      held.fieldBy[field] = client
      scene.changed.add(held)
    }
}

function set(scene: Scene, held: Held, values: Partial<ProductValue>, writer: Writer): Outcome {
  const ver = ++scene.head
  held.ver = ver
  for (const field of fields) {
    const value = values[field]
    if (value === undefined) continue
    writeField(held, field, value, scene.categories)
    held.fieldVer[field] = ver
    held.fieldAt[field] = writer.typedAt ?? scene.now
    held.fieldBy[field] = writer.client
  }
  noteLast(scene, held)
  scene.changed.add(held)
  return applied(ver)
}

function remove(scene: Scene, held: Held | undefined): Outcome {
  if (!held || held.deletedAt > 0) return applied(held?.ver ?? 0)
  held.ver = ++scene.head
  held.deletedAt = scene.now
  scene.living--
  scene.room++
  scene.changed.add(held)
  return applied(held.ver)
}

function add(scene: Scene, change: Extract<Change, { op: 'add' }>, writer: Writer): Outcome {
  const parsed = parseProduct(change.value)
  if (!parsed.ok) return rejected('invalid')
  const { value } = parsed
  const held = scene.products.get(change.productId)
  if (held) {
    if (held.addedBy !== scene.account.id) return rejected('idTaken')
    if (held.deletedAt > 0) return rejected('gone')
    return addAgain(scene, held, change.value, value, writer)
  }
  if (scene.living >= limits.productsInList || scene.room <= 0) return rejected('limit')
  const ver = ++scene.head
  const created = newHeld(
    value,
    {
      id: change.productId,
      position: value.position ?? positionAfter(scene.last, scene.random),
      addedBy: scene.account.id,
      addedByName: scene.account.name,
      createdAt: scene.now,
      ver,
      fieldVer: { '*': ver },
      fieldAt: { '*': writer.typedAt ?? scene.now },
      fieldBy: { '*': writer.client },
    },
    scene.categories,
  )
  scene.products.set(created.id, created)
  scene.living++
  scene.room--
  noteLast(scene, created)
  scene.changed.add(created)
  return applied(ver)
}

/** A device that does not remember its add sends it anew: only what nobody has changed later is written. */
function addAgain(scene: Scene, held: Held, given: object, value: ProductValue, writer: Writer): Outcome {
  const fresh = fields.filter((field) => Object.hasOwn(given, field) && !isStale(held, field, 0, writer))
  if (fresh.length === 0) return applied(held.ver)
  return set(scene, held, Object.fromEntries(fresh.map((field) => [field, value[field]])), writer)
}

function noteLast(scene: Scene, held: Held): void {
  if (scene.last === null || held.position > scene.last) scene.last = held.position
}
