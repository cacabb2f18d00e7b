import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Group, Text } from '@mantine/core'
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
