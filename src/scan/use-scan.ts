import { useRef, useState } from 'react'
import { currencyOf, shownCurrency } from '../../core/product/currency.ts'
import { unitPrice } from '../../core/product/prices.ts'
import { type ProductView } from '../../core/sync/mutation.ts'
import { type Again, type Given, meeting, boughtAgain } from '../../core/text/again.ts'
import { productKey } from '../../core/text/product-key.ts'
import { shownName } from '../../core/text/tongues.ts'
import { inBase } from '../../core/product/money.ts'
import { type CodedProduct, findBarcode, nameBarcode } from './barcodes.ts'
import { useDeviceSettings } from '../account/session/device-settings.ts'
import { isSameQuestion, makeOne } from '../list/state/already-there.ts'
import { keepBoth } from '../list/state/duplicates.ts'
import { openCurrency, useOpenList } from '../sync/open-list.ts'
import { addProduct, changeProduct, deleteProducts, editProduct } from '../list/state/products.ts'
import type { Mode } from '../list/state/view.ts'
import { notify } from '../ui/notices.ts'
import { currentLanguage } from '../texts/i18n.ts'
import { texts } from '../texts/texts.ts'

type Decision =
  | { do: 'add' }
  | { do: 'absent' }
  | { do: 'tick' | 'untick' | 'bought'; product: ProductView }
  | { do: 'ask'; again: Again }

/** Returns what a scan of this product does on the list. A product still to buy is preferred to a bought one. */
export function decide(mode: Mode, products: Iterable<ProductView>, given: Given): Decision {
  if (mode !== 'shopping') {
    // A barcode stands for one pack, so the quantity is 1 if none was given.
    const there = meeting(products)({ ...given, quantity: given.quantity ?? 1 })
    if (!there) return { do: 'add' }
    return 'ask' in there ? { do: 'ask', again: there.ask } : { do: 'untick', product: there.untick }
  }
  const wanted = productKey(given.productName)
  const same = [...products].filter((product) => productKey(product.productName) === wanted)
  const open = same.find((product) => !product.productStatus)
  if (open) return { do: 'tick', product: open }
  return same[0] ? { do: 'bought', product: same[0] } : { do: 'absent' }
}

/** Returns what to remember for a code that the user assigned to this product of the list. */
export function knownOf(product: ProductView): CodedProduct {
  const { productName, unit, category_name: category } = product
  // A barcode stands for a pack, so grams and the like become pieces: one pack more is not one gram more.
  if (inBase[unit] > 1) return { productName, unit: 'pcs', category }
  const price = unitPrice(product)
  return {
    productName,
    unit,
    category,
    ...(price !== undefined && { price, currency: shownCurrency(openCurrency()) }),
  }
}

/** The result of the last scanned code. `product` is the id of the product on the list. */
export type Result = { code: string } & (
  | { at: 'looking' }
  | { at: 'read'; name: string | null }
  | { at: 'unknown'; asked: boolean }
  | { at: 'added' | 'ticked' | 'unticked' | 'bought'; product: string; name: string }
  | { at: 'again'; again: Again; given: Given }
  | { at: 'absent'; known: CodedProduct }
  | { at: 'refused'; name: string }
)

