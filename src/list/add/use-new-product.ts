import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import {
  useCallback,
  useRef,
  useState,
  type ClipboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
} from 'react'
import { type Understood, withName } from '../../../core/text/quick-add.ts'
import { fieldErrorText, problemText } from '../../texts/problem-text.ts'
import { type Added, addProduct } from '../state/products.ts'
import { categoryFor, type ProductSuggestion, useSuggestions, nameKey } from '../../sync/suggestions.ts'
import { buyAgain, meetingNow } from '../state/already-there.ts'
import { againOf, type Given } from '../../../core/text/again.ts'
import { meantFor } from '../../../core/text/meant-price.ts'
import { mayBeSame } from '../../../core/text/near.ts'
import type { ProductView } from '../../../core/sync/mutation.ts'
import { announce, openPasted, useListUi, type Draft } from '../state/ui.ts'
import { openCurrency, useOpenList } from '../../sync/open-list.ts'
import { asTyped, knownBefore, withUnderstood, understoodIn } from './draft.ts'
import { emptyDraft, keptDraft, useKeepDraft } from '../state/use-kept-draft.ts'
import { ask, dropQuestions, takeBack, useQuestion } from './duplicate-question.tsx'
import { type TypedField, typedFields } from '../../../core/product/table.ts'
import { decimal, parseTyped } from '../../texts/field-text.ts'
import { useLanguage } from '../../texts/i18n.ts'
import { isManyLines } from '../../../core/text/pasted-line.ts'
import { type Chosen, chosenEvent } from './suggest-popup-state.ts'
import type { PriceFor } from '../../../core/product/entities.ts'
import { useKnownPrices } from '../prices/use-known-prices.ts'
import { lastPriceOf } from '../state/prices.ts'
import { remember } from '../state/suggested-fields.ts'

type DraftErrors = Partial<Record<TypedField, MessageDescriptor>>

/** Receives the id of the added product and its parsed values. `id` null: a bought product was unticked instead. */
type OnAdded = (added: { id: string | null; said: Understood }) => void

const notStored = { ok: false, error: 'storage' } as const

function isEmpty(draft: Draft): boolean {
  return typedFields.every((field) => draft[field] === emptyDraft[field])
}

/** Returns only the values the user gave, without those filled in by the app. A unit alone means a quantity of 1. */
function saidOf(draft: Draft, value: Given): Given {
  const understood = understoodIn(draft)
  const { productName, productStatus, ...others } = value
  const fields = Object.entries(others).filter(
    ([field]) => field in understood || draft[field as keyof Draft] !== emptyDraft[field as keyof Draft],
  )
  const { priceFor } = value
  const given = {
    ...Object.fromEntries(fields),
    ...(priceFor && { priceFor }),
    productName,
    ...(productStatus && { productStatus }),
  } as Given
  return given.unit === undefined ? given : { ...given, quantity: value.quantity ?? 1 }
}

/** Returns what a price is for that was typed into its own field, or beside an amount that was. */
function priceForOf({ productName, price, quantity = 1, unit = 'pcs' }: Given & { price: number }): PriceFor {
  return meantFor({ productName, price, quantity, unit }, lastPriceOf(productName, unit))
}

/** Returns a product still to buy whose name is so similar that it may be the same product. */
function nearNow(name: string): ProductView | undefined {
  for (const product of useOpenList.getState().products.values())
    if (!product.productStatus && mayBeSame(product.productName, name)) return product
  return undefined
}

/**
 * Manages the draft of a product that is not added yet. Enter clears the fields at once, without waiting for the disk.
 * A draft that could not be stored comes back as soon as the fields are empty.
 */
