import type { MessageDescriptor } from '@lingui/core'
import { useCallback, useRef, useState } from 'react'
import { type Understood, withName } from '../../../core/words/quick-add.ts'
import { fieldErrorText, problemText } from '../../texts/problem-text.ts'
import { addProduct } from '../../state/lists/products.ts'
import {
  categoryFor,
  rememberProducts,
  type ProductSuggestion,
  useSuggestions,
} from '../../state/lists/suggestions.ts'
import { type Draft, emptyDraft, knownBefore, withUnderstood, understoodIn } from './draft.ts'
import { keptDraft, useKeepDraft } from './kept-draft.ts'
import { type ProductValue, type TypedField, typedFields } from '../../../core/product/table.ts'
import { decimal, parseTyped } from '../../texts/field-text.ts'
import { useLanguage } from '../../texts/use-language.ts'

export type DraftErrors = Partial<Record<TypedField, MessageDescriptor>>

/** What was added: its id, and its parsed values. */
export type OnAdded = (added: { id: string; said: Understood }) => void

function isEmpty(draft: Draft): boolean {
  return typedFields.every((field) => draft[field] === emptyDraft[field])
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
  const refused = useRef<Draft[]>([])
  const said = understoodIn(draft)
  const canAdd = said.productName !== ''
  const before = canAdd && !draft.plain ? knownBefore(said.productName) : undefined
  const category = draft.category.trim() || (canAdd && !draft.plain ? categoryFor(said.productName) : '')
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

  /** The chosen name replaces the typed one; the rest of the text stays. */
  function choose({ name, product }: { name: string; product?: ProductSuggestion }) {
    setDraft((now) => {
      const text = withName(now.productName, understoodIn(now).productName, name) ?? name
      const counted = understoodIn(now).quantity !== undefined || now.quantity !== emptyDraft.quantity
      return {
        ...now,
        productName: text,
        unit: product && !counted && now.unit === emptyDraft.unit ? product.unit : now.unit,
        category: now.category || (product?.category_name ?? ''),
      }
    })
    setErrors((now) => ({ ...now, productName: undefined }))
  }

  function makeRoom() {
    setDraft(refused.current.shift() ?? emptyDraft)
  }

  function read(): (Partial<ProductValue> & { productName: string }) | null {
    const { bought, ...inName } = said
    const value: Record<string, unknown> = { unit: draft.unit, ...inName }
    const wrong: DraftErrors = {}
    for (const field of typedFields) {
      const text = field === 'productName' ? said.productName : draft[field]
      // Left out, not empty, so that the household's own categories can fill it in.
      if (text.trim() === '' || (field === 'quantity' && said.quantity !== undefined)) continue
      const typed = parseTyped(field, text, language)
      if (typed.ok) value[field] = typed.value
      else wrong[field] = typed.error
    }
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) return null
    if (bought) value['productStatus'] = true
    if (category !== '') value['category'] ??= category
    return value as Partial<ProductValue> & { productName: string }
  }

  async function add() {
    const value = canAdd ? read() : null
    if (!value) return
    makeRoom()
    const done = await addProduct(value)
    if (done.ok) {
      rememberProducts([value])
      return onAdded({ id: done.id ?? '', said: { ...said, unit: value.unit } })
    }
    refused.current.push(draft)
    setDraft((now) => (isEmpty(now) ? (refused.current.shift() ?? now) : now))
    if (done.error === 'forbidden') setErrors({ productName: problemText('forbidden') })
    else if (done.error !== 'storage') setErrors({ productName: fieldErrorText(done.error) })
  }

  function setPlain(plain: boolean) {
    setDraft((now) => ({ ...now, plain }))
  }

  /** Escape: first back to the text as typed, then clears the fields. */
  function goBack() {
    if (!draft.plain && draft.productName.trim() !== said.productName) return setPlain(true)
    makeRoom()
    setErrors({})
  }

  return { draft, said, category, lastPrice, errors, canAdd, change, choose, add, setPlain, goBack }
}

export type NewProduct = ReturnType<typeof useNewProduct>
