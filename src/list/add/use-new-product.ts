import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useCallback, useRef, useState } from 'react'
import { type Understood, withName } from '../../../core/words/quick-add.ts'
import { fieldErrorText, problemText } from '../../texts/problem-text.ts'
import { keepBoth } from '../../state/lists/duplicates.ts'
import { type Added, addProduct } from '../../state/lists/products.ts'
import {
  categoryFor,
  rememberProducts,
  type ProductSuggestion,
  useSuggestions,
} from '../../state/lists/suggestions.ts'
import { buyAgain, isSameQuestion, makeOne, meetingNow } from '../../state/lists/again.ts'
import type { Again, Given } from '../../../core/words/again.ts'
import { knownBefore, withUnderstood, understoodIn } from './draft.ts'
import { type Draft, emptyDraft, keptDraft, useKeepDraft } from './kept-draft.ts'
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

/** Only what was said about the product, without what was filled in for it. */
function saidOf(draft: Draft, value: Given): Given {
  const said = understoodIn(draft)
  const own = Object.entries(value).filter(
    ([field]) => field in said || draft[field as keyof Draft] !== emptyDraft[field as keyof Draft],
  )
  return { ...Object.fromEntries(own), productName: value.productName } as Given
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
  const [again, setAgain] = useState<Again | null>(null)
  const refused = useRef<Draft[]>([])
  const pressed = useRef(new Set<string>())
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
      setAgain(null)
    },
    [language],
  )

  /** The draft with the chosen name in place of the typed one; the rest of the text stays. */
  function chosen({ name, product }: { name: string; product?: ProductSuggestion }): Draft {
    const text = withName(draft.productName, said.productName, name) ?? name
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
    setAgain(null)
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
   * Adds a draft. Where the list has a product of this name, one that is bought is unticked instead, and one that is
   * still to buy is asked about: the draft stays until that is answered.
   */
  async function add(wanted: Draft = draft) {
    if (understoodIn(wanted).productName === '') return askForName(wanted)
    const value = read(wanted)
    if (!value) return setDraft(wanted)
    const there = meetingNow()(value)
    if (there && 'ask' in there) {
      // Enter once more: yes, both become one.
      if (again?.both && isSameQuestion(again, there.ask)) return addTo(wanted, value, there.ask)
      setDraft(wanted)
      return setAgain(there.ask)
    }
    await give(wanted, value, async () => {
      if (there) return (await buyAgain(there.untick, saidOf(wanted, value))) ? { ok: true } : notStored
      return addProduct(value)
    })
  }

  /** Of '200g 9,99' all is understood, and what it is of is not said yet. */
  function askForName(wanted: Draft) {
    setDraft(wanted)
    if (wanted.productName.trim() !== '') setErrors({ productName: msg`Add the product’s name.` })
  }

  /** Empties the fields at once and stores what was in them; if that fails, it comes back. */
  async function give(wanted: Draft, value: Given, store: () => Promise<Added>) {
    makeRoom()
    const done = await store()
    if (done.ok) {
      rememberProducts([value])
      return onAdded({ id: done.id ?? null, said: { ...understoodIn(wanted), unit: value.unit } })
    }
    refused.current.push(wanted)
    setDraft((now) => (isEmpty(now) ? (refused.current.shift() ?? now) : now))
    if (done.error === 'forbidden') setErrors({ productName: problemText('forbidden') })
    else if (done.error !== 'storage') setErrors({ productName: fieldErrorText(done.error) })
  }

  const addTo = (wanted: Draft, value: Given, both: Again) =>
    give(wanted, value, async () => ((await makeOne(both)) ? { ok: true } : notStored))

  async function addBeside() {
    const value = read(draft)
    if (!value) return
    await give(draft, value, async () => {
      const done = await addProduct(value)
      if (done.ok && done.id) keepBoth(done.id)
      return done
    })
  }

  /** Adds one of the usuals. What is typed meanwhile stays in the field. */
  async function addUsual({ productName, unit, category_name: category }: ProductSuggestion) {
    const value = { productName, unit, ...(category !== '' && { category }) }
    const there = meetingNow()(value)
    // A second press comes before the chip has gone.
    if (pressed.current.has(productName) || (there && 'ask' in there)) return
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

  /** Escape: first closes the question, then goes back to the text as typed, then clears the fields. */
  function goBack() {
    if (again) return setAgain(null)
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
    again,
    change,
    choose: (option: { name: string; product?: ProductSuggestion }) => void add(chosen(option)),
    add,
    addUsual,
    addBeside,
    setPlain,
    goBack,
  }
}

export type NewProduct = ReturnType<typeof useNewProduct>
