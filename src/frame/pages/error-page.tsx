import { Trans } from '@lingui/react/macro'
import { Picture } from '../../ui/picture/picture.tsx'
import drawn from '../../ui/picture/picture.module.css'
import classes from './message-page.module.css'
import { AnchorButton, Button } from '../../ui/control/button.tsx'

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
        <AnchorButton variant="default" href="/app">
          <Trans>Go to my lists</Trans>
        </AnchorButton>
      </div>
    </div>
  )
}

/** A basket that fell over; what was in it is still there. */
function SpiltPicture() {
  return (
    <Picture>
      <path className={drawn.line} d="M70 68c-52 14-38 84 14 76" />
      <path className={drawn.fill} d="M70 56 138 78v60L82 158a10 10 0 0 1-13-8L60 66a10 10 0 0 1 10-10z" />
      <path className={drawn.line} d="M142 70v76M80 84l36 8M84 128l32-8" />
      <circle className={drawn.accent} cx="168" cy="142" r="15" />
      <path className={drawn.line} d="M168 127c0-6 3-9 8-10" />
      <circle className={drawn.tint} cx="202" cy="146" r="11" />
    </Picture>
  )
}
