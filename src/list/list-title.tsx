import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { List } from '../../core/contract/shapes.ts'
import { limits } from '../../core/product/entities.ts'
import { parseText } from '../../core/words/text.ts'
import { renameList } from '../state/lists/list-actions.ts'
import { texts } from '../texts/texts.ts'
import classes from './detail-head.module.css'

/** The list's name as an editable field: blur and Enter save, Escape undoes. */
export function ListTitle({ list, disabled, reason }: { list: List; disabled: boolean; reason?: string }) {
  const { t } = useLingui()
  const id = useId()
  const [draft, setDraft] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const undone = useRef(false)
  const saving = useRef<string | null>(null)

  function refusal(code: string): string {
    if (code === 'required') return t(texts.emptyField)
    if (code === 'tooLong')
      return t`At most ${limits.name} characters; these are ${draft?.trim().length ?? 0}.`
    return t`Some characters are not allowed here.`
  }

  async function commit() {
    if (undone.current || draft === null || draft === saving.current) {
      undone.current = false
      return
    }
    const name = parseText(draft, 1, limits.name)
    if (!name.ok) return setError(refusal(name.error))
    setError(null)
    // The typed text stays in the field if the rename fails.
    if (name.value === list.listName) return setDraft(null)
    saving.current = draft
    const done = await renameList(list.id, name.value)
    saving.current = null
    if (done) setDraft((now) => (now === draft ? null : now))
  }

  // The phone's back gesture and its lock fire no blur: save on unmount and when the page is hidden too.
  const latest = useRef(commit)
  useLayoutEffect(() => {
    latest.current = commit
  })
  useLayoutEffect(() => () => void latest.current(), [])
  const typing = draft !== null
  useEffect(() => {
    if (!typing) return
    const hidden = () => {
      if (document.visibilityState === 'hidden') void latest.current()
    }
    document.addEventListener('visibilitychange', hidden)
    return () => document.removeEventListener('visibilitychange', hidden)
  }, [typing])

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      event.preventDefault()
      event.currentTarget.blur()
    }
    if (event.key === 'Escape' && draft !== null) {
      event.stopPropagation()
      undone.current = true
      setDraft(null)
      setError(null)
      event.currentTarget.blur()
    }
  }

  return (
    <div className={classes.title}>
      <h1 className="visually-hidden">{list.listName}</h1>
      {/* As high as its text: a hidden copy (data-text) sizes it, since not every browser can. */}
      <div className={classes.titleRoom} data-text={draft ?? list.listName}>
        <textarea
          rows={1}
          className={classes.titleField}
          aria-label={t`List name`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
          title={disabled ? reason : undefined}
          enterKeyHint="done"
          disabled={disabled}
          value={draft ?? list.listName}
          onChange={(event) => {
            setDraft(event.target.value.replace(/\n/g, ' '))
            setError(null)
          }}
          onBlur={() => void commit()}
          onKeyDown={onKeyDown}
        />
      </div>
      {error && (
        <span id={id} role="alert" className={classes.titleError}>
          {error}
        </span>
      )}
    </div>
  )
}
