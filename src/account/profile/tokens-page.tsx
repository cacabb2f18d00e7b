import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import {
  Alert,
  Anchor,
  Box,
  Button,
  Card,
  Checkbox,
  CopyButton,
  Group,
  NativeSelect,
  Radio,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { IconCopy, IconPlugConnected } from '@tabler/icons-react'
import { useState } from 'react'
import { nameOfClient, isOnDevice, type Scope, scopes, widest } from '../../../core/product/scopes.ts'
import { useSync } from '../../sync/sync-status.ts'
import { useLists } from '../../sync/use-lists.ts'
import { createToken, deleteToken, type NewToken, type Token, useTokens } from '../state/tokens.ts'
import { useSession } from '../session/session.ts'
import { formatDateTime } from '../../texts/format.ts'
import { useLanguage } from '../../texts/i18n.ts'
import { texts } from '../../texts/texts.ts'
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx'
import { useForm } from '../../ui/input/use-form.ts'
import { Form } from '../card-page.tsx'
import { EndButton, Webhooks } from './webhooks.tsx'
import { InactiveNotice, NotHere, OfflineReason, Page, SubmitLine, Waiting } from '../page.tsx'

const scopeTexts: Record<Scope, { name: MessageDescriptor; more: MessageDescriptor }> = {
  read: { name: msg({ message: 'Read', context: 'token' }), more: msg`See lists, prices and spending` },
  tick: { name: msg({ message: 'Tick', context: 'token' }), more: msg`Also tick products and begin a trip` },
  edit: {
    name: msg({ message: 'Edit', context: 'token' }),
    more: msg`Also add, change and delete lists, products and templates`,
  },
}

/** How long a token may be valid, in days; '' has no end. */
const ends: { value: string; label: MessageDescriptor }[] = [
  { value: '', label: msg`without an end` },
  { value: '30', label: msg`for 30 days` },
  { value: '365', label: msg`for a year` },
]

/** The personal tokens of the account, with which other apps use it. */
export function TokensPage() {
  const online = useSync((sync) => sync.online)
  const active = useSession(({ profile }) => profile?.status === 'A')
  const { data: tokens, isError, refetch } = useTokens(online)
  const [made, setMade] = useState<{ secret: string; of: 'token' | 'webhook' } | null>(null)
  return (
    <Page
      title={<Trans>Other apps</Trans>}
      lead={
        <Trans>
          An app or a script gets a token instead of your password: it can do only what you allow, and you can
          end it at any time.
        </Trans>
      }
    >
      <InactiveNotice />
      {made && <Made {...made} />}
      {!tokens && !online && <OfflineReason />}
      {!tokens && online && !isError && <Waiting />}
      {!tokens && online && isError && (
        <NotHere onAgain={() => void refetch()}>
          <Trans>The tokens could not be loaded.</Trans>
        </NotHere>
      )}
      {tokens && tokens.length > 0 && <Tokens tokens={tokens} online={online} />}
      {tokens && active && <NewTokenForm onMade={(secret) => setMade({ secret, of: 'token' })} />}
      <HowTo />
      {active && <Webhooks onMade={(secret) => setMade({ secret, of: 'webhook' })} />}
    </Page>
  )
}

/** A new token, or the secret of a new webhook, which is shown only now. */
function Made({ secret, of }: { secret: string; of: 'token' | 'webhook' }) {
  const { t } = useLingui()
  return (
    <Alert
      color="green"
      title={of === 'token' ? t`Your new token` : t`The secret of your new webhook`}
      role="status"
    >
      <Stack gap="sm">
        <Trans>Copy it now: it is not shown again.</Trans>
        <Group gap="sm" wrap="nowrap" align="flex-end">
          <TextInput
            aria-label={of === 'token' ? t`Token` : t`Secret`}
            readOnly
            value={secret}
            flex={1}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          <CopyButton value={secret}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                leftSection={<IconCopy size={20} stroke={1.75} aria-hidden="true" />}
                onClick={copy}
              >
                {copied ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}
              </Button>
            )}
          </CopyButton>
        </Group>
      </Stack>
    </Alert>
  )
}

