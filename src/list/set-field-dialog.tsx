import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { MessageDescriptor } from '@lingui/core'
import { Button, Text } from '@mantine/core'
import { type FormEvent, useId, useState } from 'react'
import { fieldNames } from '../texts/field-text.ts'
import { fieldErrorText } from '../texts/problem-text.ts'
import { Dialog, DialogButtons } from '../ui/dialog/dialog.tsx'
import { comboboxProps } from './state/suggested-fields.ts'
import fields from './rows/fields.module.css'
import { setWithUndo } from './rows/bought.tsx'

export interface SetFieldDialogProps {
  opened: boolean
  /** the field that is set; null while the dialog is closed */
  field: 'category' | 'shop' | null
  ids: readonly string[]
  onClose: () => void
  onSet: () => void
}

/** Asks for one value for several products. An empty text takes their value away. */
export function SetFieldDialog({ opened, field, ids, onClose, onSet }: SetFieldDialogProps) {
  const { t } = useLingui()
  return (
    <Dialog opened={opened} onClose={onClose} title={field && t(fieldNames[field])}>
      {field && <Form field={field} ids={ids} onClose={onClose} onSet={onSet} />}
    </Dialog>
  )
}

type FormProps = Omit<SetFieldDialogProps, 'opened' | 'field'> & { field: 'category' | 'shop' }

function Form({ field, ids, onClose, onSet }: FormProps) {
  const { t } = useLingui()
  const id = useId()
  const count = ids.length
  const [text, setText] = useState('')
  const [error, setError] = useState<MessageDescriptor | null>(null)
  async function save(event: FormEvent) {
    event.preventDefault()
    const problem = await setWithUndo(ids, field, text)
    if (problem === null) return onSet()
    if (problem !== 'storage') setError(fieldErrorText(problem))
  }
  return (
    <form className={fields.boxed} onSubmit={(event) => void save(event)}>
      <input
        {...comboboxProps}
        className={fields.input}
        data-field={field}
        data-autofocus
        aria-label={t(fieldNames[field])}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-note ${id}`}
        autoComplete="off"
        enterKeyHint="done"
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setError(null)
        }}
      />
      <span id={id} role="alert" className={error ? fields.error : undefined}>
        {error && t(error)}
      </span>
      <Text id={`${id}-note`} c="dimmed" fz="sm" mt="xs">
        <Plural value={count} one="For # product." other="For # products." />{' '}
        {field === 'category' ? (
          <Trans>Without text they have no category.</Trans>
        ) : (
          <Trans>Without text they have no shop.</Trans>
        )}
      </Text>
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit">
          <Trans>Save</Trans>
        </Button>
      </DialogButtons>
    </form>
  )
}