function useNewProduct(onAdded: OnAdded) {
  const language = useLanguage()
  useSuggestions((suggestions) => suggestions.product) // renders again when data about the name arrives later
  const [draft, setDraft] = useState(keptDraft)
  useKeepDraft(draft)
  const [errors, setErrors] = useState<DraftErrors>({})
  const question = useQuestion()
  const refused = useRef<Draft[]>([])
  const storing = useRef(new Map<string, Promise<unknown>>())
  const understood = understoodIn(draft)
  const isNamed = understood.productName !== ''
  // A capital letter is no news.
  const typedName = draft.productName.trim()
  const differs = typedName.slice(1) !== understood.productName.slice(1) || (typedName !== '' && !isNamed)
  useKnownPrices(understood.productName) // renders again when they are read: they say what a price is for
  const before = isNamed && !draft.plain ? knownBefore(understood.productName) : undefined
  const category =
    draft.category.trim() || (isNamed && !draft.plain ? categoryFor(understood.productName) : '')
  const unknownPrice = draft.price === '' && understood.price === undefined
  const lastPrice =
    unknownPrice && before?.unit === (understood.unit ?? draft.unit) ? before.price : undefined

  // Stable across key presses, so that the other fields do not render again.
  const change = useCallback(
    (field: TypedField | 'unit', text: string) => {
      const written = (value: number) => decimal(String(value), language)
      setDraft((now) =>
        field === 'productName'
          ? { ...now, productName: text, plain: now.plain && text !== '', bought: now.bought && text !== '' }
          : { ...withUnderstood(now, written), [field]: text },
      )
      setErrors((now) => ({ ...now, [field]: undefined }))
    },
    [language],
  )

  /** Returns the draft with the typed name replaced by the chosen one; the rest of the text stays. */
  function chosen({ name, product }: { name: string; product?: ProductSuggestion }): Draft {
    const text = withName(draft.productName, asTyped(draft).productName, name) ?? name
    const counted = understood.quantity !== undefined || draft.quantity !== emptyDraft.quantity
    return {
      ...draft,
      productName: text,
      unit: product && !counted && draft.unit === emptyDraft.unit ? product.unit : draft.unit,
      category: draft.category || (product?.category_name ?? ''),
    }
  }

  function makeRoom() {
    setDraft(refused.current.shift() ?? emptyDraft)
    setErrors({})
  }

  /** Returns the values of a draft; null if a value is invalid, and then shows the error beside its field. */
  function read(draft: Draft): Given | null {
    const { bought, ...inName } = understoodIn(draft)
    const value: Record<string, unknown> = { unit: draft.unit, ...inName }
    const wrong: DraftErrors = {}
    for (const field of typedFields) {
      const text = field === 'productName' ? inName.productName : draft[field]
      // An empty field is left out instead of stored as '', so that the household's own categories can fill it in.
      if (text.trim() === '' || (field === 'quantity' && inName.quantity !== undefined)) continue
      const typed = parseTyped(field, text, language, openCurrency())
      if (typed.ok) value[field] = typed.value
      else wrong[field] = typed.error
    }
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) return null
    if (bought) value['productStatus'] = true
    if (typeof value['price'] === 'number')
      value['priceFor'] ??= priceForOf(value as Given & { price: number })
    const category = draft.plain ? '' : categoryFor(inName.productName)
    if (category !== '') value['category'] ??= category
    return value as Given
  }

  /**
   * Adds a draft and clears the fields at once for the next product. If the list already has a product of this name, a
   * bought one is unticked instead; for one still to buy the app scrolls to it and asks what to do.
   */
  async function add(wanted: Draft = draft) {
    if (understoodIn(wanted).productName === '') return askForName(wanted)
    const value = read(wanted)
    if (!value) return setDraft(wanted)
    makeRoom()
    dropQuestions()
    const key = nameKey(value.productName)
    // A product of the same name may still be being stored. Wait for it, so that this one is recognised as a duplicate.
    const before = storing.current.get(key)
    if (before) await before
    const done = put(wanted, value)
    storing.current.set(key, done)
    await done
    if (storing.current.get(key) === done) storing.current.delete(key)
  }

  /** Asks for a name if the text has none: '200g 9,99' has an amount and a price, but no product. */
  function askForName(wanted: Draft) {
    setDraft(wanted)
    if (wanted.productName.trim() !== '') setErrors({ productName: msg`Add the product’s name.` })
  }

  async function put(wanted: Draft, value: Given) {
    const given = saidOf(wanted, value)
    const there = meetingNow()(given)
    if (there && 'ask' in there) return ask({ there: there.ask.there, said: given, value, draft: wanted })
    const near = there ? undefined : nearNow(value.productName)
    const done = await store(there?.untick, given, value)
    if (!done.ok) return refuse(wanted, done.error)
    onAdded({ id: done.id ?? null, said: { ...understoodIn(wanted), unit: value.unit } })
    // With a question open, the name to remember depends on the answer.
    if (near && done.id && againOf(near, given).both)
      ask({ there: near, said: given, value, draft: wanted, added: done.id })
    else remember([value])
  }

  async function store(bought: ProductView | undefined, given: Given, value: Given): Promise<Added> {
    if (!bought) return addProduct(value)
    return (await buyAgain(bought, given)) ? { ok: true } : notStored
  }

  /** Queues a draft that could not be stored, to return it to the fields once they are empty, and shows the error. */
  function refuse(wanted: Draft, error: (Added & { ok: false })['error']) {
    refused.current.push(wanted)
    setDraft((now) => (isEmpty(now) ? (refused.current.shift() ?? now) : now))
    if (error === 'forbidden') setErrors({ productName: problemText('forbidden') })
    else if (error !== 'storage') setErrors({ productName: fieldErrorText(error) })
  }

  function setPlain(plain: boolean) {
    setDraft((now) => ({ ...now, plain }))
    setErrors((now) => ({ ...now, productName: undefined }))
  }

  /**
   * Handles Escape. If nothing is typed, removes the open question and restores its draft if that would be lost.
   * Otherwise, if parsing changed the name, switches to the text as typed; if not, clears the fields.
   */
  function goBack() {
    if (question && isEmpty(draft)) return setDraft(takeBack(question) ?? emptyDraft)
    if (!draft.plain && differs) return setPlain(true)
    makeRoom()
  }

  return {
    draft,
    said: understood,
    /** the name is not what was typed */
    differs,
    choosePriceFor: (priceFor: PriceFor) => setDraft((now) => ({ ...now, priceFor })),
    category,
    lastPrice,
    errors,
    canAdd: draft.productName.trim() !== '',
    change,
    choose: (option: { name: string; product?: ProductSuggestion }) => void add(chosen(option)),
    add,
    setPlain,
    goBack,
  }
}

