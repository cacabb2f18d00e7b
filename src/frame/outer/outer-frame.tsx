import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode, Ref } from 'react'
import { productName } from '../../app/product.ts'
import { useSettings } from '../../state/session/settings.ts'
import { Brand } from '../brand.tsx'
import { LanguageSelect } from '../bars/language-select.tsx'
import { ModeToggle } from '../bars/mode-toggle.tsx'
import classes from './outer-layout.module.css'
import { Pitch } from './outer-picture.tsx'
import { StorageBanner } from '../notices/storage-banner.tsx'

/**
 * welcome: a form for visitors who may not know the app, with the app's claim;
 * form: a form, with the claim if there is room;
 * text: with limited line length; wide: a full-width page; message: a short message
 */
export type OuterKind = 'welcome' | 'form' | 'text' | 'wide' | 'message'

interface OuterFrameProps {
  kind: OuterKind
  /** covers a page that must not be left, so it has no links */
  closed?: boolean
  page?: Ref<HTMLElement>
  children: ReactNode
}

/** The frame of pages that need no account: brand, language, light or dark mode, and footer. */
export function OuterFrame({ kind, closed, page, children }: OuterFrameProps) {
  const { gradient, decoration } = useSettings()
  return (
    <div className={classes.layout} data-gradient={gradient || undefined}>
      <header className={classes.header}>
        {closed ? (
          <span className={classes.brand}>
            <Brand />
          </span>
        ) : (
          <Link to="/" className={classes.brand}>
            <Brand />
          </Link>
        )}
        <div className={classes.tools}>
          <LanguageSelect />
          <ModeToggle />
        </div>
      </header>
      {!closed && <StorageBanner />}
      <div className={classes.body} data-kind={kind}>
        {(kind === 'form' || kind === 'welcome') && decoration && <Pitch />}
        <main id={closed ? undefined : 'page'} tabIndex={-1} ref={page} className={classes.page}>
          {children}
        </main>
      </div>
      <footer className={classes.footer}>
        <span>© 2018-2021 {productName}</span>
        {!closed && (
          <nav>
            <Link to="/about-us">
              <Trans>About us</Trans>
            </Link>
            <Link to="/terms">
              <Trans>Terms of use</Trans>
            </Link>
            <Link to="/privacy">
              <Trans>Privacy policy</Trans>
            </Link>
          </nav>
        )}
      </footer>
    </div>
  )
}
