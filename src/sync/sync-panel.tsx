import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Alert, Group, List, Stack, Text, Title } from '@mantine/core'
import { IconCloudCheck } from '@tabler/icons-react'
import { useEffect } from 'react'
import type { Entry } from '../../core/sync/mutation.ts'
import { useSync } from '../state/lists/sync.ts'
import { useDevice } from '../state/session/device.ts'
import { isTrial, useSession } from '../state/session/session.ts'
import { TrialPanel } from '../trial/later-parts.tsx'
import { storageTexts } from '../texts/storage-text.ts'
import { isNewList } from '../state/lists/tray-choices.ts'
import { readNames, useNames } from '../state/lists/tray.ts'
import { changeText } from '../texts/change-text.ts'
import { SidePanel } from '../ui/dialog/side-panel.tsx'
import { TrayCard } from './tray-card.tsx'
import { useLanguage } from '../texts/use-language.ts'
import { WaitingMark } from '../ui/waiting-mark.tsx'

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
  const trial = useSession(isTrial)
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
          <Stack component="ul" gap="xs" m={0} mb="md" p={0} style={{ listStyle: 'none' }}>
            {tray.map((item) => (
              <TrayCard key={item.opId} item={item} />
            ))}
          </Stack>
        </section>
      )}
      {outbox.length > 0 && <Waiting outbox={outbox} />}
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
  const names = useNames()
  const left = outbox.length - mostShown
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
        {outbox.slice(0, mostShown).map((entry) => (
          <List.Item key={entry.opId} icon={<WaitingMark silent />} style={{ overflowWrap: 'anywhere' }}>
            {t(changeText(entry, names.products[entry.rowId], language))}
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
