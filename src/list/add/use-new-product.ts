import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useCallback, useRef, useState } from 'react'
import { type Understood, withName } from '../../../core/text/quick-add.ts'
import { fieldErrorText, problemText } from '../../texts/problem-text.ts'
import { type Added, addProduct } from '../../state/lists/products.ts'
import {
  categoryFor,
  rememberProducts,
  type ProductSuggestion,
  useSuggestions,
} from '../../state/lists/suggestions.ts'
import { buyAgain, meetingNow } from '../../state/lists/again.ts'
import { againOf, type Given } from '../../../core/text/again.ts'
import { mayBeSame } from '../../../core/text/near.ts'
import type { ProductView } from '../../../core/sync/mutation.ts'
import { arrived } from '../../state/lists/arrivals.ts'
import { nameKey } from '../../state/lists/name-key.ts'
import { useOpenList } from '../../state/lists/open-list.ts'
import { asTyped, knownBefore, withUnderstood, understoodIn } from './draft.ts'
import { type Draft, emptyDraft, keptDraft, useKeepDraft } from './kept-draft.ts'
import { ask, takeBack, useQuestion } from './questions.ts'
import { type TypedField, typedFields } from '../../../core/product/table.ts'
import { decimal, parseTyped } from '../../texts/field-text.ts'
import { useLanguage } from '../../texts/use-language.ts'

export type DraftErrors = Partial<Record<TypedField, MessageDescriptor>>

/** What was added: its id, and its parsed values. Null: it became part of a product that was there. */
export type OnAdded = (added: { id: string | null; said: Understood }) => void

const notStored = { ok: false, error: 'storage' } as const

function isEmpty(draft: Draft): boolean {
  return typedFields.every((field) => draft[field] === emptyDraft[field])
}

/** Only what was said about the product, without what was filled in for it. A unit alone means one of it. */
function saidOf(draft: Draft, value: Given): Given {
  const said = understoodIn(draft)
  const { productName, productStatus, ...others } = value
  const own = Object.entries(others).filter(
    ([field]) => field in said || draft[field as keyof Draft] !== emptyDraft[field as keyof Draft],
  )
  const given = { ...Object.fromEntries(own), productName, ...(productStatus && { productStatus }) } as Given
  return given.unit === undefined ? given : { ...given, quantity: value.quantity ?? 1 }
}

/** A product that is still to buy and may be meant by this name, though it is called a little differently. */
function nearNow(name: string): ProductView | undefined {
  for (const product of useOpenList.getState().products.values())
    if (!product.productStatus && mayBeSame(product.productName, name)) return product
  return undefined
}

/**
 * The draft of a product that is not added yet. Enter clears the fields at once, without waiting for the disk. A
 * draft that could not be stored comes back as soon as the fields are empty.
 */
