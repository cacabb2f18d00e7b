import { barcodeKey, weighedPrefix } from '../../core/text/barcodes.ts'
import { type Unit, units } from '../../core/product/entities.ts'
import type { Device } from '../../device/device.ts'
import { ProblemError } from '../../device/failures.ts'
import { http } from '../../device/network.ts'
import { useSync } from '../sync/sync-status.ts'
import { notify } from '../ui/notices.ts'
import { type MakeWay, sendSoon } from '../sync/send-unsent.ts'
import { currentDevice } from '../sync/device.ts'
import { unsentOf, type Waiting } from '../account/session/unsent.ts'
import { texts } from '../texts/texts.ts'

/** The product that the household saved for a barcode. */
export interface CodedProduct {
  productName: string
  unit: Unit
  category: string
  price?: number
  /** of the price; PLN if it is left out */
  currency?: string | undefined
}

/** A name that the server has, as stored on this device. Names that it does not have are in `unsentBarcodes`. */
interface StoredBarcode extends CodedProduct {
  code: string
}

type Found = { known: CodedProduct } | { known: null; asked: boolean }

const prefix = 'barcode:'
const unsentBarcodes = unsentOf<StoredBarcode>('barcode')
/** Short, because the user stands there holding the product. */
const timeoutMs = 4_000

/** Looks up a barcode: first on this device, then among the household's names on the server. */
export async function findBarcode(code: string): Promise<Found> {
  const device = currentDevice()
  const unsent = (await unsentBarcodes.find(device.db, code))?.value
  if (unsent) return { known: unsent }
  const stored = readStored(await device.db.getValue(prefix + code)) ?? (await findWeighed(device, code))
  const { online } = useSync.getState()
  if (stored) {
    // The user may have named it on another device, or somebody else corrected it: the next scan has that.
    if (online && !device.isTrial) void askServer(device, code).catch(() => undefined)
    return { known: stored }
  }
  // Without an account there is no household to ask.
  if (device.isTrial) return { known: null, asked: true }
  if (!online) return { known: null, asked: false }
  try {
    return { known: await askServer(device, code) }
  } catch (error) {
    return { known: null, asked: error instanceof ProblemError && error.problem.code === 'notFound' }
  }
}

async function askServer({ db }: Device, code: string): Promise<StoredBarcode> {
  const known = await http.call('GET /api/v3/barcodes/:code', { params: { code }, timeout: timeoutMs })
  // If storage is full, the server is asked again next time.
  await db.putValue(prefix + code, known satisfies StoredBarcode).catch(() => undefined)
  return known
}

/** Older versions stored the code of a weighed product with its weight or price. */
async function findWeighed(device: Device, code: string): Promise<StoredBarcode | null> {
  if (weighedPrefix(code) === null) return null
  return (await readAll(device)).find((stored) => barcodeKey(stored.code) === code) ?? null
}

/** Stores a name on this device at once and sends it to the server, for the household, when online. */
export async function nameBarcode(code: string, known: CodedProduct) {
  const { productName, unit, category, price, currency } = known
  const priced = price !== undefined && { price, ...(currency !== undefined && { currency }) }
  try {
    await unsentBarcodes.put(currentDevice().db, code, { code, productName, unit, category, ...priced })
  } catch {
    notify('error', texts.storageFailed)
    return false
  }
  sendSoon()
  return true
}

/** The names that this device can suggest. */
export async function knownNames(): Promise<string[]> {
  const stored = await readAll(currentDevice())
  return [...new Set(stored.map(({ productName }) => productName))]
}

export const barcodeWay: MakeWay = ({ db }, call) => {
  /** From now on it is one of the names that this device knows. If the server refuses it, it stays on this device. */
  const arrived = (one: Waiting<StoredBarcode>) =>
    unsentBarcodes.arrived(db, one, prefix + one.id, () => one.value)
  return {
    kind: 'barcode',
    async send(one: Waiting<StoredBarcode>) {
      const { code, ...body } = one.value
      await call('PUT /api/v3/barcodes/:code', { params: { code }, body })
      await arrived(one)
    },
    giveUp: arrived,
  }
}

/** Returns null for a value that this version of the app cannot read. */
function readStored(value: unknown): StoredBarcode | null {
  if (typeof value !== 'object' || value === null) return null
  const stored = value as Partial<StoredBarcode>
  const isKnown =
    typeof stored.code === 'string' &&
    typeof stored.productName === 'string' &&
    typeof stored.category === 'string' &&
    units.includes(stored.unit as Unit)
  return isKnown ? (stored as StoredBarcode) : null
}

async function readAll({ db }: Device): Promise<StoredBarcode[]> {
  const unsent = await unsentBarcodes.all(db)
  const stored = (await db.getValues(prefix)).map(readStored).filter((one) => one !== null)
  return [...unsent.map(({ value }) => value), ...stored]
}
