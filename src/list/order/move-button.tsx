import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import type { ComponentProps } from 'react'

interface MoveButtonProps extends Omit<ComponentProps<'button'>, 'style' | 'color'> {
  selected?: boolean | undefined
}

export function MoveButton({ selected, ...props }: MoveButtonProps) {
  const { t } = useLingui()
  return (
    <Button
      variant={selected ? 'default' : 'subtle'}
      size="sm"
      aria-label={selected ? t`Move to another list` : t`Move bought products to another list`}
      aria-haspopup="menu"
      aria-expanded={false}
      leftSection={<IconArrowRight size={20} stroke={1.75} aria-hidden="true" />}
      {...props}
    >
      <Trans>Move to…</Trans>
    </Button>
  )
}
