import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, FileButton, Group, Textarea } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useCallback, useEffect, useMemo, useState, type ClipboardEvent } from 'react'
import type { PriceFor } from '../../../core/product/entities.ts'
import { acceptedFiles, loadAsLine, readGiven } from '../../exchange/exchange.ts'
import { openCurrency } from '../../sync/open-list.ts'
import { useLanguage } from '../../texts/i18n.ts'
import { nameKey } from '../../sync/suggestions.ts'
import { readSoon, usePrices } from '../state/prices.ts'
import { addProducts } from '../state/products.ts'
import { openPasted } from '../state/ui.ts'
import { undo } from '../../sync/undo.ts'
import { notify } from '../../ui/notices.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import dialog from '../../ui/dialog/dialog.module.css'
import { useGrowing } from '../../ui/use-growing.ts'
import { useWide } from '../../lib/use-wide.ts'
import fieldClasses from '../rows/fields.module.css'
import { type Line, linesOfFiles, meetings, readLines, sorted } from './pasted.ts'
import { PastedLine, useMarkOf } from './pasted-line.tsx'
import classes from './pasted-lines.module.css'
import { remember } from '../state/suggested-fields.ts'

interface PastedLinesProps {
  title?: string
  /** returns the lines at first */
  from: () => Line[]
  opened: boolean
}

/** Shows each pasted line as the product it would become. Lines can be corrected or removed, then added together. */
export function PastedLines({ title, from, opened }: PastedLinesProps) {
  const { t } = useLingui()
  const wide = useWide()
  const [lines, setLines] = useState(from)
  const [busy, setBusy] = useState(false)
  const prices = usePrices(({ known }) => known)
  const read = useMemo(() => readLines(lines, prices), [lines, prices])
  useEffect(() => {
    for (const { said } of read) if (said.price !== undefined) readSoon(nameKey(said.productName))
  }, [read])
  const met = useMemo(() => meetings(read), [read])
  const markOf = useMarkOf()
  const drawn = useGrowing(read.length)
  const good = useMemo(() => read.filter(({ error }) => error === null), [read])
  const twice = read.filter((line) => line.twice)
  const wrong = read.length - good.length
  const todo = useMemo(() => sorted(good), [good])
  const [added, changed] = [todo.fresh.length, todo.there.size]

  async function add() {
    setBusy(true)
    const values = good.map(({ value }) => value)
    const done = await addProducts(todo.fresh, todo.there)
    setBusy(false)
    if (!done) return // the error has been shown, and all lines stay
    remember(values)
    notify('none', doneText(todo.fresh.length, todo.there.size), undo(done.undo))
    // Lines with an error stay here to be corrected.
    if (wrong === 0) openPasted(null)
    else setLines(read.filter(({ error }) => error !== null))
  }

  // What was chosen for a price goes with its text, and what a file said of the product.
  const change = useCallback((key: number, text: string) => {
    setLines((now) =>
      now.map((line) => (line.key === key ? { ...line, text, priceFor: undefined, given: undefined } : line)),
    )
  }, [])
  const choosePriceFor = useCallback((key: number, priceFor: PriceFor) => {
    setLines((now) => now.map((line) => (line.key === key ? { ...line, priceFor } : line)))
  }, [])
  const remove = useCallback((keys: ReadonlySet<number>) => {
    setLines((now) => now.filter((line) => !keys.has(line.key)))
  }, [])

  return (
    <Dialog
      opened={opened}
      onClose={() => openPasted(null)}
      closeOnClickOutside={false}
      fullScreen={!wide}
      size={640}
      title={title ?? t`Add a pasted list`}
    >
      {twice.length > 0 && (
        <Group
          justify="space-between"
          wrap="nowrap"
          gap="sm"
          mb={4}
          py={2}
          ps={14}
          pe={4}
          bdrs="md"
          bg="var(--app-warning-tint)"
        >
          <span>
            <Plural
              value={twice.length}
              one="# line is on the list already"
              other="# lines are on the list already"
            />
          </span>
          <Button variant="subtle" flex="none" onClick={() => remove(new Set(twice.map(({ key }) => key)))}>
            <Trans>Skip</Trans>
          </Button>
        </Group>
      )}
      <ul className={`${classes.lines} ${fieldClasses.boxed}`}>
        {read.slice(0, drawn).map((line) => (
          <PastedLine
            key={line.key}
            line={line}
            mark={markOf(met.get(line.key), line.twice)}
            onChange={change}
            onPriceFor={choosePriceFor}
            onRemove={remove}
          />
        ))}
      </ul>
      <Group className={dialog.buttons} data-docked="" justify="flex-end" gap="sm">
        <Button variant="default" onClick={() => openPasted(null)}>
          <Trans>Cancel</Trans>
        </Button>
        <Button
          color="orange"
          data-autofocus
          disabled={added + changed === 0}
          loading={busy}
          onClick={() => void add()}
        >
          <AddLabel added={added} changed={changed} />
        </Button>
      </Group>
    </Dialog>
  )
}

/** Says on the button what a press does. */
export function AddLabel({ added, changed }: { added: number; changed: number }) {
  if (changed === 0) return <Plural value={added} one="Add # product" other="Add # products" />
  if (added === 0) return <Plural value={changed} one="Change # product" other="Change # products" />
  return (
    <Trans>
      Add {added}, change {changed}
    </Trans>
  )
}

export function doneText(added: number, changed: number): MessageDescriptor {
  if (changed === 0) return msg`${plural(added, { one: '# product added', other: '# products added' })}`
  if (added === 0) return msg`${plural(changed, { one: '# product changed', other: '# products changed' })}`
  return msg`Added: ${added}, changed: ${changed}`
}

/** A dialog for a list that was not pasted into the add field, or that is in a file. Each line is then reviewed. */
export function PasteText({ opened }: { opened: boolean }) {
  const { t } = useLingui()
  const wide = useWide()
  const language = useLanguage()
  const [text, setText] = useState('')
  const [ofFiles, setOfFiles] = useState<Line[] | null>(null)

  async function read(files: File[]) {
    const [found, asLine] = await Promise.all([readGiven(files), loadAsLine()])
    if (found && asLine) setOfFiles(linesOfFiles(found, (value) => asLine(value, language, openCurrency())))
  }

  // A paste into the empty field opens the review at once, without a press of the button.
  function onPaste(event: ClipboardEvent<HTMLTextAreaElement>) {
    const pasted = event.clipboardData.getData('text/plain')
    if (text.trim() !== '' || pasted.trim() === '') return
    event.preventDefault()
    openPasted(pasted)
  }
  if (ofFiles) return <PastedLines title={t`Add from a file`} from={() => ofFiles} opened={opened} />
  return (
    <Dialog
      opened={opened}
      onClose={() => openPasted(null)}
      fullScreen={!wide}
      size={640}
      title={t`Paste a list`}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          openPasted(text)
        }}
      >
        <Textarea
          data-autofocus
          label={t`Your list, one product per line`}
          description={t`From a message, a note or a web page. You can review it before it is added.`}
          placeholder={t`2 kg potatoes`}
          rows={8}
          maxRows={14}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onPaste={onPaste}
        />
        <Button type="submit" fullWidth mt="md" disabled={text.trim() === ''}>
          <Trans>Review</Trans>
        </Button>
        <FileButton multiple accept={acceptedFiles} onChange={(files) => void read(files)}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              fullWidth
              mt="sm"
              leftSection={<IconFileImport size={20} stroke={1.75} aria-hidden="true" />}
            >
              <Trans>Choose a file</Trans>
            </Button>
          )}
        </FileButton>
      </form>
    </Dialog>
  )
}
