import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useMayChangeTemplates } from '../state/place.ts'
import { templateTexts } from '../../texts/template-texts.ts'
import { DialogButtons } from '../../ui/dialog/dialog.tsx'

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
  const mayChange = useMayChangeTemplates()
  const problem = form.problem ?? (mayChange ? null : templateTexts.offline)
  return (
    <>
      <div role="alert">{problem && <Alert color="red">{t(problem)}</Alert>}</div>
      <DialogButtons>
        {left && <div style={{ marginInlineEnd: 'auto' }}>{left}</div>}
        <Button variant="default" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" disabled={form.disabled || !mayChange} loading={form.submitting}>
          {children}
        </Button>
      </DialogButtons>
    </>
  )
}
