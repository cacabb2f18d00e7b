import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { List } from '../../../core/contract/shapes.ts'
import { shortName } from '../../../core/text/person-name.ts'
import { whenIdle } from '../../lib/idle.ts'
import { loadPeople, type Person, setHousehold, usePeople, useQuestion } from './people-store.ts'
import { membersChanged, share, useMembers } from './sharing.ts'
import { isMakingList, useSync } from '../../sync/sync-status.ts'
import { turnOnPush } from '../../account/state/push.ts'
import { permissionTexts } from '../../texts/list-texts.ts'
import { PersonAvatar } from '../../ui/person.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'

interface FacesProps {
  list: List
  online: boolean
  /** the focused face was removed, so the focus must move elsewhere */
  onFocusLost: () => void
}

/** The people with whom the user shares other lists, those of this list left out. */
export function Faces({ list, online, onFocusLost }: FacesProps) {
  const { data: members } = useMembers(list.id, online)
  const people = usePeople((known) => known.people)
  useEffect(() => void loadPeople(), [])
  const others = people.filter(({ email }) => !members?.some((member) => member.email === email))
  // Before the members are known, somebody might be offered who has the list already.
  if (!members || others.length === 0) return null
  return (
    <Stack gap={6}>
      <Text fw={550}>
        <Trans>Share with</Trans>
      </Text>
      <FaceButtons listId={list.id} people={others} disabled={!online} onShared={onFocusLost} />
    </Stack>
  )
}

/** at most this many faces below a list; the others are in the share panel */
const mostBelow = 4

export interface ShareWithProps {
  listId: string
  /** the list is shared with nobody, and the user may share it */
  offers: boolean
}

/** Below a list that is shared with nobody: the people to share it with, by one press. */
export function ShareWith({ listId, offers }: ShareWithProps) {
  const people = usePeople((known) => known.people)
  const online = useSync((sync) => sync.online && !isMakingList(sync, listId))
  const [given, setGiven] = useState('')
  const line = useRef<HTMLParagraphElement>(null)
  useEffect(() => (offers ? whenIdle(() => void loadPeople()) : undefined), [offers])
  // The pressed face disappears, so its place takes the focus. A phone's keyboard stays closed.
  useEffect(() => {
    if (given !== '' && document.activeElement === document.body) line.current?.focus()
  }, [given])
  if (given !== '')
    return (
      <Text ref={line} tabIndex={-1} c="dimmed" my="md">
        <Trans>Shared with {given}</Trans>
      </Text>
    )
  if (!offers || people.length === 0) return null
  return (
    <Group gap="xs" my="md">
      <Text c="dimmed">
        <Trans>Share with</Trans>
      </Text>
      <FaceButtons
        listId={listId}
        people={people.slice(0, mostBelow)}
        disabled={!online}
        onShared={setGiven}
      />
    </Group>
  )
}

interface FaceButtonsProps {
  listId: string
  people: readonly Person[]
  disabled: boolean
  onShared: (name: string) => void
}

function FaceButtons({ listId, people, disabled, onShared }: FaceButtonsProps) {
  const { t } = useLingui()
  const [busy, setBusy] = useState<string | null>(null)

  async function give({ name, email, permission }: Person) {
    if (busy !== null) return
    setBusy(email)
    const done = await share(listId, email, permission)
    if (done === 'shared') await membersChanged(listId)
    setBusy(null)
    if (done === 'shared') onShared(shortName(name))
  }
  return (
    <Group gap="xs">
      {people.map((person) => {
        const { name, permission } = person
        const may = t(permissionTexts[permission].may)
        return (
          <Button
            key={person.email}
            variant="default"
            radius="xl"
            h="3rem"
            ps={6}
            pe="md"
            fw={400}
            aria-label={t`Share with ${name}, ${may}`}
            title={person.email}
            loading={busy === person.email}
            disabled={disabled}
            leftSection={<PersonAvatar profile={person} name={name} size={36} />}
            onClick={() => void give(person)}
          >
            {shortName(name)}
            <Text span c="dimmed" fz="sm" ms={6}>
              {may}
            </Text>
          </Button>
        )
      })}
    </Group>
  )
}

/**
 * Asks after a list was shared: whether that person gets every new list, or whether notifications should tell of them.
 * It is in the page, not over it, so that typing goes on.
 */
export function SharingQuestion() {
  const { about, what } = useQuestion()
  if (!about) return null
  const name = shortName(about.name)
  const close = () => useQuestion.setState({ about: null })
  const isPush = what === 'push'
  return (
    <Alert role="status" my="sm">
      <Stack gap="sm">
        <Text>
          {isPush ? <Trans>Turn on notifications?</Trans> : <Trans>Share new lists with {name}?</Trans>}
        </Text>
        <Text c="dimmed" fz="sm">
          {isPush ? (
            <Trans>
              Know when {name} goes shopping or shares a list with you. You can choose more in your profile.
            </Trans>
          ) : (
            <Trans>Every list you make from now on. You can change this in your profile.</Trans>
          )}
        </Text>
        <Group gap="xs">
          <BusyButton
            size="sm"
            onClick={async () => {
              // What the browser or the server refuses is said; the profile offers it again.
              const done = isPush
                ? await turnOnPush().then(() => true)
                : await setHousehold(about.email, about.permission)
              if (done) close()
            }}
          >
            {isPush ? <Trans>Turn on</Trans> : <Trans>Yes, share them</Trans>}
          </BusyButton>
          <Button size="sm" variant="default" onClick={close}>
            {isPush ? <Trans>Not now</Trans> : <Trans>No</Trans>}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
