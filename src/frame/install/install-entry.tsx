import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconDeviceMobileDown } from '@tabler/icons-react'
import { install, useInstall } from '../../state/install.ts'
import classes from './install.module.css'

/** Entry of the user menu, shown while the app can be installed. */
export function InstallEntry({ onChosen }: { onChosen: () => void }) {
  const way = useInstall((state) => state.way)
  if (!way) return null
  return (
    <Button
      variant="subtle"
      color="gray"
      fullWidth
      className={classes.entry}
      justify="start"
      leftSection={<IconDeviceMobileDown size={22} stroke={1.75} aria-hidden="true" />}
      onClick={() => {
        onChosen()
        void install()
      }}
    >
      <Trans>Install the app</Trans>
    </Button>
  )
}
