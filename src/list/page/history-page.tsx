import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconArrowBackUp, IconWifiOff } from '@tabler/icons-react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { HistoryEntry, List } from '../../../core/contract/shapes.ts'
import type { BringBack } from '../../../core/sync/bring-back.ts'
import { type Reader, shownCategory } from '../../../core/product/categories.ts'
import { currencyOf } from '../../../core/product/currency.ts'
import { can, roleOf } from '../../../core/product/permissions.ts'
import type { FormField } from '../../../core/product/table.ts'
import { productKey } from '../../../core/text/product-key.ts'
import { shownName } from '../../../core/text/tongues.ts'
import { useShownList } from '../../sync/use-lists.ts'
import { useReader } from '../../sync/use-reader.ts'
import { Unreachable } from '../../../device/failures.ts'
import { attempt } from '../../sync/calls.ts'
import { carryOut, onListChange, planBack, planProducts, useHistory } from './history.ts'
import { closeList, openList, useOpenList } from '../../sync/open-list.ts'
import { undo } from '../../sync/undo.ts'
import { notify } from '../../ui/notices.ts'
import { fieldNames } from '../../texts/field-text.ts'
import { formatDateTime, formatDay, formatHour, formatMoney, formatNumber } from '../../texts/format.ts'
import { useLanguage } from '../../texts/i18n.ts'
import { unitNames } from '../../texts/amounts.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog/dialog.tsx'
import { PersonAvatar } from '../../ui/person.tsx'
import { NoList } from './detail-page.tsx'
import { groupsOf, type HistoryGroup, type HistoryPart } from './history-groups.ts'
import { BusyButton } from '../../ui/busy-button.tsx'

/** What changed in a list in the last 30 days, by day and person, with a way back. */
export function HistoryPage({ id }: { id: string }) {
  useEffect(() => {
    void openList(id)
    return closeList
  }, [id])
  const status = useOpenList((state) => (state.listId === id ? state.status : 'loading'))
  const list = useShownList(id)
  if (status === 'missing' || status === 'unreachable') return <NoList status={status} id={id} />
  return (
    <Stack maw="44rem" mx="auto" gap="lg" w="100%">
      <div>
        <Title order={1}>
          <Trans>History</Trans>
        </Title>
        <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {list ? list.listName : ' '}
        </Text>
      </div>
      {status === 'ready' && list ? <History list={list} /> : <Skeleton h="12rem" />}
    </Stack>
  )
}

function History({ list }: { list: List }) {
  const language = useLanguage()
  const { entries, keptAt, error, again, more } = useHistory(list.id)
  useEffect(() => onListChange(again), [again])
  const [asked, setAsked] = useState<Asked | null>(null)
  const [now] = useState(Date.now)
  const days = useMemo(
    () => (entries ? groupsOf(entries, (at) => formatDay(at, language, now)) : []),
    [entries, language, now],
  )
  const today = formatDay(now, language, now)
  const mayEdit = can(roleOf(list), 'editProducts')
  if (!entries && error)
    return (
      <Alert icon={<IconWifiOff size={20} />}>
        {!(error instanceof Unreachable) ? (
          <Trans>The history could not be loaded. The list itself is safe.</Trans>
        ) : (
          <Trans>The history needs a connection the first time. After that it can be read offline too.</Trans>
        )}
        <Button variant="subtle" size="sm" onClick={() => void again()}>
          <Trans>Try again</Trans>
        </Button>
      </Alert>
    )
  if (!entries) return <Skeleton h="12rem" />
  return (
    <>
      {keptAt !== null && error && (
        <Text c="dimmed" fz="sm" role="status">
          <Trans>Not connected. This is what was known at {formatDateTime(keptAt, language)}.</Trans>
        </Text>
      )}
      {entries.length === 0 && (
        <Text c="dimmed">
          <Trans>Nothing changed in the last 30 days. What changes from now on is kept here.</Trans>
        </Text>
      )}
      {days.map(({ day, groups }) => (
        <Stack key={day} gap="sm" component="section" aria-label={day}>
          <Title order={2} fz="md" c="dimmed">
            {day === today ? <Trans>Today</Trans> : day}
          </Title>
          {groups.map((group) => (
            <Card key={group.from} p="md">
              <Done
                group={group}
                onBack={
                  mayEdit
                    ? async () => {
                        const plan = await attempt(() => planBack(list.id, group.from))
                        if (plan) setAsked({ plan: plan.done, at: group.since })
                      }
                    : null
                }
                onProducts={mayEdit ? (some) => void bringProductsBack(list.id, some) : null}
              />
            </Card>
          ))}
        </Stack>
      ))}
      {more && (
        <BusyButton variant="default" onClick={() => more()}>
          <Trans>Show older changes</Trans>
        </BusyButton>
      )}
      {entries.length > 0 && !more && (
        <Text c="dimmed" fz="sm">
          <Trans>Changes are kept for 30 days. Moving products is not kept.</Trans>
        </Text>
      )}
      <BackDialog list={list} asked={asked} onClose={() => setAsked(null)} />
    </>
  )
}

