/**
 * What a full disk needs in Chromium. Chromium keeps IndexedDB in LevelDB, which appends every change to a log. A
 * write that meets a full disk leaves half a record at the end of that log. Chromium then closes every connection, and
 * the next `indexedDB.open` appends to the same log, behind the half record. These later changes are reported as
 * complete, but the next opening cannot read across the half record: it drops them, or takes the log for damaged and
 * deletes every database of the site.
 *
 * So after such an error nothing may be written until there is room (`hasRoom`), and the log must be replaced before
 * anything else is written (`rotateLog`). Seen in Chromium 156.
 */

/** `caches` is missing in the types that pages and workers share. */
interface Caches {
  /** absent where the page did not come over https */
  caches?: CacheStorage
}
const scope = globalThis as unknown as Caches

/** Name of the scratch cache and of the scratch database. */
const name = 'room'

/** The rotation needs the 6 MB that it writes, and nearly as much again for the table that LevelDB makes of them. */
const probedBytes = 12 * 2 ** 20

/** LevelDB begins a new log after at most 4 MB. */
const rotatedBytes = 6 * 2 ** 20
/** Chromium stores values from 64 KB on as files, which do not fill the log. */
const valueBytes = 50_000

/**
 * Whether this browser may leave half a record in its log. Every browser built on Chromium names itself Chrome, even if
 * the page was not loaded over https and `navigator.userAgentData` is missing.
 */
export const tearsItsLog: boolean = /Chrom(?:e|ium)\//.test(navigator.userAgent)

/**
 * Returns whether 12 MB can be written to the disk, by writing them to Cache Storage, which has a log of its own. Takes
 * about 0.1 s. The first answer after room was made may still be false.
 *
 * @returns also true if there is no Cache Storage: then the rotation itself finds out
 */
export async function hasRoom(): Promise<boolean> {
  const { caches } = scope
  if (!caches) return true
  const address = new URL('/room', self.location.origin)
  try {
    const cache = await caches.open(name)
    try {
      await cache.put(address, new Response(new Uint8Array(probedBytes)))
    } finally {
      // Deleting the cache alone would keep the bytes on the disk until the garbage collector finds `cache`.
      await cache.delete(address)
    }
    return true
  } catch {
    return false
  } finally {
    // A cache that was opened on a full disk rejects everything until the browser is restarted, even when there is
    // room.
    await caches.delete(name).catch(() => false)
  }
}

/**
 * Makes LevelDB begin a new log, by filling the old one with a scratch database. All databases of the site share the
 * log. Its whole records are kept, in a table. Call this only after `hasRoom`, and before any other write.
 *
 * Takes about 0.1 s. If the browser is killed in that time, it may treat the log as damaged at the next start. To keep
 * the risk short, everything is written in one transaction: the browser holds it in memory and appends it when it ends.
 *
 * @throws DOMException when the disk is full again
 */
export async function rotateLog(): Promise<void> {
  const db = await openScratch()
  try {
    await write(db, (store) => {
      // Random, so that compression cannot shrink it.
      for (let written = 0; written < rotatedBytes; written += valueBytes)
        store.put(randomBytes(valueBytes), written)
    })
    await write(db, (store) => store.clear())
  } finally {
    db.close()
  }
  await settled(indexedDB.deleteDatabase(name))
}

async function openScratch(): Promise<IDBDatabase> {
  const opening = indexedDB.open(name)
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(name))
  return settled(opening)
}

function write(db: IDBDatabase, ask: (store: IDBObjectStore) => unknown): Promise<void> {
  return new Promise((done, failed) => {
    // Strict, so that an error of the disk is reported by the transaction that met it.
    const tx = db.transaction(name, 'readwrite', { durability: 'strict' })
    tx.addEventListener('complete', () => done())
    tx.addEventListener('abort', () => failed(tx.error ?? new DOMException('', 'AbortError')))
    ask(tx.objectStore(name))
  })
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((done, failed) => {
    request.addEventListener('success', () => done(request.result))
    request.addEventListener('error', () => failed(request.error ?? new DOMException('', 'UnknownError')))
  })
}

function randomBytes(count: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(count))
}

/** Name of the cache whose two entries say whether the log is whole. */
const markName = 'disk'
const knownPath = '/known'
const whole = '/whole'

/**
 * Returns whether an earlier start of the browser left a torn log that nothing has rotated since. A mark cannot be
 * written to a full disk, but an existing one can be removed, and the removal reaches the disk at once, even if the
 * browser is killed (8 of 8). So the mark exists while the log is whole. Takes about 3 ms.
 */
export async function wasTorn(): Promise<boolean> {
  const { caches } = scope
  try {
    if (!(await caches?.has(markName))) return false
    const cache = await caches!.open(markName)
    const [isKnown, isWhole] = await Promise.all([cache.match(knownPath), cache.match(whole)])
    return isKnown !== undefined && isWhole === undefined
  } catch {
    return false // Cache Storage is not available, so no mark was ever made
  }
}

/** Writes or removes the mark. Never rejects: without a mark the log counts as whole. */
export async function markLog(isWhole: boolean): Promise<void> {
  try {
    const cache = await scope.caches?.open(markName)
    if (!isWhole) return void (await cache?.delete(whole))
    if (await cache?.match(whole)) return
    await cache?.put(whole, new Response('whole'))
    await cache?.put(knownPath, new Response('known'))
  } catch {
    // No room for it.
  }
}
