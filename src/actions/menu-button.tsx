import { IconDotsVertical } from '@tabler/icons-react'
import { IconButton, type IconButtonProps } from '../ui/control/icon-button.tsx'

interface MenuButtonProps extends IconButtonProps {
  label: string
}

/** The three-dots button that opens the action menu. */
export function MenuButton({ label, ...others }: MenuButtonProps) {
  return (
    <IconButton aria-label={label} aria-haspopup="menu" aria-expanded={false} {...others}>
      <IconDotsVertical size={22} stroke={1.75} />
    </IconButton>
  )
}
