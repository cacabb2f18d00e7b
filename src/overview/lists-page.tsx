import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { listSetting } from '../../core/product/account-settings.ts'
import { byUse } from '../../core/product/list-order.ts'
import { KeysDialog } from '../actions/lazy.tsx'
import { useKeys } from '../actions/use-keys.ts'
import { holdIdle } from '../lib/idle.ts'
import { useLists } from '../sync/use-lists.ts'
import { ListCard } from './list-card.tsx'
import { type Hit, type ListsStatus, listsWith, noHits, searchLists, type ServerHits } from './search.ts'
import { useAccountSettings } from '../account/state/settings.ts'
import { createList } from '../list/state/list-actions.ts'
import { type ListCard as ListCardData, useOverview } from '../sync/overview.ts'
import { useSync } from '../sync/sync-status.ts'
import { useSession, who } from '../account/session/session.ts'
import { listTexts } from '../texts/list-texts.ts'
import linkCard from '../ui/cards.module.css'
import { LinkButton } from '../ui/links.tsx'
import { Message } from '../ui/message.tsx'
import { CloudPicture, SearchPicture } from '../ui/picture/picture.tsx'
import { BasketPicture, BoxPicture, PeoplePicture } from '../ui/picture/pictures.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { useWide } from '../lib/use-wide.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { searchWords } from '../../core/text/normalise.ts'
import { http } from '../../device/network.ts'
import { useServerQuery } from '../sync/queries.ts'

/** From this many lists on, each takes one line instead of a card. */
const compactFrom = 10

/** The user's active, archived or shared lists, from this device's storage; only a search may ask the server. */
export function ListsPage({ status }: { status: ListsStatus }) {
  const { t } = useLingui()
  const all = useLists()
  const [query, setQuery] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  const search = useRef<HTMLInputElement>(null)
  const [keys, setKeys] = useState(false)
  useKeys({ '/': () => search.current?.focus(), '?': () => setKeys(true) })
  const deferred = useDeferredValue(query)
  const wide = useWide()
  const settings = useAccountSettings((state) => (state.isRead ? state.settings : null))
  // Before the first pull, no lists on the device may mean either that there are none or that none were fetched yet.
  const asked = useOverview(({ pulls, stale }) => pulls > 0 || stale)
  const isOfNewer = useSync((sync) => sync.storage === 'newer')
  const isKnown = all !== null && (all.length > 0 || asked)
  const lists = useMemo(() => {
    const some = isKnown && all ? listsWith(all, status) : null
    // Archived lists keep their order by date; the others are sorted by use.
    return some && settings && (status === 'archived' ? some : byUse(some, settings))
  }, [all, isKnown, status, settings])
  // On an empty page the button is in the centre instead.
  const offersNew = status === 'active' && lists !== null && lists.length > 0 && !isOfNewer
  const [elsewhere, setElsewhere] = useState(noHits)
  const asks = lists?.some(({ isWhole }) => !isWhole) ?? false
  const found = lists && withServer(lists, searchLists(lists, deferred), elsewhere)
  const searching = deferred.trim() !== ''
  const compact = lists !== null && lists.length >= compactFrom
  return (
    <Stack className={linkCard.page} gap="md">
      <Group gap="sm" mih="3rem">
        <Title order={1} ref={heading} tabIndex={-1} flex={wide ? 1 : '1 1 100%'}>
          {status === 'active' && t`Shopping lists`}
          {status === 'archived' && t`Archived lists`}
          {status === 'shared' && t`Shared with me`}
        </Title>
        {lists !== null && lists.length > 0 && (
          <SearchField ref={search} label={t`Search lists and products`} value={query} onChange={setQuery} />
        )}
        {wide && offersNew && <NewListButton />}
      </Group>
      {found === null && (isOfNewer && asked ? <OfNewer /> : <Skeletons />)}
      {lists?.length === 0 && (
        <EmptyState
          status={status}
          isFirst={all !== null && all.length === 0}
          newList={!isOfNewer && <NewListButton />}
        />
      )}
      {found && found.length > 0 && (
        <SimpleGrid
          component="ul"
          {...(compact
            ? { minColWidth: 'min(27rem, 100%)', spacing: 'xl', verticalSpacing: 0 }
            : { minColWidth: 'min(20rem, 100%)' })}
        >
          {found.map(({ list, products }) => (
            <ListCard
              key={list.id}
              list={list}
              found={products.join('\n')}
              pinned={settings !== null && listSetting(settings, list.id).pinned}
              compact={compact}
              onGone={() => heading.current?.focus()}
            />
          ))}
        </SimpleGrid>
      )}
      {asks && <AskServer query={deferred} onAnswer={setElsewhere} />}
      {asks && elsewhere.missing && (
        <Text c="dimmed" ta="center">
          <Trans>Some of these lists are not on this device. Go online to search their products.</Trans>
        </Text>
      )}
      {lists && lists.length > 0 && (
        <div role="status" className={found?.length === 0 ? undefined : 'visually-hidden'}>
          {found?.length === 0 && (
            <Message picture={<SearchPicture />} text={<Trans>No lists found</Trans>} />
          )}
          {found && found.length > 0 && searching && (
            <Plural value={found.length} one="# list found" other="# lists found" />
          )}
        </div>
      )}
      <KeysDialog opened={keys} onClose={() => setKeys(false)} />
      {!wide && offersNew && (
        // In the middle it covers none of the buttons at the ends of the lines.
        <div
          className={linkCard.thumb}
          data-docked=""
          style={{ justifyContent: compact ? 'center' : undefined }}
        >
          <NewListButton />
        </div>
      )}
    </Stack>
  )
}

