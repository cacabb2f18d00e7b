import { Trans } from '@lingui/react/macro'
import { SearchPicture } from '../../ui/picture/picture.tsx'
import classes from './message-page.module.css'
import { LinkButton } from '../../ui/links.tsx'

export function NotFoundPage() {
  return (
    <div className={classes.message}>
      <SearchPicture />
      <h1>404</h1>
      <p>
        <Trans>Oops, Page Not Found :(</Trans>
      </p>
      <LinkButton to="/app">
        <Trans>Go to my lists</Trans>
      </LinkButton>
    </div>
  )
}
