import { useRef, useState } from 'react'
import type { ProductView } from '../../core/sync/mutation.ts'
import { findBarcode, type CodedProduct, nameBarcode } from '../state/barcodes.ts'
import { notify } from '../state/notices.ts'
import { useOpenList } from '../state/lists/open-list.ts'
import { addProduct, deleteProducts, editProduct } from '../state/lists/products.ts'
import type { Mode } from '../state/lists/shopping-mode.ts'
import { texts } from '../texts/texts.ts'
import { decide } from './decide.ts'
import { signal } from './signal.ts'

/** The result of the last code. `product` is the id of the product on the list. */
export type Result = { code: string } & (
  | { at: 'looking' }
  | { at: 'read'; name: string | null }
  | { at: 'unknown'; asked: boolean }
  | { at: 'added' | 'ticked' | 'again' | 'bought'; product: string; name: string }
  | { at: 'absent'; known: CodedProduct }
  | { at: 'refused'; name: string }
)

/** Processes codes one after another according to the list's mode; null: there is no list. */
export function useScan(mode: Mode | null) {
  const [result, setResult] = useState<Result | null>(null)
  const work = useRef(Promise.resolve())

  function take(code: string): void {
    work.current = work.current
      .then(() => find(code))
      .catch(() => {
        notify('error', texts.storageFailed)
        setResult({ code, at: 'read', name: null })
      })
  }

  async function find(code: string) {
    setResult({ code, at: 'looking' })
    const found = await findBarcode(code)
    signal(found.known !== null || mode === null)
    if (mode === null || mode === 'view')
      return setResult({ code, at: 'read', name: found.known?.productName ?? null })
    if (!found.known) return setResult({ code, at: 'unknown', asked: found.asked })
    await apply(code, found.known, mode)
  }

  async function apply(code: string, known: CodedProduct, mode: Mode, quantity?: number) {
    const { productName: name } = known
    const decision = decide(mode, useOpenList.getState().products.values(), name)
    if (decision.do === 'absent') setResult({ code, at: 'absent', known })
    else if (decision.do === 'add') await add(code, known, { quantity })
    else if (decision.do === 'tick') await tick(code, decision.product)
    else
      setResult({ code, at: decision.do, product: decision.product.id, name: decision.product.productName })
  }

  async function add(
    code: string,
    known: CodedProduct,
    more: { quantity?: number; productStatus?: boolean },
  ) {
    const { productName, unit, category, price } = known
    const value = { productName, unit, price, ...(category !== '' && { category }), ...more }
    const done = await addProduct(value)
    const at = more.productStatus ? 'ticked' : 'added'
    setResult(
      done.ok && done.id !== undefined
        ? { code, at, product: done.id, name: productName }
        : { code, at: 'refused', name: productName },
    )
  }

  async function tick(code: string, { id, productName: name }: ProductView) {
    const done = await editProduct(id, 'productStatus', true)
    setResult(done.ok ? { code, at: 'ticked', product: id, name } : { code, at: 'refused', name })
  }

  /** Names an unknown code; false: there is none, or the name could not be stored. */
  async function name(known: CodedProduct, quantity?: number): Promise<boolean> {
    if (result?.at !== 'unknown' || mode === null) return false
    if (!(await nameBarcode(result.code, known))) return false
    await apply(result.code, known, mode, quantity)
    return true
  }

  async function more(id: string) {
    const product = useOpenList.getState().products.get(id)
    if (product) await editProduct(id, 'quantity', Math.round(product.quantity * 100 + 100) / 100)
  }

  /** Undoes the last scan. */
  async function undo() {
    if (result?.at === 'added') await deleteProducts([result.product])
    else if (result?.at === 'ticked') await editProduct(result.product, 'productStatus', false)
    else return
    setResult({ code: result.code, at: 'read', name: result.name })
  }

  return {
    result,
    take,
    name,
    more,
    undo,
    /** Adds a product as bought that was not on the list. */
    addBought: (code: string, known: CodedProduct) => add(code, known, { productStatus: true }),
    letGo: () => setResult((now) => now && { code: now.code, at: 'read', name: null }),
  }
}

export type Scan = ReturnType<typeof useScan>
