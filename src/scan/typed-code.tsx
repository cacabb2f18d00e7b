import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { barcodeKey } from '../../core/text/barcodes.ts'

type Wrong = 'empty' | 'length' | 'digits'

/** Parses digits as people copy them off a packet, with gaps; takes the digits out of a GS1 link. */
function readCode(text: string): { code: string } | { wrong: Wrong } {
  const copied = barcodeKey(text.trim())
  if (copied !== null) return { code: copied }
  const digits = text.replace(/[\s-]/g, '')
  if (digits === '') return { wrong: 'empty' }
  if (!/^\d+$/.test(digits) || ![8, 12, 13, 14].includes(digits.length)) return { wrong: 'length' }
  const code = barcodeKey(digits)
  return code === null ? { wrong: 'digits' } : { code }
}

/** A form to type a code, if there is no camera or the bars are damaged. */
export function TypedCode({ onCode }: { onCode: (code: string) => void }) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const [wrong, setWrong] = useState<Wrong | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const reasons: Record<Wrong, string> = {
    empty: t`Type in the digits printed under the bars.`,
    length: t`A barcode has 8, 12, 13 or 14 digits. Check that none is missing.`,
    digits: t`These digits do not add up. One of them is probably mistyped.`,
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    const read = readCode(text)
    if ('wrong' in read) {
      setWrong(read.wrong)
      field.current?.focus()
      return
    }
    setText('')
    onCode(read.code)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <TextInput
          ref={field}
          flex={1}
          label={t`Or type in the digits`}
          inputMode="numeric"
          autoComplete="off"
          enterKeyHint="done"
          value={text}
          error={wrong && reasons[wrong]}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value)
            setWrong(null)
          }}
        />
        {/* Level with the field, below its label. */}
        <Button type="submit" variant="default" mt={30}>
          <Trans>Use</Trans>
        </Button>
      </Group>
    </form>
  )
}
