import type { MessageDescriptor } from '@lingui/core'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ProductView } from '../../../core/sync/mutation.ts'
import { fieldErrorText, problemText } from '../../texts/problem-text.ts'
import { editProduct } from '../../state/lists/products.ts'
import type { TypedField } from '../../../core/product/table.ts'
import { decimal, fieldText, parseTyped } from '../../texts/field-text.ts'
import { useLanguage } from '../../texts/i18n.ts'
import { tellForbidden, tellNotUnderstood } from '../add/kept-draft.ts'

/**
 * One typed field of a product: blur and Enter commit, Escape undoes. Text that cannot be parsed or stored stays in
 * the field, with the error beside it.
 */
export function useField(product: ProductView, field: TypedField) {
  const language = useLanguage()
  const [draft, setDraft] = useState<string | null>(null)
  const [error, setError] = useState<MessageDescriptor | null>(null)
  const saving = useRef<string | null>(null)
  /** Saves run one after the other, since each must be compared with the value that the previous one stored. */
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const gone = useRef(false)
  const saved = fieldText(product, field, language)

  function undo() {
    setDraft(null)
    setError(null)
  }

  /** Saves the text. Returns false if it cannot be parsed and stays in the field. */
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
    const edited = queue.current.then(() => editProduct(product.id, field, value))
    queue.current = edited.catch(() => undefined) // a failed save must not block the next one
    const done = await edited
    if (saving.current === text) saving.current = null
    if (done.ok) setDraft((now) => (now === text ? null : now))
    else if (done.error === 'forbidden') refuse(problemText('forbidden'), () => tellForbidden(text))
    else if (done.error !== 'storage') refuse(fieldErrorText(done.error), () => tellNotUnderstood(text))
  }

  /** Shows the error beside the field, or as a notice once the field is unmounted. */
  function refuse(why: MessageDescriptor, tell: () => void) {
    if (gone.current) tell()
    else setError(why)
  }

  // The phone's back gesture and its lock fire no blur: commit on unmount and when the page is hidden too.
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
    // With an input method (IME) open, Enter only chooses a word.
    if (event.key === 'Enter' && !event.nativeEvent.isComposing && !commit()) {
      event.preventDefault()
      event.stopPropagation()
    }
  }

  /** Shows a value that was not typed at once, and saves it. */
  function put(value: number) {
    const text = decimal(String(value), language)
    setDraft(text)
    void save(value, text)
  }

  return {
    value: draft ?? saved,
    put,
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
