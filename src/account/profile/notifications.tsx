import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Box, Card, Checkbox, Group, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconBellOff, IconDeviceLaptop } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import type { Answer } from '../../../core/contract/api.ts'
import { type PushKind, pushKinds } from '../../../core/product/push-kinds.ts'
import type { PushSettings } from '../../../device/push.ts'
import { useShownLists } from '../../sync/use-lists.ts'
import { useSync } from '../../sync/sync-status.ts'
import {
  changePush,
  checkPush,
  readPush,
  removePushDevice,
  turnOffPush,
  turnOnPush,
  usePush,
  usePushDevices,
} from '../state/push.ts'
import { formatDateTime } from '../../texts/format.ts'
import { currentLanguage } from '../../texts/i18n.ts'
import { OfflineReason } from '../page.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'

type Kinds = PushSettings['kinds']

const kindTexts: Record<PushKind, { name: MessageDescriptor; more: MessageDescriptor }> = {
  shared: {
    name: msg`A list was shared with me`,
    more: msg`Also a new list of your household`,
  },
  trips: { name: msg`Somebody goes shopping`, more: msg`So that you can add something in time` },
  added: {
    name: msg`Products were added while I shop`,
    more: msg`Only on the list from which you are shopping`,
  },
  done: { name: msg`Everything on a list is bought`, more: msg`When the last product is ticked` },
}

/** Turns the notifications of this device on, and chooses which; lists the devices that get them. */
export function Notifications() {
  const online = useSync((sync) => sync.online)
  const { push, support, isRead } = usePush()
  useEffect(() => {
    void readPush()
    void checkPush().catch(() => undefined) // without a network the page shows what this device knows
  }, [])
  // The person may have been in the settings of the browser.
  useWindowEvent('visibilitychange', () => void readPush())
  if (!isRead) return null
  return (
    <>
      <ThisDevice online={online} isOn={push !== null} support={support} />
      {push && <Choices push={push} online={online} />}
      <Devices online={online} deviceId={push?.deviceId} />
    </>
  )
}

interface ThisDeviceProps {
  online: boolean
  isOn: boolean
  support: ReturnType<typeof usePush.getState>['support']
}

function ThisDevice({ online, isOn, support }: ThisDeviceProps) {
  if (support === 'install')
    return (
      <Hint>
        <Trans>
          Add Koszyk to your home screen first: press ‘Share’ in the browser, then ‘Add to Home Screen’, and
          open it from there.
        </Trans>
      </Hint>
    )
  if (support === 'unsupported')
    return (
      <Hint>
        <Trans>
          This browser has no notifications for this page. They need https, and a browser that supports them.
        </Trans>
      </Hint>
    )
  return (
    <>
      {support === 'denied' && (
        <Hint>
          <Trans>
            The browser blocks notifications of this page. Allow them in its settings for this page (the
            symbol beside the address), then come back.
          </Trans>
        </Hint>
      )}
      {(isOn || support === 'yes') && (
        <Card component="section">
          <Group justify="space-between" gap="sm">
            <Box flex="1 1 14rem" miw={0}>
              <Title order={3}>
                <Trans>This device</Trans>
              </Title>
              <Text c="dimmed" size="sm" role="status">
                {isOn ? <Trans>Notifications are on</Trans> : <Trans>Notifications are off</Trans>}
              </Text>
            </Box>
            <BusyButton
              variant={isOn ? 'default' : 'filled'}
              disabled={!isOn && !online}
              onClick={isOn ? turnOffPush : turnOnPush}
            >
              {isOn ? <Trans>Turn off</Trans> : <Trans>Turn on</Trans>}
            </BusyButton>
          </Group>
          {!isOn && !online && <OfflineReason />}
        </Card>
      )}
    </>
  )
}

function Hint({ children }: { children: ReactNode }) {
  return (
    <Alert color="yellow" icon={<IconBellOff size={22} stroke={1.75} aria-hidden="true" />}>
      {children}
    </Alert>
  )
}

function Choices({ push, online }: { push: PushSettings & { sentAt: number }; online: boolean }) {
  const { kinds, quiet } = push
  return (
    <>
      {!online && push.sentAt === 0 && (
        <Text size="sm" c="dimmed" role="status">
          <Trans>You are offline. What you choose is saved here and sent when there is a connection.</Trans>
        </Text>
      )}
      <Card component="section">
        <Title order={3} mb={6}>
          <Trans>Tell me when</Trans>
        </Title>
        <KindBoxes kinds={kinds} withMore onChange={(to) => void changePush({ kinds: to })} />
      </Card>
      <QuietHours quiet={quiet} />
      <ListChoices push={push} />
    </>
  )
}

interface KindBoxesProps {
  kinds: Kinds
  /** with an explanation of each kind */
  withMore?: boolean
  onChange: (kinds: Kinds) => void
}

