import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Card, Checkbox, FileButton, Group, Stack, Text, Title } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type DragEvent, type ReactNode, useCallback, useEffect, useState } from 'react'
import type { Exchanged } from '../../../core/exchange/exchange.ts'
import type { ProductValue } from '../../../core/product/table.ts'
import { takeShared } from '../../../device/shared-files.ts'
import { Page } from '../page.tsx'
import { useSession, who } from '../session/session.ts'
import { useSync } from '../../sync/sync-status.ts'
import { useLists } from '../../sync/use-lists.ts'
import { useMayChangeTemplates } from '../../templates/state/place.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import {
  acceptedFiles,
  importHere,
  importThere,
  needsServer,
  onOpened,
  readGiven,
} from '../../exchange/exchange.ts'

/** Makes lists of files: of this app, or of another one. They are read on this device, so also offline. */
export function ImportPage() {
  const [found, setFound] = useState<{ files: readonly File[]; holds: Exchanged } | null>(null)
  const [isOver, setOver] = useState(false)
  const read = useCallback(async (files: readonly File[]) => {
    if (files.length === 0) return
    const holds = await readGiven(files)
    if (holds) setFound({ files, holds })
  }, [])
  useEffect(() => {
    onOpened((files) => void read(files))
    void takeShared().then(read, () => undefined)
  }, [read])
  const drop = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      void read([...event.dataTransfer.files])
    },
  }
  return (
    <Page
      title={<Trans>Import lists</Trans>}
      lead={<Trans>From a file of this app or of another one. You see what is in it first.</Trans>}
    >
      <Card {...drop} style={isOver ? { outline: '2px dashed var(--app-link)' } : undefined}>
        <Stack gap="sm" align="flex-start">
          <FileButton multiple accept={acceptedFiles} onChange={(files) => void read(files)}>
            {(props) => (
              <Button
                {...props}
                variant={found ? 'default' : 'filled'}
                leftSection={<IconFileImport size={20} stroke={1.75} aria-hidden="true" />}
              >
                {found ? <Trans>Choose another file</Trans> : <Trans>Choose a file</Trans>}
              </Button>
            )}
          </FileButton>
          {!found && (
            <Text c="dimmed" fz="sm">
              <Trans>
                Google Keep (the zip of Takeout), KitchenOwl, Grocy, Mealie, Bring!, AnyList, Out of Milk,
                Listonic, todo.txt, spreadsheets, calendars and plain text.
              </Trans>
            </Text>
          )}
        </Stack>
      </Card>
      {found && <Preview key={found.files[0]?.name} {...found} onDone={() => setFound(null)} />}
    </Page>
  )
}

interface PreviewProps {
  files: readonly File[]
  holds: Exchanged
  onDone: () => void
}

