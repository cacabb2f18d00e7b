import type { ReactNode } from 'react'
import classes from './offer-card.module.css'

interface OfferCardProps {
  /** accessible name */
  label: string
  picture: ReactNode
  title: ReactNode
  text: ReactNode
  /** two buttons: one to decline, one to accept the offer */
  children: ReactNode
}

/** A card above the lists that offers something once; hidden on a phone in landscape, which has no room for it. */
export function OfferCard({ label, picture, title, text, children }: OfferCardProps) {
  return (
    <section className={classes.card} aria-label={label}>
      {picture}
      <p>
        <strong>{title}</strong>
        <span>{text}</span>
      </p>
      <div className={classes.buttons}>{children}</div>
    </section>
  )
}
