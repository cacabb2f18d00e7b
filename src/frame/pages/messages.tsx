import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { LinkButton } from '../../ui/links.tsx'
import { Message } from '../../ui/message.tsx'
import { Picture, SearchPicture } from '../../ui/picture/picture.tsx'
import classes from '../../ui/picture/pictures.module.css'

/** Shown when a page fails: says what is safe and how to go on. */
export function ErrorPage({ onAgain }: { onAgain: () => void }) {
  return (
    <Message
      picture={<SpiltPicture />}
      title={<Trans>Something went wrong</Trans>}
      text={<Trans>This page could not be shown. Your lists and changes are safe on this device.</Trans>}
    >
      <Button onClick={onAgain}>
        <Trans>Try again</Trans>
      </Button>
      <Button component="a" variant="default" href="/app">
        <Trans>Go to my lists</Trans>
      </Button>
    </Message>
  )
}

export function NotFoundPage() {
  return (
    <Message picture={<SearchPicture />} title="404" text={<Trans>Oops, Page Not Found :(</Trans>}>
      <LinkButton to="/app">
        <Trans>Go to my lists</Trans>
      </LinkButton>
    </Message>
  )
}

/** A picture of a basket that fell over, with everything still there. */
function SpiltPicture() {
  return (
    <Picture>
      <path d="M70 68c-52 14-38 84 14 76" />
      <path className={classes.fill} d="M70 56 138 78v60L82 158a10 10 0 0 1-13-8L60 66a10 10 0 0 1 10-10z" />
      <path d="M142 70v76M80 84l36 8M84 128l32-8" />
      <circle className={classes.accent} cx="168" cy="142" r="15" />
      <path d="M168 127c0-6 3-9 8-10" />
      <circle className={classes.tint} cx="202" cy="146" r="11" />
    </Picture>
  )
}
