import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import classes from './message-page.module.css'

/** A page that broke: what is safe, and the way on. A fresh start also fetches what an update replaced. */
export function ErrorPage() {
  return (
    <div className={classes.message}>
      <h1>
        <Trans>Something went wrong</Trans>
      </h1>
      <p>
        <Trans>This page could not be shown. Your lists and changes are safe on this device.</Trans>
      </p>
      <div className={classes.buttons}>
        <Button onClick={() => location.reload()}>
          <Trans>Try again</Trans>
        </Button>
        <Button variant="default" component="a" href="/app">
          <Trans>To the shopping lists</Trans>
        </Button>
      </div>
    </div>
  )
}