interface DoneProps {
  group: HistoryGroup
  /** brings the whole list back to before this group */
  onBack: (() => Promise<void>) | null
  onProducts: ((deleted: readonly HistoryEntry[]) => void) | null
}

/** What one person did in one go. */
function Done({ group, onBack, onProducts }: DoneProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const { by, mine, via, at, parts } = group
  const person = mine ? t`You` : by || t`Somebody whose account is gone`
  const who = via === '' ? person : `${person} · ${via}`
  const time = formatHour(at, language)
  return (
    <Group align="flex-start" wrap="nowrap" gap="sm">
      <PersonAvatar profile={{ name: by, imageName: null }} name={by} size={36} />
      <Stack gap={6} flex={1} miw={0}>
        <Group justify="space-between" gap="xs" wrap="nowrap">
          <Text fw={600} truncate>
            {who}
          </Text>
          <Text c="dimmed" fz="sm" component="time" dateTime={new Date(at).toISOString()}>
            {time}
          </Text>
        </Group>
        {parts.map((part) => (
          <Part key={part.entries[0]?.ver} part={part} onProducts={onProducts} />
        ))}
        {onBack && (
          <BusyButton
            variant="subtle"
            size="sm"
            mih="2.75rem"
            ms={-12}
            mb={-8}
            style={{ alignSelf: 'flex-start' }}
            leftSection={<IconArrowBackUp size={18} stroke={1.75} aria-hidden="true" />}
            aria-label={t`Bring the list back to before this: ${who}, ${time}`}
            onClick={() => onBack()}
          >
            <Trans>Back to before this</Trans>
          </BusyButton>
        )}
      </Stack>
    </Group>
  )
}

/** As many names are listed; the others are counted. */
const mostNames = 12

function Part({ part, onProducts }: { part: HistoryPart } & Pick<DoneProps, 'onProducts'>) {
  const { t } = useLingui()
  const reader = useReader()
  const currency = useOpenList((state) => currencyOf(state.list ?? {}))
  const products = useOpenList((state) => state.products)
  const { kind, entries } = part
  const [first] = entries
  // What is on the list again would come twice.
  const missing = useMemo(() => {
    if (kind !== 'delete' && kind !== 'clear') return []
    const keys = new Set([...products.values()].map(({ productName }) => productKey(productName)))
    return entries.filter(({ productName = '' }) => !keys.has(productKey(productName)))
  }, [kind, entries, products])
  if (!first) return null
  if (kind === 'set' || kind === 'list')
    return <Text style={{ overflowWrap: 'anywhere' }}>{t(changed(first, reader, currency, t))}</Text>
  const names = entries.map(({ productName = '' }) => shownName(productName, reader.language)).toReversed()
  const rest = names.length - mostNames
  const shown = names.slice(0, mostNames).join(', ')
  return (
    <div>
      <Text style={{ overflowWrap: 'anywhere' }}>
        <Text span c="dimmed">
          {verbs[kind]}
        </Text>{' '}
        {shown}
        {rest > 0 && (
          <Text span c="dimmed">
            {' '}
            <Plural value={rest} one="and # more" other="and # more" />
          </Text>
        )}
      </Text>
      {onProducts && missing.length > 0 && (
        <Button
          variant="light"
          size="sm"
          mih="2.75rem"
          mt={4}
          aria-label={t`Bring back: ${shown}`}
          onClick={() => onProducts(missing)}
        >
          {missing.length === 1 ? (
            <Trans>Bring it back</Trans>
          ) : (
            <Plural value={missing.length} one="Bring # back" other="Bring # back" />
          )}
        </Button>
      )}
    </div>
  )
}

