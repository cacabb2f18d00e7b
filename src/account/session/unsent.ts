import { v7 as newId } from 'uuid'
import { type ProblemCode, problemStatus } from '../../../core/contract/problem-codes.ts'
import { ProblemError } from '../../../device/failures.ts'
import { spareHere } from '../../../device/storage/copies.ts'
import { type AccountDb, createAccountDb } from '../../../device/storage/db.ts'
import { isMoveMark } from '../../../device/storage/move-mark.ts'

/** Returns whether a stored value exists only on this device, so that it stays for the next sign-in of its account. */
export function isUnsent(value: unknown): boolean {
  return readUnsent(value) !== null || isMoveMark(value)
}

// Decision 155: what waits beside the outbox has one sender.
/**
 * What an account tells the server beside the changes to its lists. It is stored under `own:` until the server has it;
 * without an account, in the trial until that is moved. send-unsent.ts sends all kinds.
 */
const kinds = ['setting', 'barcode', 'opened', 'category', 'template'] as const
type Kind = (typeof kinds)[number]

/**
 * One such value. A template or a category that was deleted or sent leaves a mark with `value` null: after an
 * interrupted move the same one may be in both places, and would be moved a second time.
 */
interface Unsent<T> {
  own: Kind
  id: string
  /** new with each change, so that two copies can be told apart */
  stamp: string
  /** epoch ms */
  madeAt: number
  /** null: it was deleted, or `isSent` */
  value: T | null
  isSent?: true
  /** why the server refused it; it is sent again on the next occasion */
  refused?: ProblemCode
}

/** One that waits to be sent. */
export type Waiting<T> = Unsent<T> & { value: T }

const leavesMark = (kind: Kind) => kind === 'category' || kind === 'template'

/** Returns null for a value that is not one of these. */
function readUnsent(value: unknown): Unsent<unknown> | null {
  const { own, id, stamp } = (value ?? {}) as Partial<Unsent<unknown>>
  const isKnown = kinds.some((kind) => kind === own) && typeof id === 'string' && !!stamp
  return isKnown ? (value as Unsent<unknown>) : null
}

const isWaiting = <T>(unsent: Unsent<unknown> | null): unsent is Waiting<T> =>
  unsent !== null && unsent.value !== null

/**
 * Merges a moved value with the account's own. An interrupted move may have left an earlier copy of a template or a
 * category there: a version changed since then replaces it, unless the server has it already. Anything else stays as
 * the account has it.
 */
export function joinUnsent(_key: string, moved: unknown, existing: unknown): unknown {
  const [now, before] = [readUnsent(moved), readUnsent(existing)]
  if (!now || !before || !leavesMark(before.own)) return existing
  return before.isSent || before.stamp === now.stamp ? before : now
}

/** Returns whether an account has taken over a trial's value in exactly this version. */
export function isSameUnsent(value: unknown, other: unknown): boolean {
  const stamp = readUnsent(value)?.stamp
  return stamp !== undefined && readUnsent(other)?.stamp === stamp
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

type Db = Pick<AccountDb, 'getValue' | 'getValues' | 'changeValue' | 'changeValues'>

/** Accesses those of one kind in one place on this device. */
export function unsentOf<T>(kind: Kind) {
  const prefix = `own:${kind}:`

  async function all(db: Db): Promise<Waiting<T>[]> {
    const values = (await db.getValues(prefix)).map(readUnsent).filter(isWaiting<T>)
    return values.toSorted((a, b) => a.madeAt - b.madeAt || (a.id < b.id ? -1 : 1))
  }

  async function find(db: Db, id: string): Promise<Waiting<T> | null> {
    const unsent = readUnsent(await db.getValue(prefix + id))
    return isWaiting<T>(unsent) ? unsent : null
  }

  const made = (id: string, value: T): Unsent<T> => ({
    own: kind,
    id,
    stamp: newId(),
    madeAt: Date.now(),
    value,
  })

  /** Stores a value in place of the one that waits under this id. */
  function put(db: Db, id: string, value: T): Promise<void> {
    return db.changeValue(prefix + id, () => made(id, value))
  }

  /** Stores a new one. A repeated id changes nothing. Throws limitReached if there are `most` already. */
  async function make(db: Db, id: string, value: T, most: number): Promise<void> {
    if ((await all(db)).length >= most) throw refusal('limitReached')
    await db.changeValue(prefix + id, (before) => before ?? made(id, value))
  }

  /** Throws what `change` throws, and notFound if it is not here. */
  async function change(db: Db, id: string, change: (value: T) => T): Promise<void> {
    const put = (unsent: Waiting<T>) => ({ ...unsent, stamp: newId(), value: change(unsent.value) })
    if (!(await putIf(db, id, put))) throw refusal('notFound')
  }

  /** Deletes it. Returns false if it was not here. */
  function drop(db: Db, id: string): Promise<boolean> {
    return putIf(db, id, (unsent) => ({ ...unsent, stamp: newId(), value: null }))
  }

  /**
   * Removes one that the server has, unless it was changed here meanwhile: then it waits on. Returns false if it was
   * deleted here meanwhile. `beside` is the key of a value that is replaced in the same transaction.
   */
  async function arrived(
    db: Db,
    { id, stamp }: Waiting<T>,
    beside = '',
    change?: (value: unknown) => unknown,
  ): Promise<boolean> {
    let isDropped = false
    await db.changeValues([prefix + id, ...(change ? [beside] : [])], (value, key) => {
      if (key === beside) return change?.(value)
      const unsent = readUnsent(value)
      isDropped = unsent?.value === null && !unsent.isSent
      if (unsent?.stamp !== stamp) return value
      return leavesMark(kind)
        ? { own: kind, id, stamp, madeAt: unsent.madeAt, value: null, isSent: true }
        : undefined
    })
    return !isDropped
  }

  /** Records why the server refused it. */
  async function refuse(db: Db, id: string, refused: ProblemCode): Promise<void> {
    await putIf(db, id, (unsent) => ({ ...unsent, refused }))
  }

  async function putIf(db: Db, id: string, change: (unsent: Waiting<T>) => Unsent<T>): Promise<boolean> {
    let isHere = false
    await db.changeValue(prefix + id, (value) => {
      const unsent = readUnsent(value)
      isHere = isWaiting<T>(unsent)
      return isWaiting<T>(unsent) ? change(unsent) : value
    })
    return isHere
  }

  return { all, find, put, make, change, drop, arrived, refuse }
}

/** Opens the stored data of an account that no page shows. The caller closes it. */
export function openAccount(userId: string): AccountDb {
  return createAccountDb(userId, {
    newId,
    now: Date.now,
    changed: () => undefined,
    spare: spareHere(),
    isUnsent,
  })
}

/** Removes everything of an account that does not come back, such as a guest's, from this device. */
export async function eraseAccount(userId: string): Promise<void> {
  const db = openAccount(userId)
  await db.erase().finally(() => db.close())
}

/**
 * Clears the visible data of an account that no page has open: lists, products, settings. Outbox and tray stay under
 * the account's id, which names nobody.
 */
export async function forgetPerson(userId: string): Promise<void> {
  const db = openAccount(userId)
  await db.forget().finally(() => db.close())
}
