import type { ReactNode } from 'react'
import classes from './account.module.css'

interface CardProps {
  title: ReactNode
  lead?: ReactNode
  /** a picture above the title */
  symbol?: ReactNode
  /** shows the symbol as a success */
  good?: boolean
  children?: ReactNode
}

export function Card({ title, lead, symbol, good, children }: CardProps) {
  return (
    <section className={classes.card}>
      {symbol && (
        <div className={classes.symbol} data-good={good}>
          {symbol}
        </div>
      )}
      <h1>{title}</h1>
      {lead && <p className={classes.lead}>{lead}</p>}
      {children}
    </section>
  )
}