export function useNewProduct(onAdded: OnAdded) {
  const language = useLanguage()
  useSuggestions((suggestions) => suggestions.product) // data about the name may arrive later
  const [draft, setDraft] = useState(keptDraft)
  useKeepDraft(draft)
  const [errors, setErrors] = useState<DraftErrors>({})
  const question = useQuestion()
  const refused = useRef<Draft[]>([])
  const pressed = useRef(new Set<string>())
  const storing = useRef(new Map<string, Promise<unknown>>())
  const said = understoodIn(draft)
  const isNamed = said.productName !== ''
  const before = isNamed && !draft.plain ? knownBefore(said.productName) : undefined
  const category = draft.category.trim() || (isNamed && !draft.plain ? categoryFor(said.productName) : '')
  const unknownPrice = draft.price === '' && said.price === undefined
  const lastPrice = unknownPrice && before?.unit === (said.unit ?? draft.unit) ? before.price : undefined

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

  /** The draft with the chosen name in place of the typed one; the rest of the text stays. */
  function chosen({ name, product }: { name: string; product?: ProductSuggestion }): Draft {
    const text = withName(draft.productName, asTyped(draft).productName, name) ?? name
    const counted = said.quantity !== undefined || draft.quantity !== emptyDraft.quantity
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

  /** The values of a draft; null: something in it is wrong, and is said beside its field. */
  function read(draft: Draft): Given | null {
    const { bought, ...inName } = understoodIn(draft)
    const value: Record<string, unknown> = { unit: draft.unit, ...inName }
    const wrong: DraftErrors = {}
    for (const field of typedFields) {
      const text = field === 'productName' ? inName.productName : draft[field]
      // Left out, not empty, so that the household's own categories can fill it in.
      if (text.trim() === '' || (field === 'quantity' && inName.quantity !== undefined)) continue
      const typed = parseTyped(field, text, language)
      if (typed.ok) value[field] = typed.value
      else wrong[field] = typed.error
    }
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) return null
    if (bought) value['productStatus'] = true
    const category = draft.plain ? '' : categoryFor(inName.productName)
    if (category !== '') value['category'] ??= category
    return value as Given
  }

  /**
   * Adds a draft. The fields are free for the next product at once, whatever becomes of this one: where the list has a
   * product of this name, one that is bought is unticked instead, and one that is still to buy is shown and asked about.
   */
  async function add(wanted: Draft = draft) {
    if (understoodIn(wanted).productName === '') return askForName(wanted)
    const value = read(wanted)
    if (!value) return setDraft(wanted)
    makeRoom()
    const key = nameKey(value.productName)
    // The same name may still be on its way into the list: the second one meets the first.
    const before = storing.current.get(key)
    if (before) await before
    const done = put(wanted, value)
    storing.current.set(key, done)
    await done
    if (storing.current.get(key) === done) storing.current.delete(key)
  }

  /** Of '200g 9,99' all is understood, and what it is of is not said yet. */
  function askForName(wanted: Draft) {
    setDraft(wanted)
    if (wanted.productName.trim() !== '') setErrors({ productName: msg`Add the product’s name.` })
  }

  async function put(wanted: Draft, value: Given) {
    const said = saidOf(wanted, value)
    const there = meetingNow()(said)
    if (there && 'ask' in there) return ask({ there: there.ask.there, said, value, draft: wanted })
    const near = there ? undefined : nearNow(value.productName)
    const done = await store(there?.untick, said, value)
    if (!done.ok) return refuse(wanted, done.error)
    onAdded({ id: done.id ?? null, said: { ...understoodIn(wanted), unit: value.unit } })
    // Under which name it is remembered depends on the answer.
    if (near && done.id && againOf(near, said).both)
      ask({ there: near, said, value, draft: wanted, added: done.id })
    else rememberProducts([value])
  }

  async function store(bought: ProductView | undefined, said: Given, value: Given): Promise<Added> {
    if (!bought) return addProduct(value)
    return (await buyAgain(bought, said)) ? { ok: true } : notStored
  }

  /** What could not be stored comes back. */
  function refuse(wanted: Draft, error: (Added & { ok: false })['error']) {
    refused.current.push(wanted)
    setDraft((now) => (isEmpty(now) ? (refused.current.shift() ?? now) : now))
    if (error === 'forbidden') setErrors({ productName: problemText('forbidden') })
    else if (error !== 'storage') setErrors({ productName: fieldErrorText(error) })
  }

  /** Adds one of the usuals. What is typed meanwhile stays in the field. */
  async function addUsual({ productName, unit, category_name: category }: ProductSuggestion) {
    const value = { productName, unit, ...(category !== '' && { category }) }
    const there = meetingNow()(value)
    // A second press comes before the chip has gone.
    if (pressed.current.has(productName)) return
    if (there && 'ask' in there) return arrived(useOpenList.getState().listId ?? '', [there.ask.there.id])
    pressed.current.add(productName)
    const done = there ? null : await addProduct(value)
    const isDone = there ? await buyAgain(there.untick, { productName }) : done?.ok
    pressed.current.delete(productName)
    if (!isDone) return
    rememberProducts([value])
    onAdded({ id: done?.id ?? null, said: { productName } })
  }

  function setPlain(plain: boolean) {
    setDraft((now) => ({ ...now, plain }))
    setErrors((now) => ({ ...now, productName: undefined }))
  }

  /**
   * Escape: while nothing is typed it takes back the question, and brings back what was typed with it. Else it goes back
   * to the text as typed, then clears the fields.
   */
  function goBack() {
    if (question && isEmpty(draft)) return setDraft(takeBack(question) ?? emptyDraft)
    if (!draft.plain && draft.productName.trim() !== said.productName) return setPlain(true)
    makeRoom()
  }

  return {
    draft,
    said,
    category,
    lastPrice,
    errors,
    canAdd: draft.productName.trim() !== '',
    change,
    choose: (option: { name: string; product?: ProductSuggestion }) => void add(chosen(option)),
    add,
    addUsual,
    setPlain,
    goBack,
  }
}

export type NewProduct = ReturnType<typeof useNewProduct>
