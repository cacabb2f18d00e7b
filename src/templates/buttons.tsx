import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useMayChangeOwn } from '../state/own/place.ts'
import { templateTexts } from '../texts/template-texts.ts'
import classes from './edit/form.module.css'

interface ButtonsProps {
  form: { problem: MessageDescriptor | null; disabled: boolean; submitting: boolean }
  onClose: () => void
  /** content on the left, such as a delete button */
  left?: ReactNode
  children: ReactNode
}

/** The end of a dialog's form: the error message and the buttons. */
export function Buttons({ form, onClose, left, children }: ButtonsProps) {
  const { t } = useLingui()
  const mayChange = useMayChangeOwn()
  const said = form.problem ?? (mayChange ? null : templateTexts.offline)
  return (
    <>
      <div role="alert">{said && <p className={classes.problem}>{t(said)}</p>}</div>
      <div className={classes.buttons}>
        {left}
        <Button variant="default" className={classes.cancel} onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" disabled={form.disabled || !mayChange} loading={form.submitting}>
          {children}
        </Button>
      </div>
    </>
  )
}