/** Adds the server's hits for lists that are not completely on this device, in the order of the page. */
function withServer(
  lists: readonly ListCardData[],
  local: readonly Hit<ListCardData>[],
  { found }: ServerHits,
): readonly Hit<ListCardData>[] {
  if (found.size === 0) return local
  const hits = new Map(local.map((hit) => [hit.list.id, hit]))
  return lists.flatMap((list) => {
    const products = list.isWhole ? undefined : found.get(list.id)
    const hit = hits.get(list.id) ?? (products && { list, products })
    return hit ? [hit] : []
  })
}

function Skeletons() {
  useEffect(holdIdle, [])
  return (
    <SimpleGrid minColWidth="min(20rem, 100%)" aria-hidden="true">
      {[0, 1, 2].map((i) => (
        <Skeleton key={i} h="9.875rem" />
      ))}
    </SimpleGrid>
  )
}

/** Says where the lists are that only a newer version of the app can read here. */
function OfNewer() {
  const { t } = useLingui()
  const trial = useSession(who) === 'trial'
  return (
    <Message picture={<CloudPicture />} text={t(trial ? listTexts.forNewerVersion : listTexts.onServer)} />
  )
}

/** Makes a list named after today and opens it. */
function NewListButton() {
  const navigate = useNavigate()
  // Without this, a second press would make a second list.
  const [busy, setBusy] = useState(false)
  return (
    <Button
      leftSection={<IconPlus size={22} stroke={2} aria-hidden="true" />}
      onClick={async () => {
        if (busy) return
        setBusy(true)
        const id = await createList()
        if (id) await navigate({ to: '/app/details/$id', params: { id } })
        setBusy(false)
      }}
    >
      <Trans>New list</Trans>
    </Button>
  )
}

interface EmptyStateProps {
  status: 'active' | 'archived' | 'shared'
  /** there are no lists at all, not even archived ones */
  isFirst: boolean
  /** the button that makes a new list */
  newList: ReactNode
}

/** Shown for no lists: a picture, a sentence and a button that show what to do first. */
function EmptyState({ status, isFirst, newList }: EmptyStateProps) {
  const toLists = (
    <LinkButton to="/app">
      <Trans>Go to my lists</Trans>
    </LinkButton>
  )
  const pictures = { active: <BasketPicture />, archived: <BoxPicture />, shared: <PeoplePicture /> }
  const texts = {
    active: isFirst ? (
      <Trans>Start your first list and take it with you: it works without a signal too.</Trans>
    ) : (
      <Trans>All done. Start a new list, or take one from the archive and shop again.</Trans>
    ),
    archived: <Trans>Archived lists wait here until you need them again.</Trans>,
    shared: <Trans>Lists that others share with you will appear here.</Trans>,
  }
  return (
    <Message picture={pictures[status]} text={texts[status]}>
      {status === 'active' ? newList : toLists}
      {status === 'active' && !isFirst && (
        <LinkButton to="/app/archive" variant="default">
          <Trans>Open the archive</Trans>
        </LinkButton>
      )}
    </Message>
  )
}

/** Debounce in ms, so that the server is not asked at every key press. */
const askAfterMs = 250

interface AskServerProps {
  query: string
  onAnswer: (hits: ServerHits) => void
}

/** Asks the server for hits in lists that are not completely on this device, such as archived ones. Renders nothing. */
function AskServer({ query, onAnswer }: AskServerProps) {
  const typed = searchWords(query).join(' ')
  const [resting] = useDebouncedValue(typed, askAfterMs)
  // Clearing the field takes effect at once, without the debounce.
  const words = typed === '' ? '' : resting
  const online = useSync((sync) => sync.online)
  const { data, isError } = useServerQuery(
    ['lists', words],
    ({ signal }) => askFor(words, signal),
    words !== '' && online,
  )
  useEffect(() => {
    if (words === '') onAnswer(noHits)
    else onAnswer({ found: (online && data) || noHits.found, missing: !online || isError })
  }, [words, online, data, isError, onAnswer])
  return null
}

async function askFor(words: string, signal: AbortSignal): Promise<ServerHits['found']> {
  const search = { query: { query: words, limit: '200' }, signal }
  const { items } = await http.call('GET /api/v3/lists/search', search)
  return new Map(items.map(({ id, matched = [] }) => [id, matched]))
}
