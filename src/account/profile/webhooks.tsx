import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Box, Button, Card, Checkbox, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconWebhook } from '@tabler/icons-react'
import { useState } from 'react'
import { type HookEvent, hookEvents } from '../../../core/product/hook-events.ts'
import { useSync } from '../../sync/sync-status.ts'
import {
  createWebhook,
  type Delivery,
  deleteWebhook,
  sendAgain,
  useDeliveries,
  useWebhooks,
  type Webhook,
} from '../state/webhooks.ts'
import { formatDateTime } from '../../texts/format.ts'
import { useLanguage } from '../../texts/i18n.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { ConfirmDialog, Dialog } from '../../ui/dialog/dialog.tsx'
import { useForm } from '../../ui/input/use-form.ts'
import { Form } from '../card-page.tsx'
import { SubmitLine, Waiting } from '../page.tsx'

const eventTexts: Record<HookEvent, MessageDescriptor> = {
  added: msg`products that are added`,
  bought: msg`ticks`,
  changed: msg`changed products`,
  deleted: msg`deleted products`,
  list: msg`names and the archive of lists`,
}

interface EndButtonProps {
  /** what it ends */
  name: string
  disabled: boolean
  onClick: () => void
}

/** Ends a token or a webhook, after a question. */
export function EndButton({ name, ...props }: EndButtonProps) {
  const { t } = useLingui()
  return (
    <Button variant="subtle" color="red" size="sm" mih="2.75rem" aria-label={t`End: ${name}`} {...props}>
      <Trans context="token">End</Trans>
    </Button>
  )
}

/** Addresses that are told what changes in the lists. `onMade` gets the secret of a new one. */
export function Webhooks({ onMade }: { onMade: (secret: string) => void }) {
  const { t } = useLingui()
  const online = useSync((sync) => sync.online)
  const { data: hooks } = useWebhooks(online)
  const [shown, setShown] = useState<Webhook | null>(null)
  const [ending, setEnding] = useState<Webhook | null>(null)
  if (!hooks) return null
  return (
    <Card component="section">
      <Title order={2} mb="xs">
        <Trans>Webhooks</Trans>
      </Title>
      <Text c="dimmed" mb="md">
        <Trans>
          A web address is told at once what changes in your lists: the change as JSON, signed with a secret.
        </Trans>
      </Text>
      {hooks.length > 0 && (
        <Stack gap="md" mb="lg" role="list">
          {hooks.map((one) => (
            <Group key={one.id} wrap="nowrap" role="listitem" align="flex-start">
              <IconWebhook size={26} stroke={1.5} aria-hidden="true" />
              <Box flex={1} miw={0} lh={1.35} style={{ overflowWrap: 'anywhere' }}>
                <strong>{one.url}</strong>
                <Text size="sm" c="dimmed">
                  {one.events.map((event) => t(eventTexts[event])).join(', ')}
                </Text>
                <Group gap="xs">
                  <Button
                    variant="subtle"
                    size="sm"
                    mih="2.75rem"
                    px={0}
                    disabled={!online}
                    onClick={() => setShown(one)}
                  >
                    <Trans>Last deliveries</Trans>
                  </Button>
                  <EndButton name={one.url} disabled={!online} onClick={() => setEnding(one)} />
                </Group>
              </Box>
            </Group>
          ))}
        </Stack>
      )}
      <NewWebhook onMade={onMade} />
      <ConfirmDialog
        opened={ending !== null}
        onClose={() => setEnding(null)}
        title={t`End this webhook?`}
        confirm={t`End it`}
        onConfirm={async () => {
          if (ending) await deleteWebhook(ending.id)
        }}
      >
        {ending?.url}
      </ConfirmDialog>
      <Dialog opened={shown !== null} onClose={() => setShown(null)} title={t`Last deliveries`} size={640}>
        {shown && <Deliveries hook={shown} />}
      </Dialog>
    </Card>
  )
}

function Deliveries({ hook }: { hook: Webhook }) {
  const online = useSync((sync) => sync.online)
  const { data: deliveries } = useDeliveries(hook.id, online)
  if (!deliveries) return <Waiting />
  if (deliveries.length === 0)
    return (
      <Text c="dimmed">
        <Trans>Nothing has been sent yet.</Trans>
      </Text>
    )
  return (
    <Stack gap="sm" role="list">
      {deliveries.map((one) => (
        <Group key={one.id} wrap="nowrap" role="listitem" justify="space-between">
          <Outcome delivery={one} />
          <BusyButton
            variant="default"
            size="sm"
            mih="2.75rem"
            flex="none"
            disabled={!online}
            onClick={() => sendAgain(hook.id, one.id)}
          >
            <Trans>Send again</Trans>
          </BusyButton>
        </Group>
      ))}
    </Stack>
  )
}

function Outcome({ delivery: { at, status, attempts, doneAt, nextAt } }: { delivery: Delivery }) {
  const language = useLanguage()
  const next = nextAt && formatDateTime(nextAt, language)
  const isGood = status >= 200 && status < 300
  return (
    <Box lh={1.35}>
      <strong>{formatDateTime(at, language)}</strong>
      <Text size="sm" c={isGood ? 'var(--app-success)' : 'dimmed'}>
        {attempts === 0 && <Trans>waits to be sent</Trans>}
        {attempts > 0 && isGood && <Trans>arrived, answered with {status}</Trans>}
        {attempts > 0 && !isGood && status > 0 && <Trans>answered with {status}</Trans>}
        {attempts > 0 && status === 0 && <Trans>no answer</Trans>}
        {next && attempts > 0 && (
          <>
            {' · '}
            <Trans>next try: {next}</Trans>
          </>
        )}
        {doneAt && !isGood && (
          <>
            {' · '}
            <Trans>given up after 24 hours</Trans>
          </>
        )}
      </Text>
    </Box>
  )
}

const notPublic = msg`Type an address that is reachable from the internet, such as https://example.org/hook.`

/** Whether it may be one; the server decides. */
function isAddress(text: string): boolean {
  if (!URL.canParse(text.trim())) return false
  const { protocol, hostname } = new URL(text.trim())
  return /^https?:$/.test(protocol) && hostname.includes('.')
}

function NewWebhook({ onMade }: { onMade: (secret: string) => void }) {
  const { t } = useLingui()
  const [events, setEvents] = useState<string[]>([...hookEvents])
  const form = useForm({
    initial: { url: '' },
    check: ({ url }) => ({ url: !isAddress(url) && notPublic }),
    submit: async ({ url }) => {
      const wanted = hookEvents.filter((event) => events.includes(event))
      onMade(await createWebhook(url, wanted))
      form.reset()
    },
  })
  return (
    <Form form={form}>
      <TextInput
        {...form.field('url')}
        type="url"
        label={t`Web address`}
        description={t`https, reachable from the internet`}
        placeholder="https://example.org/hook"
        autoComplete="off"
      />
      <Checkbox.Group value={events} onChange={setEvents} label={t`It is told of`}>
        <Stack gap="xs" mt="xs">
          {hookEvents.map((event) => (
            <Checkbox key={event} value={event} label={t(eventTexts[event])} />
          ))}
        </Stack>
      </Checkbox.Group>
      <SubmitLine form={{ ...form, disabled: form.disabled || events.length === 0 }}>
        <Trans>Make a webhook</Trans>
      </SubmitLine>
    </Form>
  )
}