const verbs: Record<Exclude<HistoryPart['kind'], 'set' | 'list'>, ReactNode> = {
  add: <Trans>Added:</Trans>,
  delete: <Trans>Deleted:</Trans>,
  clear: <Trans>Bought, no longer on the list:</Trans>,
  tick: <Trans>Bought:</Trans>,
  untick: <Trans>Not bought after all:</Trans>,
}

/** Describes a field that was set: 'Price of Milk: 2.50 zł → 3.20 zł'. */
function changed(
  { what, field, productName: typedName = '', from, to }: HistoryEntry,
  reader: Reader,
  currency: string,
  t: (text: MessageDescriptor) => string,
): MessageDescriptor {
  const { language } = reader
  if (what === 'list') {
    if (field === 'listStatus') return to === 'archiwum' ? msg`Archived the list` : msg`Restored the list`
    const [old, name] = [String(from), String(to)]
    if (field === 'currency') return msg`Currency: ${old} → ${name}`
    return msg`Renamed the list: ${old} → ${name}`
  }
  const text = (value: HistoryEntry['from']): string => {
    if (value === undefined || value === '') return '–'
    if (field === 'price') return formatMoney(Number(value), currency, language)
    if (field === 'category') return shownCategory({ category_name: String(value) }, reader)
    if (field === 'quantity') return formatNumber(Number(value), language)
    if (field === 'unit') return t(unitNames[value as keyof typeof unitNames])
    return String(value)
  }
  const [old, now] = [text(from), text(to)]
  if (field === 'productName') return msg`Renamed: ${old} → ${now}`
  const productName = shownName(typedName, language)
  const label = field === 'price' ? t(msg`Price`) : t(fieldNames[field as FormField])
  return msg`${productName}, ${label}: ${old} → ${now}`
}

async function bringProductsBack(listId: string, deleted: readonly HistoryEntry[]): Promise<void> {
  const plan = planProducts(deleted)
  const back = await carryOut(listId, plan)
  const count = plan.added
  if (back)
    notify(
      'success',
      msg`${plural(count, { one: '# product is back', other: '# products are back' })}`,
      undo(back),
    )
}

interface Asked {
  /** null: this device does not know all changes since */
  plan: BringBack | null
  at: number
}

/** Says what bringing the list back would do, and does it. */
function BackDialog({ list, asked, onClose }: { list: List; asked: Asked | null; onClose: () => void }) {
  const { t } = useLingui()
  const language = useLanguage()
  const plan = asked?.plan
  const time = asked ? formatDateTime(asked.at, language) : ''
  async function go() {
    if (!plan) return
    const back = await carryOut(list.id, plan)
    onClose()
    if (back) notify('success', msg`The list is back as it was`, undo(back))
  }
  return (
    <Dialog opened={asked !== null} onClose={onClose} title={t`Bring the list back`}>
      <Stack gap="xs">
        {plan === null && (
          <Text>
            <Trans>
              This device does not know everything that changed since then. Try again with a connection;
              nothing was changed.
            </Trans>
          </Text>
        )}
        {plan && plan.changes.length === 0 && (
          <Text>
            <Trans>The products are as they were then.</Trans>
          </Text>
        )}
        {plan && plan.changes.length > 0 && (
          <>
            <Text>
              <Trans>The products will be as they were before {time}.</Trans>
            </Text>
            <Stack component="ul" gap={2} m={0} ps="lg">
              {plan.added > 0 && (
                <li>
                  <Plural value={plan.added} one="# product comes back" other="# products come back" />
                </li>
              )}
              {plan.deleted > 0 && (
                <li>
                  <Plural value={plan.deleted} one="# product is deleted" other="# products are deleted" />
                </li>
              )}
              {plan.changed > 0 && (
                <li>
                  <Plural
                    value={plan.changed}
                    one="# product is changed back"
                    other="# products are changed back"
                  />
                </li>
              )}
            </Stack>
            <Text c="dimmed" fz="sm">
              <Trans>It is done for everybody on the list, and can be undone.</Trans>
            </Text>
          </>
        )}
      </Stack>
      <DialogButtons>
        <Button variant="default" onClick={onClose} data-autofocus>
          {plan && plan.changes.length > 0 ? <Trans>Cancel</Trans> : <Trans>Close</Trans>}
        </Button>
        {plan && plan.changes.length > 0 && (
          <BusyButton onClick={go}>
            <Trans>Bring back</Trans>
          </BusyButton>
        )}
      </DialogButtons>
    </Dialog>
  )
}
