import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Shelf } from '../state/templates.ts'
import { templateTexts } from '../texts/template-texts.ts'
import linkCard from '../ui/link-card.module.css'
import classes from './results.module.css'
import { CloudPicture, SearchPicture } from '../ui/picture/picture.tsx'
import { ShelfPicture } from './shelf-picture.tsx'
import { TemplateCard } from './template-card.tsx'
import { useFound } from './use-found.ts'

interface ResultsProps {
  shelves: readonly Shelf[]
  query: string
  to: '/app/template/$id' | '/public-list/$id'
  /** shown when there are no templates yet; says what to do first */
  first?: ReactNode
}

/** The templates of these shelves, filtered by the search. */
export function Results({ shelves, query, to, first }: ResultsProps) {
  const { t } = useLingui()
  const { found, problem, online, words, again, more } = useFound(shelves, query)
  const [busy, setBusy] = useState(false)
  if (!found && !online)
    return (
      <div className={classes.nothing}>
        <CloudPicture />
        <p>
          <Trans>You are offline. Templates will appear here as soon as there is a connection.</Trans>
        </p>
      </div>
    )
  if (!found && problem)
    return (
      <div className={classes.nothing} role="alert">
        <CloudPicture />
        <p>{t(problem)}</p>
        <Button onClick={again}>
          <Trans>Try again</Trans>
        </Button>
      </div>
    )
  if (!found) return <Skeletons />
  const { items, total } = found
  return (
    <>
      {!online && (
        <p className={classes.note}>
          <Trans>You are offline. This is what you saw last.</Trans>
        </p>
      )}
      {online && problem && (
        <p className={classes.note} role="alert">
          {t(problem)}
        </p>
      )}
      <ul className={linkCard.cards}>
        {items.map((template) => (
          <TemplateCard key={template.id} template={template} to={to} />
        ))}
      </ul>
      {items.length < total && (
        <Button
          variant="default"
          className={classes.more}
          loading={busy}
          disabled={!online}
          title={online ? undefined : t(templateTexts.offline)}
          onClick={async () => {
            setBusy(true)
            await more()
            setBusy(false)
          }}
        >
          <Trans>Show more</Trans>
        </Button>
      )}
      <div role="status" className={items.length === 0 ? classes.nothing : 'visually-hidden'}>
        {items.length === 0 && words !== '' && (
          <>
            <SearchPicture />
            <p>
              <Trans>No templates found</Trans>
            </p>
          </>
        )}
        {items.length === 0 && words === '' && (
          <>
            <ShelfPicture />
            {first}
          </>
        )}
      </div>
    </>
  )
}

function Skeletons() {
  return (
    <div className={linkCard.cards} aria-hidden="true">
      {[0, 1, 2, 3, 4, 5].map((i) => (
        <div key={i} className={classes.skeleton} />
      ))}
    </div>
  )
}
