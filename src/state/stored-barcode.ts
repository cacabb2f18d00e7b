import { type Unit, units } from '../../core/product/entities.ts'

/** The product that the household saved for a barcode. */
export interface CodedProduct {
  productName: string
  unit: Unit
  category: string
  price?: number
}

/** A barcode as stored on this device. `waiting`: named here and not sent to the server yet. */
export interface StoredBarcode extends CodedProduct {
  code: string
  waiting: boolean
  /** new each time the barcode is named, so that a response never marks a newer name as sent */
  stamp: string
}

/** Returns null for a value that this version of the app cannot read. */
export function readStored(value: unknown): StoredBarcode | null {
  if (typeof value !== 'object' || value === null) return null
  const stored = value as Partial<StoredBarcode>
  const isKnown =
    typeof stored.code === 'string' &&
    typeof stored.productName === 'string' &&
    typeof stored.category === 'string' &&
    units.includes(stored.unit as Unit)
  return isKnown ? (stored as StoredBarcode) : null
}

/** Returns whether a stored value is a barcode name not sent to the server yet. */
export function isUnsentBarcode(value: unknown): boolean {
  return readStored(value)?.waiting === true
}