function KindBoxes({ kinds, withMore = false, onChange }: KindBoxesProps) {
  const { t } = useLingui()
  return (
    <Box mb={-10}>
      {pushKinds.map((kind) => (
        <Checkbox
          key={kind}
          py={10}
          label={<Named name={t(kindTexts[kind].name)}>{withMore && t(kindTexts[kind].more)}</Named>}
          checked={kinds[kind]}
          onChange={({ currentTarget }) => onChange({ ...kinds, [kind]: currentTarget.checked })}
        />
      ))}
    </Box>
  )
}

/** The name of a choice, with what it means below it. */
export function Named({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <>
      {name}
      {children && (
        <Text span size="sm" c="dimmed" display="block">
          {children}
        </Text>
      )}
    </>
  )
}

function QuietHours({ quiet }: { quiet: PushSettings['quiet'] }) {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const change = (to: Partial<NonNullable<PushSettings['quiet']>>) => {
    const next = { from: '22:00', to: '07:00', ...quiet, ...to, timeZone }
    // An emptied field, or no hours at all: the last ones stay until both are times.
    if (next.from === '' || next.to === '' || next.from === next.to) return
    void changePush({ quiet: next })
  }
  return (
    <Card component="section">
      <Title order={3} mb={6}>
        <Trans>Quiet hours</Trans>
      </Title>
      <Stack gap="sm">
        <Checkbox
          py={10}
          label={
            <Named name={<Trans>No notifications at night</Trans>}>
              <Trans>News of a shared list comes afterwards, the rest is left out</Trans>
            </Named>
          }
          checked={quiet !== null}
          onChange={({ currentTarget }) =>
            currentTarget.checked ? change({}) : void changePush({ quiet: null })
          }
        />
        {quiet && (
          <Group gap="sm" align="end">
            <TextInput
              type="time"
              flex="1 1 8rem"
              label={<Trans context="time">From</Trans>}
              defaultValue={quiet.from}
              onChange={({ currentTarget }) => change({ from: currentTarget.value })}
            />
            <TextInput
              type="time"
              flex="1 1 8rem"
              label={<Trans context="time">To</Trans>}
              defaultValue={quiet.to}
              onChange={({ currentTarget }) => change({ to: currentTarget.value })}
            />
          </Group>
        )}
      </Stack>
    </Card>
  )
}

function ListChoices({ push: { lists, kinds } }: { push: PushSettings }) {
  const { t } = useLingui()
  const shared = (useShownLists() ?? []).filter((list) => list.owner !== undefined || list.sharedWith > 0)
  if (shared.length === 0) return null
  const change = (id: string, to: Kinds | 'off' | null) => {
    const { [id]: _, ...others } = lists
    void changePush({ lists: to === null ? others : { ...others, [id]: to } })
  }
  return (
    <Card component="section">
      <Title order={3} mb="sm">
        <Trans>Lists that differ</Trans>
      </Title>
      <Stack component="ul" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
        {shared.map(({ id, listName }) => {
          const choice = lists[id]
          return (
            <Stack component="li" key={id} gap="sm">
              <NativeSelect
                label={listName}
                value={choice === undefined ? 'usual' : choice === 'off' ? 'off' : 'own'}
                data={[
                  { value: 'usual', label: t`as chosen above` },
                  { value: 'off', label: t`nothing` },
                  { value: 'own', label: t`as chosen here` },
                ]}
                onChange={({ currentTarget: { value } }) =>
                  change(id, value === 'usual' ? null : value === 'off' ? 'off' : kinds)
                }
              />
              {choice !== undefined && choice !== 'off' && (
                <KindBoxes kinds={choice} onChange={(to) => change(id, to)} />
              )}
            </Stack>
          )
        })}
      </Stack>
    </Card>
  )
}

type Device = Answer<'push'>['devices'][number]

function Devices({ online, deviceId }: { online: boolean; deviceId: string | undefined }) {
  const { data } = usePushDevices(online)
  const devices = data?.devices ?? []
  if (devices.length === 0) return null
  return (
    <Card component="section">
      <Title order={3} mb="sm">
        <Trans>Devices that get notifications</Trans>
      </Title>
      <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
        {devices.map((device) => (
          <DeviceRow key={device.id} device={device} isOwn={device.id === deviceId} locked={!online} />
        ))}
      </Stack>
    </Card>
  )
}

function DeviceRow({ device, isOwn, locked }: { device: Device; isOwn: boolean; locked: boolean }) {
  const { t } = useLingui()
  const name = device.device || t`Unknown device`
  const since = formatDateTime(device.createdAt, currentLanguage())
  return (
    <Group component="li" wrap="nowrap" mih="3rem">
      <IconDeviceLaptop size={26} stroke={1.5} aria-hidden="true" />
      <Box flex={1} miw={0} lh={1.35}>
        <strong>{name}</strong>
        <Text size="sm" c={isOwn ? 'var(--app-success)' : 'dimmed'}>
          {isOwn ? <Trans>This device</Trans> : <Trans>Since {since}</Trans>}
        </Text>
      </Box>
      <BusyButton
        variant="subtle"
        size="sm"
        mih="2.75rem"
        disabled={locked}
        aria-label={t`Remove: ${name}`}
        onClick={() => removePushDevice(device.id)}
      >
        <Trans>Remove</Trans>
      </BusyButton>
    </Group>
  )
}
