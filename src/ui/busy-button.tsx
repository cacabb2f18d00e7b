import { Button, type ButtonProps, type ElementProps } from '@mantine/core'
import { useState } from 'react'

interface BusyButtonProps extends ButtonProps, ElementProps<'button', keyof ButtonProps | 'onClick'> {
  /** says its own failures */
  onClick: () => Promise<unknown>
}

/** A button that turns and takes no second press until what it does has ended. */
export function BusyButton({ onClick, ...props }: BusyButtonProps) {
  const [busy, setBusy] = useState(false)
  async function press() {
    setBusy(true)
    await onClick().finally(() => setBusy(false))
  }
  return <Button loading={busy} onClick={() => void press()} {...props} />
}
