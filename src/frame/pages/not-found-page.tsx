import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import classes from './message-page.module.css'

export function NotFoundPage() {
  return (
    <div className={classes.message}>
      <svg viewBox="0 0 240 170" className={classes.picture} aria-hidden="true">
        <path d="M78 76c0-66 84-66 84 0" className={classes.stroke} />
        <path
          d="M44 76h152a10 10 0 0 1 9.8 12l-11 56a18 18 0 0 1-17.7 14.5H62.9A18 18 0 0 1 45.2 144l-11-56A10 10 0 0 1 44 76z"
          className={classes.fill}
        />
        <path d="M92 106v28M120 106v28M148 106v28" className={classes.thin} />
        <path d="M18 164h204" className={classes.ground} />
      </svg>
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
