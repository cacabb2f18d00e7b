import type { MessageDescriptor } from '@lingui/core'
import { useRef, useState } from 'react'
import type { Unit } from '../../core/entities.ts'
import type { ProductValue } from '../../core/fields.ts'
import { fieldErrorText, problemText } from '../problem-text.ts'
import { addProduct } from '../state/products.ts'
import { parseTyped, type TypedField } from './field-text.ts'
import { useLanguage } from './use-language.ts'

export type Draft = Record<TypedField, string> & { unit: Unit }
export type DraftErrors = Partial<Record<TypedField, MessageDescriptor>>

/** The quantity stands there to be changed; a price that nobody typed is not known. */
const empty: Draft = { productName: '', category: '', price: '', quantity: '1', shop: '', unit: 'pcs' }
const typedFields: readonly TypedField[] = ['productName', 'category', 'price', 'quantity', 'shop']

function isEmpty(draft: Draft): boolean {
  return typedFields.every((field) => draft[field] === empty[field])
}

/**
 * What is being typed for a product that is not there yet. Enter makes room for the next one at once, since
 * fingers do not wait for a disk; what could not be stored comes back into the field as soon as it is free.
 */
export function useNewProduct(onAdded: (name: string) => void) {
  const language = useLanguage()
  const [draft, setDraft] = useState(empty)
  const [errors, setErrors] = useState<DraftErrors>({})
  const refused = useRef<Draft[]>([])
  const canAdd = draft.productName.trim() !== ''

  function change(field: keyof Draft, text: string) {
    setDraft((before) => ({ ...before, [field]: text }))
    setErrors((before) => ({ ...before, [field]: undefined }))
  }

  function makeRoom() {
    setDraft(refused.current.shift() ?? empty)
  }

  function read(): Record<string, unknown> | null {
    const value: Record<string, unknown> = { unit: draft.unit }
    const wrong: DraftErrors = {}
    for (const field of typedFields) {
      // Left out and not empty: the household's own categories may then fill it in.
      if (draft[field].trim() === '') continue
      const typed = parseTyped(field, draft[field], language)
      if (typed.ok) value[field] = typed.value
      else wrong[field] = typed.error
    }
    setErrors(wrong)
    return Object.keys(wrong).length > 0 ? null : value
  }

  async function add() {
    const value = canAdd ? read() : null
    if (!value) return
    makeRoom()
    const done = await addProduct(value as Partial<ProductValue> & { productName: string })
    if (done.ok) return onAdded(draft.productName.trim())
    refused.current.push(draft)
    setDraft((now) => (isEmpty(now) ? (refused.current.shift() ?? now) : now))
    if (done.error === 'forbidden') setErrors({ productName: problemText('forbidden') })
    else if (done.error !== 'storage') setErrors({ productName: fieldErrorText(done.error) })
  }

  function clear() {
    makeRoom()
    setErrors({})
  }

  return { draft, errors, canAdd, change, add, clear }
}
