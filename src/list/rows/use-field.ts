import type { MessageDescriptor } from '@lingui/core'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ProductView } from '../../../core/sync/mutation.ts'
import { fieldErrorText, problemText } from '../../texts/problem-text.ts'
import { editProduct } from '../../state/lists/products.ts'
import type { TypedField } from '../../../core/product/table.ts'
import { fieldText, parseTyped } from '../../texts/field-text.ts'
import { useLanguage } from '../../texts/use-language.ts'
import { tellForbidden, tellNotUnderstood } from '../add/kept-draft.ts'

/**
 * One typed field of a product: blur and Enter commit, Escape undoes. What cannot be understood or stored
 * stays as it was typed, with the reason beside it.
 */
export function useField(product: ProductView, field: TypedField) {
  const language = useLanguage()
  const [draft, setDraft] = useState<string | null>(null)
  const [error, setError] = useState<MessageDescriptor | null>(null)
  const saving = useRef<string | null>(null)
  const gone = useRef(false)
  const saved = fieldText(product, field, language)

  function undo() {
    setDraft(null)
    setError(null)
  }

  /** False: it cannot be understood, and stays. */
  function commit(): boolean {
    if (draft === null || draft === saving.current) return true
    if (draft === saved) {
      undo()
      return true
    }
    const typed = parseTyped(field, draft, language)
    if (!typed.ok) refuse(typed.error, () => tellNotUnderstood(draft))
    else void save(typed.value, draft)
    return typed.ok
  }

  async function save(value: string | number | boolean, text: string) {
    setError(null)
    saving.current = text
    const done = await editProduct(product.id, field, value)
    saving.current = null
    if (done.ok) setDraft((now) => (now === text ? null : now))
    else if (done.error === 'forbidden') refuse(problemText('forbidden'), () => tellForbidden(text))
    else if (done.error !== 'storage') refuse(fieldErrorText(done.error), () => tellNotUnderstood(text))
  }

  /** Beside the field, or where the field was when it is gone. */
  function refuse(why: MessageDescriptor, tell: () => void) {
    if (gone.current) tell()
    else setError(why)
  }

  // Leaving by the phone's back gesture, or locking it, blurs nothing: what was typed is committed all the same.
  const latest = useRef(commit)
  useLayoutEffect(() => {
    latest.current = commit
  })
  useLayoutEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
      latest.current()
    }
  }, [])
  const typing = draft !== null
  useEffect(() => {
    if (!typing) return
    const hidden = () => {
      if (document.visibilityState === 'hidden') latest.current()
    }
    document.addEventListener('visibilitychange', hidden)
    return () => document.removeEventListener('visibilitychange', hidden)
  }, [typing])

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && (typing || error)) {
      event.stopPropagation()
      undo()
    }
    // With an input method open, Enter chooses a word and Escape closes it.
    if (event.key === 'Enter' && !event.nativeEvent.isComposing && !commit()) {
      event.preventDefault()
      event.stopPropagation()
    }
  }

  return {
    value: draft ?? saved,
    error,
    typing,
    input: {
      value: draft ?? saved,
      onChange: (event: { target: { value: string } }) => {
        setDraft(event.target.value)
        setError(null)
      },
      onBlur: () => void commit(),
      onKeyDown,
    },
  }
}
