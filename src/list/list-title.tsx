import { useLingui } from '@lingui/react/macro'
import {
  type CSSProperties,
  type KeyboardEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { List } from '../../core/contract/shapes.ts'
import { limits } from '../../core/product/entities.ts'
import { parseText } from '../../core/text/normalise.ts'
import { renameList } from '../state/lists/list-actions.ts'
import { texts } from '../texts/texts.ts'
import classes from './list.module.css'

interface ListTitleProps {
  list: List
  /** one line, in the header of a phone */
  inBar: boolean
  disabled: boolean
  reason?: string
}

/** The list's name as an editable field: blur and Enter save, Escape undoes. */
export function ListTitle({ list, inBar, disabled, reason }: ListTitleProps) {
  const { t } = useLingui()
  const id = useId()
  const [draft, setDraft] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const undone = useRef(false)
  const saving = useRef<string | null>(null)

  function refusal(code: string): string {
    if (code === 'required') return t(texts.emptyField)
    if (code === 'tooLong')
      return t`At most ${limits.name} characters; this has ${draft?.trim().length ?? 0}.`
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

  function onKeyDown(event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>) {
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

  const field = {
    'aria-label': t`List name`,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? id : undefined,
    title: disabled ? reason : undefined,
    enterKeyHint: 'done',
    disabled,
    value: draft ?? list.listName,
    onChange: ({ target }: { target: { value: string } }) => {
      setDraft(target.value.replace(/\n/g, ' '))
      setError(null)
    },
    onBlur: () => void commit(),
    onKeyDown,
  } as const
  return (
    <div className={classes.title} data-bar={inBar || undefined}>
      {inBar ? (
        <input {...field} size={1} className={classes.barField} autoComplete="off" />
      ) : (
        // A hidden copy of the text makes the field as high as its text, since not every browser can do this itself.
        <div className={classes.titleRoom} style={copyOf(draft ?? list.listName)}>
          <textarea {...field} rows={1} className={classes.titleField} />
        </div>
      )}
      {error && (
        <span id={id} role="alert" className={classes.titleError}>
          {error}
        </span>
      )}
    </div>
  )
}

/** Returns the text as a CSS string for `content`. WebKit does not always update `content: attr(…)`. */
function copyOf(text: string): CSSProperties {
  return { '--title': `"${text.replace(/["\\]/g, '\\$&')}"` } as CSSProperties
}