function Tokens({ tokens, online }: { tokens: readonly Token[]; online: boolean }) {
  const { t } = useLingui()
  const [ending, setEnding] = useState<Token | null>(null)
  const name = ending?.name ?? ''
  return (
    <Card component="section" aria-label={t`Tokens`}>
      <Stack gap="md" role="list">
        {tokens.map((token) => (
          <Group key={token.id} wrap="nowrap" role="listitem" align="flex-start">
            <IconPlugConnected size={26} stroke={1.5} aria-hidden="true" />
            <Box flex={1} miw={0} lh={1.35} style={{ overflowWrap: 'anywhere' }}>
              <strong>{token.name}</strong>
              <TokenFacts token={token} />
            </Box>
            <EndButton name={token.name} disabled={!online} onClick={() => setEnding(token)} />
          </Group>
        ))}
      </Stack>
      <ConfirmDialog
        opened={ending !== null}
        onClose={() => setEnding(null)}
        title={t`End this token?`}
        confirm={t`End it`}
        onConfirm={async () => {
          if (ending) await deleteToken(ending.id)
        }}
      >
        <Trans>“{name}” can no longer use your account. What it has changed stays.</Trans>
      </ConfirmDialog>
    </Card>
  )
}

function TokenFacts({ token: { scope, lists, lastUsedAt, expiresAt } }: { token: Token }) {
  const { t } = useLingui()
  const language = useLanguage()
  const all = useLists() ?? []
  const names = lists?.map((id) => all.find((list) => list.id === id)?.listName ?? '–').join(', ')
  const used = lastUsedAt && formatDateTime(lastUsedAt, language)
  const end = expiresAt && formatDateTime(expiresAt, language)
  return (
    <Text size="sm" c="dimmed">
      {t(scopeTexts[scope].name)} · {names ?? <Trans>all lists</Trans>}
      <br />
      {used ? <Trans>Last used: {used}</Trans> : <Trans>Not used yet</Trans>}
      {end && (
        <>
          {' · '}
          <Trans>ends {end}</Trans>
        </>
      )}
    </Text>
  )
}

/** Asks whether another app may use the account, and leads back to the app with the answer (RFC 6749, 4.1). */
export function ConnectPage() {
  const asked = new URLSearchParams(location.hash.slice(1))
  const said = (name: string) => asked.get(name) ?? ''
  const grant = {
    client: said('client_id'),
    redirect: said('redirect_uri'),
    challenge: said('code_challenge'),
  }
  const name = nameOfClient(grant.client, grant.redirect)
  const host = name !== null && URL.canParse(grant.redirect) ? new URL(grant.redirect).host : ''
  const isAsked = host && said('response_type') === 'code' && said('code_challenge_method') === 'S256'
  function answer(said: { code: string } | { error: string }) {
    const back = new URL(grant.redirect)
    for (const [name, value] of Object.entries({ ...said, state: asked.get('state'), iss: location.origin }))
      if (value !== null) back.searchParams.set(name, value)
    location.replace(back)
  }
  return (
    <Page
      title={<Trans>Another app asks</Trans>}
      lead={
        isAsked && (
          <>
            {isOnDevice(grant.redirect) ? (
              <Trans>It runs on this device and wants to use your account.</Trans>
            ) : (
              <Trans>It belongs to {host} and wants to use your account.</Trans>
            )}{' '}
            <Trans>Allow it only if you have just begun this there. You can end it under “Other apps”.</Trans>
          </>
        )
      }
    >
      <InactiveNotice />
      {isAsked ? (
        <NewTokenForm
          grant={grant}
          first={{
            name: name || host,
            scope: widest(scopes.filter((one) => said('scope').split(' ').includes(one))),
          }}
          onMade={(code) => answer({ code })}
          onRefused={() => answer({ error: 'access_denied' })}
        />
      ) : (
        <NotHere>
          <Trans>The app did not ask as it should. Nothing was allowed; begin again in the app.</Trans>
        </NotHere>
      )}
    </Page>
  )
}

