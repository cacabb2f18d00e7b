import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, SimpleGrid, Skeleton, Group, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useSync } from '../sync/sync-status.ts'
import { useSession, who } from '../account/session/session.ts'
import { useFoundTemplates } from './state/queries.ts'
import type { Shelf } from '../sync/shelves.ts'
import { useLanguage } from '../texts/i18n.ts'
import { templateTexts } from '../texts/template-texts.ts'
import { Message } from '../ui/message.tsx'
import { CloudPicture, Picture, SearchPicture } from '../ui/picture/picture.tsx'
import classes from '../ui/picture/pictures.module.css'
import { TemplateCard } from './card.tsx'
import { BusyButton } from '../ui/busy-button.tsx'

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
  if (!found && !online)
    return (
      <Message
        picture={<CloudPicture />}
        text={<Trans>You are offline. Templates will appear here as soon as there is a connection.</Trans>}
      />
    )
  if (!found && problem)
    return (
      <Message role="alert" picture={<CloudPicture />} text={t(problem)}>
        <Button onClick={again}>
          <Trans>Try again</Trans>
        </Button>
      </Message>
    )
  if (!found) return <Skeletons />
  const { items, total } = found
  const none = items.length === 0
  return (
    <>
      {!online && (
        <Alert mb="md">
          <Trans>You are offline. This is what you saw last.</Trans>
        </Alert>
      )}
      {online && problem && (
        <Alert mb="md" role="alert">
          {t(problem)}
        </Alert>
      )}
      <SimpleGrid component="ul" minColWidth="min(20rem, 100%)">
        {items.map((template) => (
          <TemplateCard key={template.id} template={template} to={to} />
        ))}
      </SimpleGrid>
      {items.length < total && (
        <BusyButton
          variant="default"
          display="block"
          mt="lg"
          mx="auto"
          disabled={!online}
          title={online ? undefined : t(templateTexts.offline)}
          onClick={() => more()}
        >
          <Trans>Show more</Trans>
        </BusyButton>
      )}
      <div role="status">
        {none && words !== '' && (
          <Message picture={<SearchPicture />} text={<Trans>No templates found</Trans>} />
        )}
        {none && words === '' && first}
      </div>
    </>
  )
}

function Skeletons() {
  return (
    <SimpleGrid minColWidth="min(20rem, 100%)" aria-hidden="true">
      {[0, 1, 2, 3, 4, 5].map((i) => (
        <Skeleton key={i} h="10.875rem" radius="lg" />
      ))}
    </SimpleGrid>
  )
}

export function ShelfPicture() {
  return (
    <Picture>
      <path className={classes.tint} d="M84 30h92a8 8 0 0 1 8 8v96a8 8 0 0 1-8 8H84z" />
      <path
        className={classes.fill}
        d="M64 44h92a8 8 0 0 1 8 8v98a8 8 0 0 1-8 8H64a8 8 0 0 1-8-8V52a8 8 0 0 1 8-8z"
      />
      <path d="M94 76h50M94 100h42M94 124h50" />
      <path className={classes.accentLine} d="m70 76 4 4 8-9M70 100l4 4 8-9M70 124l4 4 8-9" />
      <circle className={classes.accent} cx="184" cy="136" r="20" />
      <path className={classes.onAccent} d="M184 127v18M175 136h18" />
    </Picture>
  )
}

/** Debounce in ms, so that the server is not asked at every key press. */
const askAfterMs = 250

/** Returns the templates of these shelves that match the typed text. */
function useFound(shelves: readonly Shelf[], typed: string) {
  const [resting] = useDebouncedValue(typed.trim(), askAfterMs)
  // Clearing the field takes effect without the debounce.
  const words = typed.trim() === '' ? '' : resting
  const onDevice = useSession(who) === 'trial'
  // Without an account the user's own templates are on this device, so searching only them needs no network.
  const online = useSync((sync) => sync.online) || (onDevice && shelves.every((shelf) => shelf === 'user'))
  const { problem, ...rest } = useFoundTemplates(shelves, words, useLanguage(), online)
  return { words, online, problem: problem === 'missing' ? undefined : problem, ...rest }
}

/** The heading of a page of templates, with what can be done beside it. */
export function PageHead({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <Group component="header" justify="space-between" gap="sm">
      <Title>{title}</Title>
      {children}
    </Group>
  )
}
