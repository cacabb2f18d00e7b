import { ActionIcon } from '@mantine/core'
import { IconDotsVertical } from '@tabler/icons-react'
import type { ComponentProps } from 'react'

interface MenuButtonProps extends Omit<ComponentProps<'button'>, 'style' | 'color'> {
  label: string
  loading?: boolean
}

/** The three-dots button that opens the action menu. */
export function MenuButton({ label, ...others }: MenuButtonProps) {
  return (
    <ActionIcon aria-label={label} aria-haspopup="menu" aria-expanded={false} {...others}>
      <IconDotsVertical size={22} stroke={1.75} />
    </ActionIcon>
  )
}
