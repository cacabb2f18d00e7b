import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { parseEmail } from '../../../core/text/normalise.ts'
import classes from './share-panel.module.css'

interface EmailFormProps {
  label: string
  button: string
  online: boolean
  /** returns false if it failed; the address then stays in the field to be corrected */
  send: (email: string) => Promise<boolean>
  /** more fields, shown between the address and the button */
  children?: ReactNode
}

/** A form for one e-mail address and one action on it. */
export function EmailForm({ label, button, online, send, children }: EmailFormProps) {
  const { t } = useLingui()
  const id = useId()
  const [email, setEmail] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function submit() {
    if (busy) return
    if (email.trim() === '') return setError(t`The form has not been completed`)
    const parsed = parseEmail(email)
    if (!parsed.ok) return setError(t`Invalid email`)
    setBusy(true)
    const sent = await send(parsed.value)
    setBusy(false)
    // If the text changed meanwhile, it is the next address: keep it.
    if (sent) setEmail((now) => (now === email ? '' : now))
  }

  const submitButton = (
    <Button type="submit" fullWidth={Boolean(children)} loading={busy} disabled={!online}>
      {button}
    </Button>
  )
  return (
    <form
      className={classes.add}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <label htmlFor={id}>{label}</label>
      <div className={classes.addLine}>
        <input
          id={id}
          type="email"
          autoComplete="off"
          enterKeyHint="send"
          disabled={!online}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          value={email}
          onChange={(event) => {
            setEmail(event.target.value)
            setError(null)
          }}
        />
        {!children && submitButton}
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className={classes.error}>
          {error}
        </p>
      )}
      {children}
      {children && submitButton}
    </form>
  )
}
