import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { IconLock, IconWorld } from '@tabler/icons-react'
import type { Template } from '../../core/contract/shapes.ts'
import { formatDate } from '../texts/format.ts'
import { useLanguage } from '../texts/use-language.ts'
import classes from './facts.module.css'
import { difficultyNames, typeNames } from './template-text.ts'

/** Its type, author and date: 'Ready-made · Koszyk · 1 November 2026'. */
export function Origin({ template }: { template: Template }) {
  const { t } = useLingui()
  const language = useLanguage()
  const { type, author, date } = template
  const parts = [t(typeNames[type]), author, formatDate(date, language)]
  return <p className={classes.origin}>{parts.filter((part) => part !== '').join(' · ')}</p>
}

/** The number of products, the difficulty, and who may see it. */
export function Facts({ template }: { template: Template }) {
  const { t } = useLingui()
  const { productCount, difficulty, isPublic } = template
  const Symbol = isPublic ? IconWorld : IconLock
  return (
    <p className={classes.facts}>
      <span className={classes.count}>
        <Plural value={productCount} one="# product" other="# products" />
      </span>
      <span className={classes.chip}>
        <span className="visually-hidden">
          <Trans>Difficulty:</Trans>{' '}
        </span>
        {t(difficultyNames[difficulty])}
      </span>
      <span className={classes.chip}>
        <Symbol size={16} stroke={1.75} aria-hidden="true" />
        {isPublic
          ? t({ message: 'Public', context: 'template' })
          : t({ message: 'Private', context: 'template' })}
      </span>
    </p>
  )
}
