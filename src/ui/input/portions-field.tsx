import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Group, Text, TextInput } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { limits } from '../../../core/product/entities.ts'

interface PortionsFieldProps {
  value: number
  /** the recipe does not say for how many it is, so `value` says how many times it is cooked */
  isFactor?: boolean
  onChange: (value: number) => void
}

/** Chooses for how many portions the quantities are. */
export function PortionsField({ value, isFactor = false, onChange }: PortionsFieldProps) {
  const { t } = useLingui()
  const shown = isFactor ? `${value}×` : String(value)
  return (
    <Group role="group" aria-label={t`Portions`} gap={4} wrap="nowrap">
      <Text span pe={4}>
        {isFactor ? <Trans>Amount</Trans> : <Trans>Portions</Trans>}
      </Text>
      <ActionIcon
        variant="default"
        size={44}
        aria-label={t`Less`}
        disabled={value <= 1}
        onClick={() => onChange(value - 1)}
      >
        <IconMinus size={20} stroke={2} aria-hidden="true" />
      </ActionIcon>
      <Text span miw="3ch" ta="center" fw={600} className="tabular" aria-live="polite">
        {shown}
      </Text>
      <ActionIcon
        variant="default"
        size={44}
        aria-label={t`More`}
        disabled={value >= limits.portions}
        onClick={() => onChange(value + 1)}
      >
        <IconPlus size={20} stroke={2} aria-hidden="true" />
      </ActionIcon>
    </Group>
  )
}

interface PortionsInputProps {
  name: string
  description: string
  /** what is typed; empty: it does not say for how many it is */
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

/** A field of a form for a number of portions, with the same buttons. Less than 1 empties it. */
export function PortionsInput({ name, description, value, error, onChange }: PortionsInputProps) {
  const { t } = useLingui()
  const typed = value.trim()
  const now = typed === '' ? 0 : Number(typed)
  const step = (label: string, next: number, Sign: typeof IconPlus) => (
    <ActionIcon
      aria-label={label}
      // What is no number can only be typed again.
      disabled={!Number.isInteger(now) || now < 0 || next < 0 || next > limits.portions}
      onClick={() => onChange(next === 0 ? '' : String(next))}
    >
      <Sign size={20} stroke={2} aria-hidden="true" />
    </ActionIcon>
  )
  return (
    <TextInput
      name={name}
      label={t`Portions`}
      description={description}
      inputMode="numeric"
      autoComplete="off"
      styles={{ wrapper: { maxWidth: '10rem' }, input: { textAlign: 'center' } }}
      leftSection={step(t`Less`, now - 1, IconMinus)}
      rightSection={step(t`More`, now + 1, IconPlus)}
      value={value}
      error={error}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
