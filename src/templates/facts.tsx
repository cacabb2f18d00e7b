import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { IconLock, IconWorld } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { difficulties } from '../../core/product/entities.ts'
import type { Template } from '../../core/contract/shapes.ts'
import { formatDate } from '../texts/format.ts'
import { useLanguage } from '../texts/use-language.ts'
import classes from './facts.module.css'
import { difficultyNames, typeNames } from './template-text.ts'

/** A template's type, author and date: 'Ready-made · Koszyk · 1 November 2026'. */
export function Origin({ template, children }: { template: Template; children?: ReactNode }) {
  const { t } = useLingui()
  const language = useLanguage()
  const { type, author, date } = template
  // 'My own' tells the author already.
  const parts = [t(typeNames[type]), type === 'user' ? '' : author, formatDate(date, language)]
  return (
    <p className={classes.origin}>
      {children}
      {parts.filter((part) => part !== '').join('\u00a0· ')}
    </p>
  )
}

/** An icon that shows whether a template is public or private. */
export function Visibility({ template: { isPublic }, silent }: { template: Template; silent?: boolean }) {
  const { t } = useLingui()
  const Symbol = isPublic ? IconWorld : IconLock
  const name = isPublic
    ? t({ message: 'Public', context: 'template' })
    : t({ message: 'Private', context: 'template' })
  const drawn = <Symbol size={18} stroke={1.75} aria-hidden="true" />
  return silent ? (
    <span className={classes.seen} title={name}>
      {drawn}
      <span className="visually-hidden">{name}, </span>
    </span>
  ) : (
    <span className={classes.fact}>
      {drawn}
      {name}
    </span>
  )
}

/** The number of products and the difficulty, as one to three bars and a word. */
export function Facts({ template, children }: { template: Template; children?: ReactNode }) {
  const { t } = useLingui()
  const { productCount, difficulty } = template
  const level = difficulties.indexOf(difficulty)
  return (
    <p className={classes.facts}>
      <span className={classes.count}>
        <Plural value={productCount} one="# product" other="# products" />
      </span>
      <span className={classes.fact}>
        <span className={classes.bars} aria-hidden="true">
          {difficulties.map((name, i) => (
            <i key={name} data-on={i <= level || undefined} />
          ))}
        </span>
        <span className="visually-hidden">
          <Trans>Difficulty:</Trans>{' '}
        </span>
        {t(difficultyNames[difficulty])}
      </span>
      {children}
    </p>
  )
}
