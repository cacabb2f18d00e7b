import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Checkbox, Group, Text, TextInput } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconClockX, IconCloudX, IconLinkOff, IconShoppingBagHeart, IconUserCheck } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { limits, type Permission } from '../../core/product/entities.ts'
import { parseText } from '../../core/text/normalise.ts'
import { CardPage, type CardPageProps, Form } from '../account/card-page.tsx'
import { prepareLogin } from '../app/start/open-engine.ts'
import { copyChanges, saveChanges } from '../sync/panel/save-changes.ts'
import { useDeviceSettings } from '../account/session/device-settings.ts'
import { attempt } from '../sync/calls.ts'
import { useSync } from '../sync/sync-status.ts'
import { forgetGuest, type GuestLink, type GuestProblem, joinAsGuest } from './guest.ts'
import { guestOf, useSession, who } from '../account/session/session.ts'
import { formatDate } from '../texts/format.ts'
import { useLanguage } from '../texts/i18n.ts'
import { fieldErrorText } from '../texts/problem-text.ts'
import { texts } from '../texts/texts.ts'
import { useForm } from '../ui/input/use-form.ts'
import { LinkButton } from '../ui/links.tsx'
import { BusyButton } from '../ui/busy-button.tsx'

interface GuestPageProps {
  code: string
  /** null: somebody with an account is signed in */
  found: GuestLink | GuestProblem | null
}

/** The page of a guest link: a name is enough to help with one list. */
export function GuestPage({ code, found }: GuestPageProps) {
  return (
    <>
      <Unsent code={code} isOpen={typeof found === 'object'} />
      {found === null ? (
        <HasAccount />
      ) : typeof found === 'string' ? (
        <NoLink problem={found} />
      ) : (
        <Join code={code} link={found} />
      )}
    </>
  )
}

/** Shown until the server has answered. */
export function LookingForLink() {
  return <CardPage icon="busy" title={<Trans>Looking for the list…</Trans>} />
}

function Join({ code, link }: { code: string; link: GuestLink }) {
  const { t } = useLingui()
  const language = useLanguage()
  const trial = useSession(who) === 'trial'
  const guest = useSession(guestOf)
  const remembered = useDeviceSettings(({ settings }) => settings.remember)
  const [full, setFull] = useState(false)
  const form = useForm({
    initial: { name: '', remember: remembered },
    check: ({ name }) => ({ name: nameError(name) }),
    submit: async ({ name, remember }) => {
      setFull(false)
      setFull((await joinAsGuest(code, link, name, remember)) === 'full')
    },
  })
  const { field, disabled } = form
  useEffect(() => {
    if (!disabled) prepareLogin()
  }, [disabled])
  const { listName, ownerName, permission, expiresAt } = link
  const until = formatDate(expiresAt, language)
  return (
    <CardPage
      icon={IconShoppingBagHeart}
      title={
        ownerName === '' ? (
          <Trans>The list’s owner asks you to help with the shopping</Trans>
        ) : (
          <Trans>{ownerName} asks you to help with the shopping</Trans>
        )
      }
      lead={
        <Text span fz="lg" fw={650} c="var(--app-text)">
          {listName}
        </Text>
      }
    >
      <Text c="dimmed">
        <Allowed permission={permission} /> <Trans>No account is needed, your name is enough.</Trans>
      </Text>
      <Form form={form}>
        <TextInput
          {...field('name')}
          label={t`Your name`}
          description={t`Everybody on the list sees it beside what you do.`}
          placeholder={guest?.name}
          autoComplete="given-name"
          maxLength={limits.label}
        />
        <Checkbox
          {...field('remember', { type: 'checkbox' })}
          label={t`Stay here when the browser is closed`}
        />
        {full && (
          <Alert role="alert" color="yellow">
            <Trans>
              As many guests as fit use this link already. Ask the person who sent it for another one, or try
              again later.
            </Trans>
          </Alert>
        )}
        <Button type="submit" disabled={disabled} loading={form.submitting}>
          <Trans>Open the list</Trans>
        </Button>
      </Form>
      {trial && (
        <Text size="sm" c="dimmed">
          <Trans>
            The lists that you made here without an account stay on this device. You find them again when you
            leave this one.
          </Trans>
        </Text>
      )}
      <Text size="sm" c="dimmed">
        <Trans>The link works until {until}.</Trans>
      </Text>
    </CardPage>
  )
}

function nameError(name: string) {
  const parsed = parseText(name, 1, limits.label)
  return parsed.ok ? null : fieldErrorText(parsed.error)
}