interface NewTokenProps {
  /** the app that asks for it */
  grant?: NonNullable<NewToken['grant']>
  /** what it asks for */
  first?: { name: string; scope: Scope }
  onMade: (token: string) => void
  onRefused?: () => void
}

function NewTokenForm({ grant, first, onMade, onRefused }: NewTokenProps) {
  const { t } = useLingui()
  const lists = (useLists() ?? []).filter(({ listStatus }) => listStatus === 'aktywna')
  const [some, setSome] = useState<string[]>([])
  const initial = { name: '', scope: 'edit', all: true, days: '365', ...first }
  const form = useForm({
    initial,
    isComplete: grant !== undefined,
    check: ({ name }) => ({ name: name.trim() === '' && texts.required }),
    submit: async ({ name, scope, all, days }) => {
      const made = { name: name.trim(), scopes: [scope as Scope], ...(!all && { lists: some }) }
      onMade(await createToken(grant ? { ...made, grant } : made, Number(days)))
      form.reset()
      setSome([])
    },
  })
  const { field } = form
  const all = form.values.all
  return (
    <Card component="section">
      <Title order={2} mb="md">
        {grant ? <Trans>What you allow</Trans> : <Trans>New token</Trans>}
      </Title>
      <Form form={form}>
        <TextInput
          {...field('name')}
          label={t`For which app`}
          placeholder={t`Home Assistant`}
          autoComplete="off"
        />
        <Radio.Group {...field('scope')} label={t`What it may do`}>
          <Stack gap="xs" mt="xs">
            {scopes.map((scope) => (
              <Radio
                key={scope}
                value={scope}
                label={t(scopeTexts[scope].name)}
                description={t(scopeTexts[scope].more)}
              />
            ))}
          </Stack>
        </Radio.Group>
        <Checkbox {...field('all', { type: 'checkbox' })} label={t`All lists, also future ones`} />
        {!all && (
          <Checkbox.Group value={some} onChange={setSome} label={t`Only these lists`}>
            <Stack gap="xs" mt="xs" mah="16rem" style={{ overflowY: 'auto' }}>
              {lists.map(({ id, listName }) => (
                <Checkbox key={id} value={id} label={listName} />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
        <NativeSelect
          {...field('days')}
          label={t`Valid`}
          data={ends.map(({ value, label }) => ({ value, label: t(label) }))}
        />
        <SubmitLine form={{ ...form, disabled: form.disabled || (!all && some.length === 0) }}>
          {grant ? <Trans>Allow</Trans> : <Trans>Make a token</Trans>}
        </SubmitLine>
        {onRefused && (
          <Button variant="subtle" color="gray" onClick={onRefused} style={{ alignSelf: 'flex-start' }}>
            <Trans>Refuse</Trans>
          </Button>
        )}
      </Form>
    </Card>
  )
}

/** Shows a first call; the contract is the rest. */
function HowTo() {
  const { origin } = location
  const address = `${origin}/openapi.json`
  const calendars = `${origin}/dav/`
  const assistants = `${origin}/mcp`
  const example = `curl ${origin}/api/v3/lists \\\n  -H 'Authorization: Bearer koszyk_…'`
  return (
    <Card component="section">
      <Title order={2} mb="xs">
        <Trans>How an app uses it</Trans>
      </Title>
      <Text mb="xs">
        <Trans>
          It sends the token with each call, as Bearer, or as the password beside your email address. All
          calls are described at <Anchor href="/openapi.json">{address}</Anchor>.
        </Trans>
      </Text>
      <Box component="pre" m={0} p="sm" bg="var(--app-tint)" bdrs="md" fz="sm" style={{ overflowX: 'auto' }}>
        {example}
      </Box>
      <Text mt="sm">
        <Trans>
          Reminders, Tasks.org and other calendar programs (CalDAV) show your lists at {calendars}, with your
          email address and a token as the password. AI assistants (MCP) use them at {assistants}.
        </Trans>
      </Text>
    </Card>
  )
}
