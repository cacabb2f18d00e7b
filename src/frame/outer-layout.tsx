import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { productName } from '../product.ts'
import { useSettings } from '../state/settings.ts'
import { StorageBanner } from './storage-banner.tsx'
import { Brand } from './brand.tsx'
import { LanguageSelect } from './language-select.tsx'
import { ModeToggle } from './mode-toggle.tsx'
import classes from './outer-layout.module.css'
import { Pitch } from './outer-picture.tsx'
import { usePageChange } from './use-page-change.ts'

interface OuterLayoutProps {
  /** a form beside the picture, a text in lines that are not too long, or a page that takes the whole width */
  kind: 'form' | 'text' | 'wide'
  children: ReactNode
}

/** What surrounds the pages that need no account. */
export function OuterLayout({ kind, children }: OuterLayoutProps) {
  const page = usePageChange()
  const { gradient, decoration } = useSettings()
  return (
    <div className={classes.layout} data-gradient={gradient || undefined}>
      <header className={classes.header}>
        <Link to="/" className={classes.brand}>
          <Brand />
        </Link>
        <div className={classes.tools}>
          <LanguageSelect />
          <ModeToggle />
        </div>
      </header>
      <StorageBanner />
      <div className={classes.body} data-kind={kind}>
        {kind === 'form' && decoration && <Pitch />}
        <main id="page" tabIndex={-1} ref={page} className={classes.page}>
          {children}
        </main>
      </div>
      <footer className={classes.footer}>
        <span>© 2018-2021 {productName}</span>
        <nav>
          <Link to="/about-us">
            <Trans>About us</Trans>
          </Link>
          <Link to="/privacy">
            <Trans>Privacy policy</Trans>
          </Link>
        </nav>
      </footer>
    </div>
  )
}
