import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { soon } from '../../app/later.tsx'
import classes from './message-page.module.css'

const SpiltPicture = soon(async () => (await import('./spilt-picture.tsx')).SpiltPicture)

interface ErrorPageProps {
  onAgain: () => void
}

/** Shown when a page fails: says what is safe and how to go on. */
export function ErrorPage({ onAgain }: ErrorPageProps) {
  return (
    <div className={classes.message}>
      <SpiltPicture />
      <h1>
        <Trans>Something went wrong</Trans>
      </h1>
      <p>
        <Trans>This page could not be shown. Your lists and changes are safe on this device.</Trans>
      </p>
      <div className={classes.buttons}>
        <Button onClick={onAgain}>
          <Trans>Try again</Trans>
        </Button>
        <Button component="a" variant="default" href="/app">
          <Trans>Go to my lists</Trans>
        </Button>
      </div>
    </div>
  )
}
