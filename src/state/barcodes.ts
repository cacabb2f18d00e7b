import { v7 as newId } from 'uuid'
import { barcodeKey, weighedPrefix } from '../../core/text/barcodes.ts'
import type { Device } from '../../device/device.ts'
import { ProblemError } from '../../device/failures.ts'
import { http } from '../../device/network.ts'
import { watchChancesToSend } from './calls.ts'
import { useSync } from './lists/sync.ts'
import { notify } from './notices.ts'
import { currentDevice, useDevice } from './session/device.ts'
import { isAccountOf } from './session/session.ts'
import { type CodedProduct, readStored, type StoredBarcode } from './unsent.ts'
import { texts } from '../texts/texts.ts'

type Found = { known: CodedProduct } | { known: null; asked: boolean }

const prefix = 'barcode:'
/** Short, because the user stands there holding the product. */
const timeoutMs = 4_000

/** Looks up a barcode: first on this device, then among the household's names on the server. */
export async function findBarcode(code: string): Promise<Found> {
  const device = currentDevice()
  const stored = readStored(await device.db.getValue(prefix + code)) ?? (await findWeighed(device, code))
  if (stored) return { known: stored }
  // Without an account there is no household to ask.
  if (device.isTrial) return { known: null, asked: true }
  if (!useSync.getState().online) return { known: null, asked: false }
  try {
    const known = await http.call('GET /api/v3/barcodes/:code', { params: { code }, timeout: timeoutMs })
    // If storage is full, the server is asked again next time.
    await device.db
      .putValue(prefix + code, { ...known, waiting: false, stamp: newId() } satisfies StoredBarcode)
      .catch(() => undefined)
    return { known }
  } catch (error) {
    return { known: null, asked: error instanceof ProblemError && error.problem.code === 'notFound' }
  }
}

/** Older versions stored the code of a weighed product with its weight or price. */
async function findWeighed(device: Device, code: string): Promise<StoredBarcode | null> {
  if (weighedPrefix(code) === null) return null
  return (await readAll(device)).find((stored) => barcodeKey(stored.code) === code) ?? null
}

/** Stores a name on this device at once and sends it to the server, for the household, when online. */
export async function nameBarcode(code: string, known: CodedProduct) {
  const { productName, unit, category, price, currency } = known
  const about = { code, productName, unit, category, price, currency }
  const stored: StoredBarcode = { ...about, waiting: true, stamp: newId() }
  try {
    await currentDevice().db.changeValue(prefix + code, () => stored)
  } catch {
    notify('error', texts.storageFailed)
    return false
  }
  void sendBarcodes()
  return true
}

/** The names that this device can suggest. */
export async function knownNames(): Promise<string[]> {
  const stored = await readAll(currentDevice())
  return [...new Set(stored.map(({ productName }) => productName))]
}

let sending: Promise<void> = Promise.resolve()

/** Sends the waiting names; what cannot be sent now is retried next time. */
function sendBarcodes(): Promise<void> {
  sending = sending.then(sendAll).catch(() => undefined)
  return sending
}

async function sendAll(): Promise<void> {
  const { device } = useDevice.getState()
  const isOurs = () => device !== null && isAccountOf(device.userId)
  if (!device || !isOurs()) return
  for (const stored of await readAll(device)) {
    if (!stored.waiting || !isOurs()) continue
    const { code, productName, unit, category, price, currency } = stored
    const priced = price !== undefined && { price, ...(currency !== undefined && { currency }) }
    const body = { productName, unit, category, ...priced }
    try {
      await http.call('PUT /api/v3/barcodes/:code', { params: { code }, body })
    } catch (error) {
      if (!isFinal(error)) return
    }
    await device.db.changeValue(prefix + code, (value) => {
      const now = readStored(value)
      return now?.stamp === stored.stamp ? { ...now, waiting: false } : value
    })
  }
}

/** A retry would get the same response; the name stays on this device. */
function isFinal(error: unknown): boolean {
  return error instanceof ProblemError && [400, 409, 422].includes(error.problem.status)
}

export function watchBarcodes(): void {
  watchChancesToSend(() => void sendBarcodes())
}

async function readAll(device: Device): Promise<StoredBarcode[]> {
  return (await device.db.getValues(prefix)).map(readStored).filter((stored) => stored !== null)
}
