import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Alert, Group, List, Stack, Text, Title, Button, Card } from '@mantine/core'
import { IconCloudCheck } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { isListRow } from '../../../core/contract/shapes.ts'
import { inWordsOf } from '../../../core/product/categories.ts'
import { shownName } from '../../../core/text/tongues.ts'
import type { FieldValue } from '../../../core/product/fields.ts'
import type { ListField } from '../../../core/product/list-fields.ts'
import { isOfProduct } from '../../../core/sync/change.ts'
import { type Entry, readField } from '../../../core/sync/mutation.ts'
import type { TrayItem } from '../../../core/sync/replica.ts'
import { saveItem } from './save-changes.ts'
import { useReader } from '../use-reader.ts'
import { useSync, dismissTray } from '../sync-status.ts'
import {
  isNewList,
  choicesFor,
  otherOf,
  type TrayChoice,
  readNames,
  applyTray,
  waitingLines,
} from '../tray.ts'
import { notify } from '../../ui/notices.ts'
import { useDevice } from '../device.ts'
import { useSession, who } from '../../account/session/session.ts'
import { changeText, clearedText, reasonText } from '../../texts/change-text.ts'
import { storageTexts } from '../../texts/error-text.ts'
import { texts } from '../../texts/texts.ts'
import { useLanguage } from '../../texts/i18n.ts'
import { TrialPanel } from '../../trial/lazy.tsx'
import { SidePanel } from '../../ui/dialog/side-panel.tsx'
import { WaitingMark } from '../../ui/row-marks.tsx'
import { useShallow } from 'zustand/react/shallow'
import { copied, fetchAgain, stopFetching, useOverview } from '../overview.ts'

export interface SyncPanelProps {
  opened: boolean
  onClose: () => void
}

/** The details of the sync status: the changes in the outbox, and those in the tray. */
export function SyncPanel({ opened, onClose }: SyncPanelProps) {
  const { t } = useLingui()
  return (
    <SidePanel opened={opened} onClose={onClose} title={t`Your changes`}>
      <Changes />
    </SidePanel>
  )
}

function Changes() {
  const { t } = useLingui()
  const outbox = useSync((sync) => sync.outbox)
  const tray = useSync((sync) => sync.tray)
  const storage = useSync((sync) => sync.storage)
  const trial = useSession(who) === 'trial'
  useEffect(() => {
    // Names are optional: a change can be shown without them.
    readNames(outbox, tray).catch(() => undefined)
  }, [outbox, tray])
  if (trial && storage === 'fine') return <TrialPanel />
  return (
    <>
      {storage !== 'fine' && (
        <Alert role="alert" color="red" p="sm" mb="md">
          {t(storageTexts[storage])}
        </Alert>
      )}
      {tray.length > 0 && (
        <section>
          <Title order={3} mb="xs">
            <Plural value={tray.length} one="# change needs a look" other="# changes need a look" />
          </Title>
          <Stack component="ul" gap="xs" mb="md">
            {tray.map((item) => (
              <TrayCard key={item.opId} item={item} />
            ))}
          </Stack>
        </section>
      )}
      {outbox.length > 0 && <Waiting outbox={outbox} />}
      <Fetching />
      {outbox.length === 0 && tray.length === 0 && storage === 'fine' && (
        <Group gap="sm" wrap="nowrap">
          <IconCloudCheck size={28} stroke={1.75} aria-hidden="true" color="var(--app-success)" />
          <Text>
            <Trans>Everything is saved, here and on the server.</Trans>
          </Text>
        </Group>
      )}
    </>
  )
}

const mostShown = 200

function Waiting({ outbox }: { outbox: readonly Entry[] }) {
  const { t } = useLingui()
  const language = useLanguage()
  const online = useSync((sync) => sync.online)
  const storage = useSync((sync) => sync.storage)
  const names = useSync((sync) => sync.names)
  const lines = waitingLines(outbox)
  const left = lines.length - mostShown
  const isShort = useDevice(({ device }) => device?.db.isShortOfCopies() ?? false)
  return (
    <section>
      <Title order={3} mb={4}>
        <Plural value={outbox.length} one="# change waiting" other="# changes waiting" />
      </Title>
      {storage === 'fine' && (
        <Text size="sm" c="dimmed" mb="xs">
          {online ? (
            <Trans>Safe on this device and on the way to the server.</Trans>
          ) : (
            <Trans>Safe on this device. Sent as soon as there is a connection.</Trans>
          )}
        </Text>
      )}
      {isShort && (
        <Text size="sm" c="dimmed" mb="xs">
          <Trans>
            There is no more room for a second copy of everything that waits. Connect to the internet, so that
            it can be sent.
          </Trans>
        </Text>
      )}
      <List listStyleType="none" spacing="sm" mb="md">
        {lines.slice(0, mostShown).map(({ entry, count }) => (
          <List.Item key={entry.opId} icon={<WaitingMark silent />} style={{ overflowWrap: 'anywhere' }}>
            {t(
              count > 1
                ? clearedText(count)
                : changeText(entry, names.products[entry.rowId], language, names.currencies[entry.listId]),
            )}
            {!isNewList({ entry }) && names.lists[entry.listId] && (
              <Text size="xs" c="dimmed">
                {names.lists[entry.listId]}
              </Text>
            )}
          </List.Item>
        ))}
      </List>
      {left > 0 && (
        <Text size="sm" c="dimmed" mb="xs">
          <Plural value={left} one="and # more" other="and # more" />
        </Text>
      )}
    </section>
  )
}

