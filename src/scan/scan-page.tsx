import { Trans, useLingui } from '@lingui/react/macro'
import { SimpleGrid, Stack, Text, Title, Button, Group, TextInput } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useEffect, useRef, type FormEvent, useState } from 'react'
import { can, roleOf } from '../../core/product/permissions.ts'
import { barcodeKey } from '../../core/text/barcodes.ts'
import { useShownList, useShownLists } from '../sync/use-lists.ts'
import { Viewfinder } from './camera/viewfinder.tsx'
import { NameForm } from './name-form.tsx'
import { Outcome } from './outcome.tsx'
import { useScan } from './use-scan.ts'
import { restoreSettings } from '../account/session/device-settings.ts'
import { closeList, openList, roleIn, useOpenList } from '../sync/open-list.ts'
import { modeFor, restoreShopping, useShopping } from '../list/state/view.ts'
import { BackLink } from '../ui/back-link.tsx'
import { LinkButton } from '../ui/links.tsx'

/** The barcode scanner: adds products to a list or ticks them; without a list it only shows the codes. */
export function ScanPage({ listId }: { listId: string | undefined }) {
  const { t } = useLingui()
  useEffect(() => {
    void restoreSettings('scanner').catch(() => undefined) // without storage the defaults stay
    if (listId === undefined) return
    void restoreShopping()
    void openList(listId)
    return closeList
  }, [listId])
  const status = useOpenList((state) => (state.listId === listId ? state.status : 'loading'))
  const list = useShownList(listId)
  const role = useOpenList(roleIn)
  const isShopping = useShopping((state) => listId !== undefined && state.lists.includes(listId))
  const ready = status === 'ready' && list !== null
  const mode = ready ? modeFor(role, isShopping) : null
  const paused = listId !== undefined && status === 'loading'
  const scan = useScan(mode)
  const { result, take } = scan
  // A code that is typed before the list is there waits for it: without the list it would only be shown.
  const early = useRef<string | null>(null)
  useEffect(() => {
    if (early.current === null || paused) return
    take(early.current)
    early.current = null
  }, [paused, take])
  const shown = useRef<HTMLDivElement>(null)
  const asking = result?.at === 'unknown'
  const wasAsking = useRef(false)
  useEffect(() => {
    // The form that closed had the focus, so move it to the result.
    if (wasAsking.current && !asking) shown.current?.focus({ preventScroll: true })
    wasAsking.current = asking
  }, [asking])

  return (
    <Stack>
      <header>
        {listId !== undefined && (
          <BackLink to="/app/details/$id" params={{ id: listId }}>
            {list?.listName ?? t`Back to the list`}
          </BackLink>
        )}
        <Title>
          <Trans>Barcode scanner</Trans>
        </Title>
        <Text c="dimmed">
          {listId !== undefined && (status === 'missing' || status === 'unreachable') && (
            <Trans>This list is not on this device, so codes are only shown.</Trans>
          )}
          {mode === 'edit' && <Trans>What you scan goes on the list.</Trans>}
          {mode === 'shopping' && <Trans>What you scan is ticked off on the list.</Trans>}
          {mode === 'view' && <Trans>You can only view this list, so codes are only shown.</Trans>}
        </Text>
      </header>
      <SimpleGrid minColWidth="min(20rem, 100%)" autoFlow="auto-fit" spacing="lg">
        <Viewfinder paused={paused} asking={asking} onCode={take} />
        <Stack miw={0}>
          <div
            ref={shown}
            tabIndex={-1}
            role="status"
            style={{ display: result && !asking ? undefined : 'none' }}
          >
            {result && !asking && <Outcome result={result} scan={scan} />}
          </div>
          {result && asking && (
            <NameForm
              key={result.code}
              code={result.code}
              asked={result.asked}
              shopping={mode === 'shopping'}
              onName={scan.name}
              onCancel={scan.letGo}
            />
          )}
          {!asking && <TypedCode onCode={(code) => (paused ? (early.current = code) : take(code))} />}
          {listId === undefined && <ChooseList />}
        </Stack>
      </SimpleGrid>
    </Stack>
  )
}

function ChooseList() {
  const lists = useShownLists()
  const open = lists?.filter((list) => list.listStatus === 'aktywna' && can(roleOf(list), 'tick')) ?? []
  if (open.length === 0) return null
  return (
    <nav aria-labelledby="scan-for">
      <Title order={2} id="scan-for" mb="xs">
        <Trans>Scan to a list</Trans>
      </Title>
      <Stack component="ul" gap="xs">
        {open.map(({ id, listName }) => (
          <li key={id}>
            <LinkButton
              to="/app/barcode"
              search={{ list: id }}
              variant="default"
              fullWidth
              justify="space-between"
              rightSection={<IconChevronRight size={20} stroke={1.75} aria-hidden="true" />}
            >
              {listName}
            </LinkButton>
          </li>
        ))}
      </Stack>
    </nav>
  )
}

type Wrong = 'empty' | 'length' | 'digits'

/** Parses digits as people copy them off a packet, with gaps; takes the digits out of a GS1 link. */
function readCode(text: string): { code: string } | { wrong: Wrong } {
  const copied = barcodeKey(text.trim())
  if (copied !== null) return { code: copied }
  const digits = text.replace(/[\s-]/g, '')
  if (digits === '') return { wrong: 'empty' }
  if (!/^\d+$/.test(digits) || ![8, 12, 13, 14].includes(digits.length)) return { wrong: 'length' }
  const code = barcodeKey(digits)
  return code === null ? { wrong: 'digits' } : { code }
}

/** A form to type a code, if there is no camera or the bars are damaged. */
function TypedCode({ onCode }: { onCode: (code: string) => void }) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const [wrong, setWrong] = useState<Wrong | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const reasons: Record<Wrong, string> = {
    empty: t`Type in the digits printed under the bars.`,
    length: t`A barcode has 8, 12, 13 or 14 digits. Check that none is missing.`,
    digits: t`These digits do not add up. One of them is probably mistyped.`,
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    const read = readCode(text)
    if ('wrong' in read) {
      setWrong(read.wrong)
      field.current?.focus()
      return
    }
    setText('')
    onCode(read.code)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <TextInput
          ref={field}
          flex={1}
          label={t`Or type in the digits`}
          inputMode="numeric"
          autoComplete="off"
          enterKeyHint="done"
          value={text}
          error={wrong && reasons[wrong]}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value)
            setWrong(null)
          }}
        />
        {/* Level with the field, below its label. */}
        <Button type="submit" variant="default" mt={30}>
          <Trans>Use</Trans>
        </Button>
      </Group>
    </form>
  )
}
