import { IconX } from '@tabler/icons-react'
import { IconButton, type IconButtonProps } from './icon-button.tsx'

/** A button that closes the element around it; `aria-label` says what that is. */
export function CloseButton(props: IconButtonProps) {
  return (
    <IconButton {...props}>
      <IconX size={20} stroke={1.75} aria-hidden="true" />
    </IconButton>
  )
}