const labels = {
  useMine: msg`Use mine`,
  putBack: msg`Put it back`,
  keepTheirs: msg`Keep theirs`,
  tryAgain: msg`Try again`,
  saveAsFile: msg`Save as a file`,
  throwAway: msg`Throw away`,
} as const

/** A refused change in the tray: the change, the reason, the current value and the choices. */
function TrayCard({ item }: { item: TrayItem }) {
  const { t } = useLingui()
  const language = useLanguage()
  const names = useSync((sync) => sync.names)
  const reader = useReader()
  const [busy, setBusy] = useState<TrayChoice | null>(null)
  const { entry, hung, row, why } = item
  const choices = choicesFor(item)
  const stored = nameIn(row) ?? names.products[entry.rowId]
  const name = stored && shownName(stored, language)
  const currency = names.currencies[entry.listId]
  const theirs =
    why === 'stale' && row ? theirsIn(isListRow(row) ? row : inWordsOf(row, reader), entry) : undefined

  async function choose(choice: TrayChoice) {
    setBusy(choice)
    try {
      if (choice === 'keepTheirs' || choice === 'throwAway') await dismissTray(item)
      else if (choice === 'saveAsFile') await saveItem(item, language)
      else await applyTray(item)
    } catch {
      notify('error', texts.storageFailed)
    }
    setBusy(null)
  }

  return (
    <Card component="li" p="sm" style={{ overflowWrap: 'anywhere' }}>
      <Text fw={600}>{t(changeText(entry, name, language, currency))}</Text>
      {hung.map((later) => (
        <Text key={later.opId} size="sm" c="dimmed">
          {t(changeText(later, name, language, currency))}
        </Text>
      ))}
      <Text size="sm" c="dimmed">
        {t(reasonText(why, isNewList(item), otherOf(item)))}
        {theirs !== undefined && entry.op === 'set' && (
          <> {t(changeText({ ...entry, value: theirs } as Entry, name, language, currency))}</>
        )}
      </Text>
      {!isNewList(item) && names.lists[item.listId] && (
        <Text size="xs" c="dimmed">
          {names.lists[item.listId]}
        </Text>
      )}
      <Group gap="xs" mt="sm">
        {choices.map((choice, i) => (
          <Button
            key={choice}
            size="sm"
            h={44}
            variant={i === 0 && choices.length > 1 ? 'filled' : 'default'}
            loading={busy === choice}
            disabled={busy !== null && busy !== choice}
            onClick={() => void choose(choice)}
          >
            {choices.length === 1 ? t`OK` : t(labels[choice])}
          </Button>
        ))}
      </Group>
    </Card>
  )
}

function nameIn(row: TrayItem['row']): string | undefined {
  if (row) return isListRow(row) ? row.listName : row.productName
  return undefined
}

function theirsIn(row: NonNullable<TrayItem['row']>, entry: Entry): FieldValue | undefined {
  if (entry.op !== 'set') return undefined
  if (isListRow(row)) return isOfProduct(entry.listId, entry) ? undefined : row[entry.field as ListField]
  return isOfProduct(entry.listId, entry) ? readField(row, entry.field) : undefined
}

/** On a new device: how many lists have been copied to it, and a way to stop that. */
function Fetching() {
  const copying = useOverview(useShallow(copied))
  if (!copying) return null
  const { here, all, isStopped } = copying
  const left = all - here
  return (
    <Group gap="sm" my="sm" justify="space-between">
      <Text c="dimmed" role="status">
        {isStopped ? (
          <Plural
            value={left}
            one="# list is not on this device. It is fetched when you open it."
            other="# lists are not on this device. Each is fetched when you open it."
          />
        ) : (
          <Trans>
            Copying your lists to this device: {here} of {all}
          </Trans>
        )}
      </Text>
      <Button variant="default" size="sm" onClick={isStopped ? fetchAgain : stopFetching}>
        {isStopped ? <Trans>Copy them now</Trans> : <Trans>Stop</Trans>}
      </Button>
    </Group>
  )
}