export type NewProduct = ReturnType<typeof useNewProduct>

/** Shared by all places where products are added: typing, choosing and pasting. */
export function useAdding(name: RefObject<HTMLInputElement | null>) {
  const product = useNewProduct(({ id, said }) => {
    const added = said.productName
    // If a bought product was unticked instead (id null), its notice announces that.
    if (id !== null) announce(msg`Added: ${added}`)
    // Only if the focus is in the form: a press on a chip must not open a phone's keyboard.
    const form = name.current?.closest('[data-adding]')
    if (form?.contains(document.activeElement)) name.current?.focus()
  })
  const onChosen = useEffectEvent((event: Event) => {
    event.preventDefault()
    product.choose((event as Chosen).detail)
  })
  useEffect(() => {
    const field = name.current
    const heard = (event: Event) => onChosen(event)
    field?.addEventListener(chosenEvent, heard)
    return () => field?.removeEventListener(chosenEvent, heard)
  }, [name])

  // The dialog unmounts and cannot restore the focus, so it is set here.
  const pasting = useListUi(({ pasted }) => pasted !== null)
  const wasPasting = useRef(pasting)
  useEffect(() => {
    if (wasPasting.current && !pasting) name.current?.focus()
    wasPasting.current = pasting
  }, [pasting, name])

  return product
}

/**
 * Opens the review for a pasted text of several lines, which a single-line field would join into one, and for the
 * address of a page, which may have a recipe.
 */
export function onPaste(event: ClipboardEvent<HTMLInputElement>): void {
  const text = event.clipboardData.getData('text/plain')
  if (!isManyLines(text) && !/^\s*https?:\/\/\S+\s*$/i.test(text)) return
  event.preventDefault()
  openPasted(text)
}
