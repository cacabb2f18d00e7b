import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Box, Center, Text } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconUsers } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import {
  useState,
  type ReactNode,
  type CSSProperties,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import type { List } from '../../../core/contract/shapes.ts'
import { can, roleOf } from '../../../core/product/permissions.ts'
import { DeleteDialog } from '../../actions/lazy.tsx'
import { DetailMenu, SortDialog } from '../lazy.tsx'
import { WideHead } from './wide-layout.tsx'
import classes from '../list.module.css'
import fields from '../rows/fields.module.css'
import { openSorting, useListUi } from '../state/ui.ts'
import { deleteList, renameList } from '../state/list-actions.ts'
import { usePeopleOn, useShoppers } from '../state/together.ts'
import type { Mode } from '../state/view.ts'
import { useSession, who } from '../../account/session/session.ts'
import { namesDate } from '../../texts/list-name.ts'
import { formatDate } from '../../texts/format.ts'
import { useLanguage } from '../../texts/i18n.ts'
import { InHeader } from '../../ui/header-slot.tsx'
import { FaceRow, useShoppingLine } from '../../ui/shoppers.tsx'
import { limits } from '../../../core/product/entities.ts'
import { parseText } from '../../../core/text/normalise.ts'
import { texts } from '../../texts/texts.ts'

interface DetailHeadProps {
  list: List
  mode: Mode
  wide: boolean
  sharing: boolean
  onSharing: (() => void) | null
}

export function DetailHead({ list, mode, wide, sharing, onSharing }: DetailHeadProps) {
  const navigate = useNavigate()
  const [deleting, setDeleting] = useState(false)
  const sorting = useListUi((ui) => ui.sorting)
  const role = roleOf(list)
  const renames = can(role, 'rename') && mode === 'edit'
  // Barcodes belong to an account.
  const guest = useSession(who) === 'guest'
  const scans = mode !== 'view' && list.listStatus !== 'archiwum' && !guest
  const scan = () => void navigate({ to: '/app/barcode', search: { list: list.id } })
  const title = <ListTitle list={list} inBar={!wide} disabled={!renames} />
  const menu = { list, onDelete: () => setDeleting(true) }
  useEffect(() => () => openSorting(false), [])
  const dialogs = (
    <>
      <SortDialog
        listId={list.id}
        edits={mode === 'edit'}
        opened={sorting}
        onClose={() => openSorting(false)}
      />
      <DeleteDialog
        opened={deleting}
        name={list.listName}
        onClose={() => setDeleting(false)}
        onDelete={async () => {
          if (await deleteList(list.id)) await navigate({ to: '/app' })
        }}
      />
    </>
  )
  if (!wide)
    return (
      <>
        <h1 className="visually-hidden">{list.listName}</h1>
        <SmallHead list={list} title={title} sharing={sharing} onSharing={onSharing} />
        <InHeader at="end">
          <DetailMenu {...menu} edits={mode === 'edit' ? 'small' : null} onScan={scans ? scan : null} />
        </InHeader>
        {dialogs}
      </>
    )
  return (
    <>
      <h1 className="visually-hidden">{list.listName}</h1>
      <WideHead
        list={list}
        mode={mode}
        title={title}
        sharing={sharing}
        onSharing={onSharing}
        onScan={scans ? scan : null}
        menu={menu}
      />
      {dialogs}
    </>
  )
}

interface SmallHeadProps {
  list: List
  title: ReactNode
  sharing: boolean
  onSharing: (() => void) | null
}

/** On a phone: puts the list's name, its owner and the share button into the header. */
function SmallHead({ list, title, sharing, onSharing }: SmallHeadProps) {
  const { t } = useLingui()
  const people = usePeopleOn(list.id)
  const shopping = useShoppingLine(useShoppers(list.id))
  return (
    <InHeader at="title">
      <Box flex={1} miw={0}>
        {title}
        <Text
          className={classes.facts}
          truncate
          mt={-3}
          px="xs"
          c={shopping ? 'var(--app-link)' : 'dimmed'}
          fw={shopping ? 600 : undefined}
          fz="min(0.875rem, 4.4vw)"
          lh={1.3}
        >
          {shopping || <Facts list={list} />}
        </Text>
      </Box>
      {/* The faces take the place of the button's picture, so that the name keeps its room and nothing moves. */}
      <Box pos="relative" flex="none">
        {onSharing && (
          <ActionIcon aria-label={t`Sharing`} aria-expanded={sharing} onClick={onSharing}>
            {people.length === 0 && <IconUsers size={22} stroke={1.75} aria-hidden="true" />}
          </ActionIcon>
        )}
        <Center
          component="span"
          pos={onSharing ? 'absolute' : undefined}
          inset={0}
          style={{ pointerEvents: 'none' }}
        >
          <FaceRow people={people} size={26} most={2} overlap={8} />
        </Center>
      </Box>
    </InHeader>
  )
}

/** For a shared list its owner and the user's permission; for the user's own list its date. */
function Facts({ list }: { list: List }) {
  const language = useLanguage()
  const archived = list.listStatus === 'archiwum'
  const { t } = useLingui()
  // A guest learns only a name that the owner gave.
  const owner = list.owner?.name || list.owner?.email || t`The list’s owner`
  if (list.owner)
    return (
      <>
        {archived && <Trans>archived · </Trans>}
        {list.permissions === 'edit' && <Trans>{owner} · you can edit</Trans>}
        {list.permissions === 'shopping' && <Trans>{owner} · you can tick</Trans>}
        {list.permissions === 'view' && <Trans>{owner} · you can view</Trans>}
      </>
    )
  return (
    <>
      {archived && <Trans>archived · </Trans>}
      {!namesDate(list) && formatDate(list.date, language)}
    </>
  )
}

interface ListTitleProps {
  list: List
  /** one line, in the header of a phone */
  inBar: boolean
  disabled: boolean
  reason?: string
}

/** The list's name as an editable field: blur and Enter save, Escape undoes. */
function ListTitle({ list, inBar, disabled, reason }: ListTitleProps) {
  const { t } = useLingui()
  const id = useId()
  const [draft, setDraft] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const undone = useRef(false)
  const saving = useRef<string | null>(null)

  function refusal(code: string): string {
    if (code === 'required') return t(texts.emptyField)
    if (code === 'tooLong')
      return t`At most ${limits.name} characters; this has ${draft?.trim().length ?? 0}.`
    return t`Some characters are not allowed here.`
  }

  async function commit() {
    if (undone.current || draft === null || draft === saving.current) {
      undone.current = false
      return
    }
    const name = parseText(draft, 1, limits.name)
    if (!name.ok) return setError(refusal(name.error))
    setError(null)
    // The typed text stays in the field if the rename fails.
    if (name.value === list.listName) return setDraft(null)
    saving.current = draft
    const done = await renameList(list.id, name.value)
    saving.current = null
    if (done) setDraft((now) => (now === draft ? null : now))
  }

  // The phone's back gesture and its lock fire no blur: save on unmount and when the page is hidden too.
  const commitNow = useEffectEvent(() => void commit())
  useLayoutEffect(() => () => commitNow(), [])
  useWindowEvent('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void commit()
  })

  function onKeyDown(event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      event.preventDefault()
      event.currentTarget.blur()
    }
    if (event.key === 'Escape' && draft !== null) {
      event.stopPropagation()
      undone.current = true
      setDraft(null)
      setError(null)
      event.currentTarget.blur()
    }
  }

  const field = {
    'aria-label': t`List name`,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? id : undefined,
    title: disabled ? reason : undefined,
    enterKeyHint: 'done',
    disabled,
    value: draft ?? list.listName,
    onChange: ({ target }: { target: { value: string } }) => {
      setDraft(target.value.replace(/\n/g, ' '))
      setError(null)
    },
    onBlur: () => void commit(),
    onKeyDown,
  } as const
  return (
    <div className={classes.title} data-bar={inBar || undefined}>
      {inBar ? (
        <input {...field} size={1} className={fields.input} autoComplete="off" />
      ) : (
        // A hidden copy of the text makes the field as high as its text, since not every browser can do this itself.
        <div className={classes.titleRoom} style={copyOf(draft ?? list.listName)}>
          <textarea {...field} rows={1} className={fields.input} />
        </div>
      )}
      {error && (
        <span id={id} role="alert" className={fields.error}>
          {error}
        </span>
      )}
    </div>
  )
}

/** Returns the text as a CSS string for `content`. WebKit does not always update `content: attr(…)`. */
function copyOf(text: string): CSSProperties {
  return { '--title': `"${text.replace(/["\\]/g, '\\$&')}"` } as CSSProperties
}