/** Processes codes one after another according to the list's mode; null: no list, so codes are only shown. */
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
    const productName = shownName(found.known.productName, currentLanguage())
    await apply(code, { ...found.known, productName }, mode)
  }

  async function apply(code: string, named: CodedProduct, mode: Mode, quantity?: number) {
    const given = { ...givenOf(named), quantity }
    const decision = decideNow(mode, given)
    if (decision.do === 'absent') setResult({ code, at: 'absent', known: named })
    else if (decision.do === 'add') await add(code, given)
    else if (decision.do === 'ask') setResult({ code, at: 'again', again: decision.again, given })
    else if (decision.do === 'bought')
      setResult({ code, at: 'bought', product: decision.product.id, name: decision.product.productName })
    else if (decision.do === 'tick') await tick(code, decision.product)
    else await untick(code, decision.product, { productName: given.productName, quantity })
  }

  async function add(code: string, given: Given) {
    const { productName: name } = given
    const done = await addProduct(given)
    const at = given.productStatus ? 'ticked' : 'added'
    setResult(
      done.ok && done.id !== undefined ? { code, at, product: done.id, name } : { code, at: 'refused', name },
    )
  }

  async function tick(code: string, { id, productName: name }: ProductView) {
    const done = await editProduct(id, 'productStatus', true)
    setResult(done.ok ? { code, at: 'ticked', product: id, name } : { code, at: 'refused', name })
  }

  async function untick(code: string, product: ProductView, given: Given) {
    const { id, productName: name } = product
    const done = await changeProduct(id, boughtAgain(product, given))
    setResult(done ? { code, at: 'unticked', product: id, name } : { code, at: 'refused', name })
  }

  /** Adds the scanned amount to a product still to buy, after the user has chosen that. */
  async function both(code: string, asked: Again, given: Given) {
    const now = decideNow('edit', given)
    if (now.do !== 'ask') return setResult({ code, at: 'read', name: given.productName })
    const { again } = now
    // If somebody changed the product meanwhile, ask again with the current amounts.
    if (!isSameQuestion(asked, again)) return setResult({ code, at: 'again', again, given })
    if (await makeOne(again)) setResult({ code, at: 'read', name: again.there.productName })
    else setResult({ code, at: 'refused', name: again.there.productName })
  }

  async function beside(code: string, given: Given) {
    const done = await addProduct(given)
    const { productName: name } = given
    if (done.ok && done.id !== undefined) keepBoth(done.id)
    setResult(
      done.ok && done.id !== undefined
        ? { code, at: 'added', product: done.id, name }
        : { code, at: 'refused', name },
    )
  }

  /** Names the unknown code. Returns false if there is none, or if the name could not be stored. */
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
    else if (result?.at === 'unticked') await editProduct(result.product, 'productStatus', true)
    else return
    setResult({ code: result.code, at: 'read', name: result.name })
  }

  return {
    result,
    take,
    name,
    more,
    undo,
    /** Adds a product that was not on the list, as bought. */
    addBought: (code: string, known: CodedProduct) => add(code, { ...givenOf(known), productStatus: true }),
    both,
    beside,
    letGo: () => setResult((now) => now && { code: now.code, at: 'read', name: null }),
  }
}

function decideNow(mode: Mode, given: Given): Decision {
  return decide(mode, useOpenList.getState().products.values(), given)
}

function givenOf({ productName, unit, category, ...known }: CodedProduct): Given {
  const price = currencyOf(known) === openCurrency() ? known.price : undefined
  return { productName, unit, price, ...(category !== '' && { category }) }
}

export type Scan = ReturnType<typeof useScan>

let audio: AudioContext | null = null

/** Beeps and vibrates briefly, as at a till, if switched on in the settings. `good`: the code was recognised. */
function signal(good: boolean): void {
  const { sound, vibration } = useDeviceSettings.getState().scanner
  if (vibration && 'vibrate' in navigator) navigator.vibrate(good ? 60 : [60, 60, 60])
  if (sound) beep(good ? 1_320 : 440)
}

function beep(frequency: number): void {
  audio ??= new AudioContext()
  // The context is suspended until the first press on the page, and a browser may suspend it again later.
  void audio.resume().catch(() => undefined)
  const tone = audio.createOscillator()
  const loudness = audio.createGain()
  const start = audio.currentTime
  tone.frequency.value = frequency
  loudness.gain.setValueAtTime(0.15, start)
  loudness.gain.exponentialRampToValueAtTime(0.001, start + 0.12)
  tone.connect(loudness).connect(audio.destination)
  tone.start(start)
  tone.stop(start + 0.12)
}
