import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { SearchPicture } from '../../ui/picture/picture.tsx'
import classes from './message-page.module.css'

export function NotFoundPage() {
  return (
    <div className={classes.message}>
      <SearchPicture />
      <h1>404</h1>
      <p>
        <Trans>Oops, Page Not Found :(</Trans>
      </p>
      <Button component={Link} to="/app/">
        <Trans>Go to my lists</Trans>
      </Button>
    </div>
  )
}