/** Shows what the files would make, to choose from. The file of a whole account is taken as a whole, by the server. */
function Preview({ files, holds, onDone }: PreviewProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const online = useSync((sync) => sync.online)
  const hasAccount = useSession(who) === 'account'
  const mayChangeTemplates = useMayChangeTemplates()
  const named = new Set((useLists() ?? []).map(({ listName }) => listName))
  const [left, setLeft] = useState<ReadonlySet<object>>(new Set())
  const [file] = files
  const isThere = needsServer(holds) && hasAccount && files.length === 1
  const chosen = <T extends object>(all: readonly T[]) => all.filter((one) => !left.has(one))
  const lists = chosen(holds.lists)
  const templates = mayChangeTemplates ? chosen(holds.templates) : []
  const categories = mayChangeTemplates ? chosen(holds.categories) : []
  const count = lists.length + templates.length + categories.length
  const box = (one: object, name: string, more: ReactNode, disabled = false) => (
    <Checkbox
      key={name + holds.lists.indexOf(one as never)}
      checked={(isThere || !left.has(one)) && !disabled}
      disabled={isThere || disabled}
      label={name}
      description={more}
      onChange={({ currentTarget: { checked } }) =>
        setLeft((now) => new Set(checked ? [...now].filter((other) => other !== one) : [...now, one]))
      }
    />
  )

  async function start() {
    const chosenOnly = { ...holds, lists, templates, categories }
    const ids = await (isThere && file ? importThere(file) : importHere(chosenOnly))
    if (!ids) return
    onDone()
    const [only] = ids
    if (ids.length === 1 && only) await navigate({ to: '/app/details/$id', params: { id: only } })
    else if (ids.length > 0) await navigate({ to: '/app' })
    else await navigate({ to: '/app/templates' })
  }
  return (
    <Card component="section" aria-label={t`What is in the file`}>
      <Stack gap="md">
        <Part title={<Plural value={holds.lists.length} one="# list" other="# lists" />}>
          {holds.lists.map((list) => {
            const name = list.listName || t`Without a name`
            return box(
              list,
              name,
              <>
                <Contents values={list.products.map(({ value }) => value)} />
                {named.has(name) && (
                  <Text span inherit display="block" c="var(--app-warning)">
                    <Trans>You have a list of this name. This makes a second one.</Trans>
                  </Text>
                )}
              </>,
            )
          })}
        </Part>
        <Part title={<Plural value={holds.templates.length} one="# template" other="# templates" />}>
          {holds.templates.map((one) =>
            box(one, one.templateName, <Contents values={one.products} />, !mayChangeTemplates),
          )}
        </Part>
        <Part title={<Plural value={holds.categories.length} one="# category" other="# categories" />}>
          {holds.categories.map((one) =>
            box(one, one.category_name, one.keywords.join(', '), !mayChangeTemplates),
          )}
        </Part>
        {holds.lost > 0 && (
          <Text fz="sm" c="var(--app-warning)">
            <Plural
              value={holds.lost}
              one="# value cannot be taken over, such as a price in words or the end of a long name."
              other="# values cannot be taken over, such as prices in words or the ends of long names."
            />
          </Text>
        )}
        {isThere && (
          <Text fz="sm" c="dimmed">
            <Trans>
              This is the file of a whole account, or a very long one: the server takes all of it, with what
              was bought before, barcodes and settings. Nobody else gets these lists.
            </Trans>
          </Text>
        )}
        {!isThere && holds.account && (
          <Text fz="sm" c="dimmed">
            <Trans>What was bought before, barcodes and settings need an account.</Trans>
          </Text>
        )}
        {!mayChangeTemplates && holds.templates.length + holds.categories.length > 0 && (
          <Text fz="sm" c="dimmed">
            <Trans>You are offline. Templates and categories need a connection.</Trans>
          </Text>
        )}
        <Group justify="flex-end" gap="sm">
          {isThere && !online && (
            <Text fz="sm" c="dimmed">
              <Trans>You are offline. This needs a connection.</Trans>
            </Text>
          )}
          <BusyButton disabled={count === 0 || (isThere && !online)} onClick={start}>
            {lists.length === holds.lists.length && lists.length > 0 ? (
              <Plural value={lists.length} one="Import # list" other="Import # lists" />
            ) : (
              <Trans>Import what is ticked</Trans>
            )}
          </BusyButton>
        </Group>
      </Stack>
    </Card>
  )
}

/** A part of what the files hold; nothing if they have none of it. */
function Part({ title, children }: { title: ReactNode; children: readonly ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <Stack gap="sm">
      <Title order={2} fz="lg">
        {title}
      </Title>
      {children}
    </Stack>
  )
}

/** How many names stand for the contents. */
const namesShown = 6

function Contents({ values }: { values: readonly ProductValue[] }) {
  const names = values.slice(0, namesShown).map(({ productName }) => productName)
  const bought = values.filter(({ productStatus }) => productStatus).length
  return (
    <>
      <Plural value={values.length} _0="empty" one="# product" other="# products" />
      {bought > 0 && (
        <>
          {', '}
          <Plural value={bought} one="# of them bought" other="# of them bought" />
        </>
      )}
      {names.length > 0 && `: ${names.join(', ')}${values.length > namesShown ? ' …' : ''}`}
    </>
  )
}
