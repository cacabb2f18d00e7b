import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Card, CloseButton, Group, Skeleton, Stack, Title, Button } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import type { List } from '../../../core/contract/shapes.ts'
import { shownListName } from '../../../core/product/list-copies.ts'
import { currentLanguage } from '../../texts/i18n.ts'
import { currencyOf } from '../../../core/product/currency.ts'
import { can, roleOf } from '../../../core/product/permissions.ts'
import { holdIdle } from '../../lib/idle.ts'
import { changeSettings, useDeviceSettings } from '../../account/session/device-settings.ts'
import { tellOpened } from '../../sync/list-calls.ts'
import { restoreFinished, useFinished } from '../state/finish-trip.ts'
import { useListUi } from '../state/ui.ts'
import { closeList, openList, roleIn, useOpenList } from '../../sync/open-list.ts'
import { useOverview } from '../../sync/overview.ts'
import { storageFailed, useSync } from '../../sync/sync-status.ts'
import { useShownList } from '../../sync/use-lists.ts'
import { restoreView, choosesMode, modeFor, restoreShopping, useShopping } from '../state/view.ts'
import { useSession, who } from '../../account/session/session.ts'
import { CurrencyContext } from '../../texts/amounts.tsx'
import { listTexts } from '../../texts/list-texts.ts'
import { notify } from '../../ui/notices.ts'
import { LinkButton } from '../../ui/links.tsx'
import { Message } from '../../ui/message.tsx'
import { CloudPicture, SearchPicture } from '../../ui/picture/picture.tsx'
import { useWide, useMinWidth, useSidebarOpen } from '../../lib/use-wide.ts'
import { useTakenDraft } from '../state/use-kept-draft.ts'
import { SuggestPopup } from '../add/suggest-popup.tsx'
import { AddedRows, NewsLine } from './changed-rows.tsx'
import { DetailHead } from './detail-head.tsx'
// Not late, because it sees only the ticks that come after it.
import { CompletePrompt } from './complete-prompt.tsx'
import { EditList } from './edit-list.tsx'
import { DuplicateDialog, EndingNotice, FinishedCard, PastedText, SharePanel, ShareSheet } from '../lazy.tsx'
import classes from '../list.module.css'
import { useFind, useOverList } from '../state/use-over-list.ts'
import { type Columns, leastWidth, margins, sidebar } from '../rows/columns.ts'
import { ShoppingList } from '../shop/shopping-list.tsx'
import type { ProductView } from '../../../core/sync/mutation.ts'
import { Printed, PrintSheet } from '../../ui/print/print-sheet.tsx'
import { useSteadyAisles } from '../rows/use-items.ts'

interface DetailPageProps {
  id: string
  /** the name of the product that was searched for */
  sought: string | undefined
  /** opened to add something, by a notification */
  adds: boolean
}

/** One list, shown at once from this device's storage and kept in sync with the other members. */
export function DetailPage({ id, sought, adds }: DetailPageProps) {
  useEffect(() => {
    restoreShopping().catch(storageFailed)
    restoreFinished().catch(storageFailed)
    restoreView(id).catch(storageFailed)
    void openList(id)
    return closeList
  }, [id])
  const list = useShownList(id)
  const status = useOpenList((state) => (state.listId === id ? state.status : 'loading'))
  const role = useOpenList((state) => (state.listId === id ? roleIn(state) : 'view'))
  const writes = status === 'ready' && list !== null && can(role, 'editProducts')
  useTakenDraft(id, status === 'loading' ? null : writes)
  if (status === 'missing' || status === 'unreachable') return <NoList status={status} id={id} />
  if (status === 'loading' || !list) return <Loading name={list?.listName} />
  return (
    <CurrencyContext value={currencyOf(list)}>
      <OpenList list={list} sought={sought} adds={adds} />
    </CurrencyContext>
  )
}