function Allowed({ permission }: { permission: Permission }) {
  if (permission === 'edit')
    return <Trans>You can tick off what is bought, and add and change products.</Trans>
  return <Trans>You can tick off what is bought.</Trans>
}

/** What a guest whose session has ended could not send. Nobody else can send it, so it is theirs to keep. */
function Unsent({ code, isOpen }: { code: string; isOpen: boolean }) {
  const guest = useSession(guestOf)
  const language = useLanguage()
  const count = useSync(({ outbox, tray }) => outbox.length + tray.length)
  const [busy, setBusy] = useState(false)
  if (!guest || count === 0) return null
  const { name } = guest
  const run = (what: () => Promise<void>) => () => {
    setBusy(true)
    void attempt(what, texts.storageFailed).finally(() => setBusy(false))
  }
  return (
    <Alert
      role="alert"
      color="yellow"
      mb="md"
      title={<Plural value={count} one="# change did not arrive" other="# changes did not arrive" />}
    >
      <Text mb="xs">
        {guest.code === code && isOpen ? (
          <Trans>
            Your visit as {name} ended before they were sent. They are safe on this device, and are sent as
            soon as you open the list again.
          </Trans>
        ) : (
          <Trans>
            Your visit as {name} ended before they were sent. They are safe on this device: copy them for the
            person who sent you the link.
          </Trans>
        )}
      </Text>
      <Group gap="xs">
        <Button size="sm" h={44} loading={busy} onClick={run(() => copyChanges(language))}>
          <Trans>Copy</Trans>
        </Button>
        <Button size="sm" h={44} variant="default" loading={busy} onClick={run(() => saveChanges(language))}>
          <Trans>Save as a file</Trans>
        </Button>
      </Group>
    </Alert>
  )
}

function HasAccount() {
  const name = useSession(({ session, profile }) => profile?.name || session?.email)
  return (
    <CardPage
      icon={IconUserCheck}
      title={<Trans>This link is for guests without an account</Trans>}
      lead={
        <Trans>
          You are logged in as {name}. Ask the person who sent the link to share the list with your account:
          then it is among your lists, and stays there.
        </Trans>
      }
    >
      <LinkButton to="/app">
        <Trans>To the shopping lists</Trans>
      </LinkButton>
    </CardPage>
  )
}

const refusals: Partial<Record<GuestProblem, CardPageProps>> = {
  over: {
    icon: IconClockX,
    title: <Trans>This link is over</Trans>,
    lead: <Trans>Links for guests work for 7 days. Ask the person who sent it for a new one.</Trans>,
  },
  revoked: {
    icon: IconLinkOff,
    title: <Trans>This link was ended</Trans>,
    lead: (
      <Trans>The list’s owner ended it. What you had ticked and added stays on the list. Thank you!</Trans>
    ),
  },
  unknown: {
    icon: IconLinkOff,
    title: <Trans>We do not know this link</Trans>,
    lead: (
      <Trans>
        Perhaps a part of the link got lost, or the list is gone. Ask the person who sent it for a new one.
      </Trans>
    ),
  },
}

/** Says why the link opens no list, and what to do. */
function NoLink({ problem }: { problem: GuestProblem }) {
  const router = useRouter()
  const refusal = refusals[problem]
  useWindowEvent('online', () => {
    if (problem === 'unreachable') void router.invalidate()
  })
  if (refusal)
    return (
      <CardPage {...refusal}>
        <Away />
      </CardPage>
    )
  return (
    <CardPage
      icon={IconCloudX}
      title={<Trans>The list could not be loaded</Trans>}
      lead={
        problem === 'unreachable' ? (
          <Trans>There is no connection. The link is still good: try again when you are online.</Trans>
        ) : (
          <Trans>The server has a problem. The link is still good: try again in a moment.</Trans>
        )
      }
    >
      <Button onClick={() => void router.invalidate()}>
        <Trans>Try again</Trans>
      </Button>
    </CardPage>
  )
}

/** The way out, which also removes what an ended guest has left on this device. */
function Away() {
  const guest = useSession(guestOf)
  const waits = useSync(({ outbox, tray }) => outbox.length + tray.length > 0)
  const router = useRouter()
  if (!guest)
    return (
      <LinkButton to="/" variant="default">
        <Trans>To the start page</Trans>
      </LinkButton>
    )
  return (
    <BusyButton
      variant="default"
      onClick={async () => {
        const done = await attempt(forgetGuest, texts.storageFailed)
        if (done) await router.navigate({ to: '/' })
      }}
    >
      {waits ? <Trans>Remove them and go to the start page</Trans> : <Trans>To the start page</Trans>}
    </BusyButton>
  )
}
