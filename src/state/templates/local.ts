import { v7 as newId } from 'uuid'
import type { Answer } from '../../../core/contract/api.ts'
import { type ProblemCode, problemStatus } from '../../../core/contract/problem-codes.ts'
import type { Template } from '../../../core/contract/shapes.ts'
import type { ProductValue, TemplateField, SetValueOf } from '../../../core/product/table.ts'
import type { Device } from '../../../device/device.ts'
import { ProblemError } from '../../../device/failures.ts'
import type { AccountDb } from '../../../device/storage/db.ts'
import { accountStore } from '../account-store.ts'
import { type LocalValue, type Kind, readLocal } from '../unsent.ts'

export type TemplateValues = Pick<
  Template,
  'templateName' | 'description' | 'difficulty' | 'isPublic' | 'image' | 'portions' | 'source'
>
export type TemplateProductValues = { [F in TemplateField]?: SetValueOf<F> }
/** A template as a device without an account stores it. A product has no category if no keyword matched. */
export interface TemplateHere extends TemplateValues {
  products: readonly { id: string; value: ProductValue }[]
}
export type NewProductValues = TemplateProductValues & { productName: string }

export type Category = Answer<'categoryKeywords'>[number]
export interface CategoryFields {
  category_name: string
  /** absent if none was chosen */
  icon?: string
  keywords: string[]
}

type Db = Pick<AccountDb, 'getValue' | 'getValues' | 'changeValue'>
export type Alive<T> = LocalValue<T> & { value: T }

const isAlive = <T>(kept: LocalValue<unknown> | null): kept is Alive<T> =>
  kept !== null && kept.value !== null

/**
 * Merges a moved one with the account's copy, which an interrupted move left there. A version changed since then
 * replaces the copy, unless the server has it already. Returns undefined if the values are not templates or categories.
 */
export function joinLocal(moved: unknown, own: unknown): unknown {
  const [now, before] = [readLocal(moved), readLocal(own)]
  if (!now || !before) return undefined
  return before.isSent || before.stamp === now.stamp ? before : now
}

/** Returns whether an account has taken over a trial's value in exactly this version. */
export function isSameLocal(value: unknown, other: unknown): boolean {
  const stamp = readLocal(value)?.stamp
  return stamp !== undefined && readLocal(other)?.stamp === stamp
}

/** Creates the error that the server would give. */
export function refusal(code: ProblemCode, fields?: Record<string, string>): ProblemError {
  return new ProblemError(
    {
      type: 'about:blank',
      title: code,
      status: problemStatus[code],
      code,
      requestId: '',
      ...(fields && { fields }),
    },
    null,
  )
}

/** Accesses those of one kind in one place on this device. */
function localOf<T>(own: Kind) {
  const prefix = `own:${own}:`

  async function all(db: Db): Promise<Alive<T>[]> {
    const values = (await db.getValues(prefix)).map(readLocal).filter(isAlive<T>)
    return values.toSorted((a, b) => a.madeAt - b.madeAt || (a.id < b.id ? -1 : 1))
  }

  async function find(db: Db, id: string): Promise<Alive<T> | null> {
    const kept = readLocal(await db.getValue(prefix + id))
    return isAlive<T>(kept) ? kept : null
  }

  /** Stores a new one. A repeated id changes nothing. Throws limitReached if there are `most` already. */
  async function make(db: Db, id: string, value: T, most: number): Promise<void> {
    if ((await all(db)).length >= most) throw refusal('limitReached')
    const made: LocalValue<T> = { own, id, stamp: newId(), madeAt: Date.now(), value }
    await db.changeValue(prefix + id, (before) => before ?? made)
  }

  /** Throws what `change` throws, and notFound if it is not here. */
  async function change(db: Db, id: string, change: (value: T) => T): Promise<void> {
    await put(db, id, (kept) => ({ ...kept, stamp: newId(), value: change(kept.value) }))
  }

  /** Deletes it. Returns false if it was not here. */
  function drop(db: Db, id: string): Promise<boolean> {
    return putIf(db, id, (kept) => ({ ...kept, stamp: newId(), value: null }))
  }

  /** Marks it as sent. Returns false if it was deleted here meanwhile. */
  async function sent(db: Db, id: string): Promise<boolean> {
    let isDropped = false
    await db.changeValue(prefix + id, (value) => {
      const kept = readLocal(value)
      isDropped = kept !== null && kept.value === null && !kept.isSent
      if (!isAlive<T>(kept)) return value
      const { refused: _, ...mark } = kept
      return { ...mark, value: null, isSent: true } satisfies LocalValue<T>
    })
    return !isDropped
  }

  /** Records why the server refused it. */
  async function refuse(db: Db, id: string, refused: ProblemCode): Promise<void> {
    await putIf(db, id, (kept) => ({ ...kept, refused }))
  }

  async function put(db: Db, id: string, change: (kept: Alive<T>) => LocalValue<T>): Promise<void> {
    if (!(await putIf(db, id, change))) throw refusal('notFound')
  }

  async function putIf(db: Db, id: string, change: (kept: Alive<T>) => LocalValue<T>): Promise<boolean> {
    let isHere = false
    let failed: unknown
    await db.changeValue(prefix + id, (value) => {
      const kept = readLocal(value)
      isHere = isAlive<T>(kept)
      try {
        return isAlive<T>(kept) ? change(kept) : value
      } catch (error) {
        failed = error
        return value
      }
    })
    if (failed !== undefined) throw failed
    return isHere
  }

  return { all, find, make, change, drop, sent, refuse }
}

export const localTemplates = localOf<TemplateHere>('template')
export const localCategories = localOf<CategoryFields>('category')

/** Returns the categories in the order made, in the server's format. */
export async function findCategoriesHere({ db }: Pick<Device, 'db'>): Promise<Category[]> {
  const all = await localCategories.all(db)
  return all.map(({ id, value }) => ({ icon: null, ...value, id, own: true }))
}

/**
 * Ids of what an account took over from a trial and the server does not have yet. The value is null while it is being
 * sent, else the reason why the server refused it.
 */
type Waiting = ReadonlyMap<string, ProblemCode | null>

export const useUnsentTemplates = accountStore<{ all: Waiting }>(() => ({ all: new Map() }))

/** Returns undefined if this template or category does not wait to be sent. */
export function useWaits(id: string): ProblemCode | null | undefined {
  return useUnsentTemplates(({ all }) => all.get(id))
}

/** Reads what waits on this device, and shows it. */
export async function readWaiting(device: Device): Promise<Waiting> {
  if (device.isTrial) return new Map()
  const [categories, templates] = await Promise.all([
    localCategories.all(device.db),
    localTemplates.all(device.db),
  ])
  const all = new Map([...categories, ...templates].map(({ id, refused = null }) => [id, refused]))
  useUnsentTemplates.of(device).setState({ all })
  return all
}