function OpenList({ list, sought, adds }: { list: List } & Omit<DetailPageProps, 'id'>) {
  const { t } = useLingui()
  const wide = useWide()
  const isShopping = useShopping((state) => state.lists.includes(list.id))
  const mode = modeFor(useOpenList(roleIn), isShopping)
  const trip = useFinished(list.id)
  const guest = useSession(who) === 'guest'
  const shares = list.listStatus !== 'archiwum' && mode !== 'view' && !guest
  // If the share panel fits beside the list, whether it is open is a saved setting; otherwise it opens over the page
  // on request.
  const standing = useDeviceSettings(({ settings }) => settings.sharingOpen)
  const [sheet, setSheet] = useState(false)
  const room = useRoom(shares && standing)
  const beside = wide && room.aside
  const sharing = shares && (beside ? standing : sheet)
  // Stable, so that a rename does not render the list again.
  const setSharing = useCallback(
    (on: boolean) => (beside ? changeSettings('settings', { sharingOpen: on }) : setSheet(on)),
    [beside],
  )
  const share = useCallback(() => setSharing(true), [setSharing])
  const mayShare = shares && list.sharedWith === 0 && can(roleOf(list), 'share')
  const isShared = list.owner !== undefined
  useEndedSearch(mode === 'edit')
  useEffect(() => {
    if (isShared) void tellOpened(list.id)
  }, [isShared, list.id])
  return (
    <div className={classes.page} data-aside={(beside && sharing) || undefined}>
      <DetailHead
        list={list}
        mode={mode}
        wide={wide}
        sharing={sharing}
        onSharing={shares ? () => setSharing(!sharing) : null}
      />
      {beside && sharing && (
        <Card component="aside" p="md" pt="xs" className={classes.aside} aria-label={t`Sharing`}>
          <Group justify="space-between" me={-8}>
            <Title order={2}>
              <Trans>Sharing</Trans>
            </Title>
            <CloseButton aria-label={t`Hide sharing`} onClick={() => setSharing(false)} />
          </Group>
          <SharePanel list={list} />
        </Card>
      )}
      <div className={classes.main}>
        <SuggestPopup />
        <DuplicateDialog />
        <Pasted />
        <GoesOn key={list.id} list={list} />
        {list.endsAt !== undefined && <EndingNotice list={list} />}
        {trip && mode === 'edit' && <FinishedCard list={list} trip={trip} />}
        {mode === 'edit' ? (
          <EditList
            listId={list.id}
            wide={wide}
            columns={room.columns}
            onShare={mayShare ? share : null}
            sharing={sharing}
          />
        ) : (
          <ShoppingList
            listId={list.id}
            canTick={mode === 'shopping'}
            canEdit={choosesMode(roleOf(list)) && mode === 'shopping'}
            wide={wide}
          />
        )}
        <NewsLine narrow={mode !== 'edit'} />
      </div>
      <ShareSheet opened={sharing && !beside} onClose={() => setSheet(false)} list={list} />
      {mode !== 'view' && <CompletePrompt list={list} fullScreen={mode === 'shopping'} />}
      <PrintList />
      <Announcer />
      <AddedRows sought={sought} adds={adds} />
    </div>
  )
}

/**
 * Leads from a list that was put away while it was open here to the one that goes on as it. From one that was opened in
 * the archive it only shows the way.
 */
function GoesOn({ list }: { list: List }) {
  const navigate = useNavigate()
  const isArchived = list.listStatus === 'archiwum'
  const [wasActive] = useState(!isArchived)
  const next = useOverview(
    ({ lists }) =>
      lists?.find(({ againOf, listStatus }) => againOf === list.id && listStatus !== 'archiwum')?.id,
  )
  const leadsTo = isArchived ? next : undefined
  useEffect(() => {
    if (!wasActive || leadsTo === undefined) return
    void navigate({ to: '/app/details/$id', params: { id: leadsTo }, replace: true })
    notify('none', msg`The list goes on here`)
  }, [wasActive, leadsTo, navigate])
  if (wasActive || leadsTo === undefined) return null
  return (
    <Group mb="sm">
      <LinkButton to="/app/details/$id" params={{ id: leadsTo }} variant="default">
        <Trans>The list goes on here</Trans>
      </LinkButton>
    </Group>
  )
}

/** Ends the search where there is none, such as in shopping mode, or Back would seem to do nothing. */
function useEndedSearch(isThere: boolean): void {
  const ends = useFind() !== undefined && !isThere
  const setQuery = useOverList('q')
  useEffect(() => {
    if (ends) setQuery(null)
  }, [ends, setQuery])
}

