import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import type { ComponentProps } from 'react'

export function MoveButton(props: Omit<ComponentProps<'button'>, 'style' | 'color'>) {
  const { t } = useLingui()
  return (
    <Button
      variant="subtle"
      size="sm"
      aria-label={t`Move bought products to another list`}
      aria-haspopup="menu"
      aria-expanded={false}
      leftSection={<IconArrowRight size={20} stroke={1.75} aria-hidden="true" />}
      {...props}
    >
      <Trans>Move to…</Trans>
    </Button>
  )
}
