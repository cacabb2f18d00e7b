import type { ReactNode } from 'react'
import classes from './offer-card.module.css'

interface OfferCardProps {
  /** accessible name */
  label: string
  picture: ReactNode
  title: ReactNode
  text: ReactNode
  /** two buttons: 'not now' and what is offered */
  children: ReactNode
}

/** A card above the lists that offers something once; a phone in landscape has no room for it. */
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