/** Placeholder while the list loads. It holds idle work back, so that nothing competes with the list. */
function Loading({ name }: { name: string | undefined }) {
  useEffect(holdIdle, [])
  return (
    <>
      {name !== undefined && <h1 className="visually-hidden">{name}</h1>}
      <Stack gap={1} aria-hidden="true">
        <Skeleton w="60%" h="2.25rem" mt={6} mb={56} />
        {[0, 1, 2, 3, 4, 5].map((i) => (
          <Skeleton key={i} h="3.5rem" radius={0} />
        ))}
      </Stack>
    </>
  )
}

/** Width in px of the share panel with its gap to the list. */
const panel = 312 + 32
/** Widths in px that a product's fields need in one line, and in one line of narrow columns. */
const inOneLine = leastWidth('one-line')
const inNarrowLine = leastWidth('narrow')

/**
 * Returns whether the share panel fits beside the list (`aside`) and the table's layout for the width that is left.
 * The panel fits if each product still fits in one line. Otherwise it lies over the page, because with two lines for
 * each product a laptop would show only two products.
 */
function useRoom(sharing: boolean): { aside: boolean; columns: Columns } {
  const margin = margins[useMinWidth(1024) ? 'wide' : 'narrow']
  const isOpen = useSidebarOpen(useDeviceSettings(({ settings }) => settings.sidebarOpen))
  const hasSidebar = useSession(who) !== 'guest'
  const taken = (hasSidebar ? sidebar[isOpen ? 'open' : 'closed'] : 0) + margin
  const aside = useMinWidth(taken + panel + inNarrowLine)
  const beside = taken + (sharing && aside ? panel : 0)
  const isNarrow = useMinWidth(beside + inNarrowLine)
  const isWide = useMinWidth(beside + inOneLine)
  return { aside, columns: isWide ? 'one-line' : isNarrow ? 'narrow' : 'two-lines' }
}

/** The dialog to review a pasted list or recipe, or the field to paste it into. Loads on first use. */
function Pasted() {
  const text = useListUi((ui) => ui.pasted)
  const as = useListUi((ui) => ui.pastedAs)
  return text === null ? null : <PastedText key={`${as} ${text}`} text={text} as={as} opened />
}

/** Says why there is no list to show. An unreachable list is requested again once the device is online. */
export function NoList({ status, id }: { status: 'missing' | 'unreachable'; id: string }) {
  const { t } = useLingui()
  const guest = useSession(who) === 'guest'
  const trial = useSession(who) === 'trial'
  const online = useSync((sync) => sync.online)
  const isOfNewer = useSync((sync) => sync.storage === 'newer')
  useWindowEvent('online', () => {
    if (status === 'unreachable') void openList(id)
  })
  return (
    <Message
      picture={status === 'missing' ? <SearchPicture /> : <CloudPicture />}
      title={
        status === 'missing' ? (
          <Trans>This list is not here</Trans>
        ) : isOfNewer ? (
          <Trans>The list could not be loaded</Trans>
        ) : (
          <Trans>Not on this device yet</Trans>
        )
      }
      text={
        status === 'missing' ? (
          <Trans>It was deleted, or it is not shared with you any more.</Trans>
        ) : isOfNewer ? (
          t(trial ? listTexts.forNewerVersion : listTexts.onServer)
        ) : (
          <Trans>
            This list has not been opened here yet. It will open as soon as there is a connection.
          </Trans>
        )
      }
    >
      {status === 'unreachable' && online && (
        <Button onClick={() => void openList(id)}>
          <Trans>Try again</Trans>
        </Button>
      )}
      {!guest && (
        <LinkButton to="/app" variant={status === 'missing' ? 'filled' : 'default'}>
          <Trans>Go to my lists</Trans>
        </LinkButton>
      )}
    </Message>
  )
}

/** Tells screen readers what `announce` was called with. */
function Announcer() {
  const text = useListUi((ui) => ui.announcement)
  return (
    <div role="status" aria-live="polite" className="visually-hidden">
      {text}
    </div>
  )
}

/** The whole list for the printer, since the page renders only the rows in view. */
function PrintList() {
  return <Printed draw={sheetNow} />
}

function sheetNow() {
  const { list, order, products } = useOpenList.getState()
  const name = list ? shownListName(list.listName, list.date, currentLanguage()) : ''
  return <Sheet name={name} products={order.flatMap((id) => products.get(id) ?? [])} />
}

function Sheet({ name, products }: { name: string; products: readonly ProductView[] }) {
  return <PrintSheet name={name} products={products} aisles={useSteadyAisles(products, '')} />
}
