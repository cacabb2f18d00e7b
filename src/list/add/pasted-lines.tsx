import { remember } from './suggestions.ts'
import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Textarea } from '@mantine/core'
import { IconAlertTriangle, IconX } from '@tabler/icons-react'
import { memo, useCallback, useMemo, useRef, useState, type ClipboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { limits, type Unit } from '../../../core/product/entities.ts'
import type { FieldError } from '../../../core/text/normalise.ts'
import { fieldErrorText } from '../../texts/problem-text.ts'
import { notify } from '../../state/notices.ts'
import { undo } from '../../state/lists/undo.ts'
import { addProducts } from '../../state/lists/products.ts'
import fieldClasses from '../rows/fields.module.css'
import { openPasted } from '../../state/lists/list-ui.ts'
import { type Line, linesOf, meetings, readLines, type ReadLine, sorted } from './pasted.ts'
import classes from './pasted-lines.module.css'
import lineClasses from './add.module.css'
import dialog from '../../ui/dialog/dialog.module.css'
import { useAllOf, useAmount, usePrice } from '../../texts/amounts.tsx'
import { ProductMark } from '../rows/product-mark.tsx'
import { Chips } from './understood-chips.tsx'
import { useGrowing } from '../../ui/use-growing.ts'
import { useWide } from '../../ui/use-wide.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'

/** Shows each pasted line as the product it would become. Lines can be corrected or removed, then added together. */
export function PastedLines({ text, opened }: { text: string; opened: boolean }) {
  const { t } = useLingui()
  const wide = useWide()
  const [lines, setLines] = useState(() => linesOf(text))
  const [busy, setBusy] = useState(false)
  const read = useMemo(() => readLines(lines), [lines])
  const met = useMemo(() => meetings(read), [read])
  const allOf = useAllOf()
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

  const markOf = (key: number) => {
    const there = met.get(key)
    if (!there) return { becomes: '', isBought: false }
    if ('untick' in there) return { becomes: '', isBought: true }
    // Without a typed amount nothing is added up, so there is no new amount to show.
    return { becomes: there.ask.counted ? allOf(there.ask) : '', isBought: false }
  }
  const change = useCallback((key: number, typed: string) => {
    setLines((now) => now.map((line) => (line.key === key ? { ...line, text: typed } : line)))
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
      title={t`Add a pasted list`}
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
          <OneLine key={line.key} line={line} {...markOf(line.key)} onChange={change} onRemove={remove} />
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
          {changed === 0 ? (
            <Plural value={added} one="Add # product" other="Add # products" />
          ) : added === 0 ? (
            <Plural value={changed} one="Change # product" other="Change # products" />
          ) : (
            <Trans>
              Add {added}, change {changed}
            </Trans>
          )}
        </Button>
      </Group>
    </Dialog>
  )
}

function doneText(added: number, changed: number): MessageDescriptor {
  if (changed === 0) return msg`${plural(added, { one: '# product added', other: '# products added' })}`
  if (added === 0) return msg`${plural(changed, { one: '# product changed', other: '# products changed' })}`
  return msg`Added: ${added}, changed: ${changed}`
}

interface OneLineProps {
  line: ReadLine
  /** the new amount of the product on the list; '' if this line does not change it */
  becomes: string
  /** the list has it as bought */
  isBought: boolean
  onChange: (key: Line['key'], typed: string) => void
  onRemove: (keys: ReadonlySet<number>) => void
}

/** A pasted line as the product it becomes. A press makes it the text again, to be corrected. */
const OneLine = memo(function OneLine({ line, becomes, isBought, onChange, onRemove }: OneLineProps) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const row = useRef<HTMLLIElement>(null)
  const { key, text, said, value, category, error, twice } = line
  const name = said.productName
  const isOpen = open || error !== null

  // The field and the button replace each other, so the focus must follow.
  function show(field: boolean) {
    flushSync(() => setOpen(field))
    row.current?.querySelector<HTMLElement>('input, button')?.focus()
  }
  return (
    <li ref={row} className={classes.line}>
      <div className={classes.field}>
        {isOpen ? (
          <input
            className={fieldClasses.input}
            aria-label={t`Product`}
            aria-invalid={error ? true : undefined}
            aria-describedby={`pasted-${key}`}
            autoComplete="off"
            value={text}
            onChange={(event) => onChange(key, event.target.value)}
            onBlur={() => setOpen(false)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
              event.preventDefault()
              if (error === null) show(false)
            }}
          />
        ) : (
          <button
            type="button"
            className={`hover-tint ${classes.said}`}
            title={t`Edit: ${name}`}
            onClick={() => show(true)}
          >
            <ProductMark productName={name} category={category} />
            <span className={classes.name}>{name}</span>
            <Told said={said} unit={value.unit ?? 'pcs'} />
            {(twice || isBought) && (
              <span className={classes.there}>
                {isBought ? (
                  <Trans>to buy again</Trans>
                ) : becomes === '' ? (
                  <Trans>on the list</Trans>
                ) : (
                  <Trans>becomes {becomes}</Trans>
                )}
              </span>
            )}
          </button>
        )}
        <button
          type="button"
          className={`${fieldClasses.square} ${fieldClasses.delete}`}
          aria-label={t`Skip: ${name}`}
          onClick={() => onRemove(new Set([key]))}
        >
          <IconX size={20} stroke={1.75} aria-hidden="true" />
        </button>
      </div>
      {isOpen && (
        <div id={`pasted-${key}`} className={lineClasses.understoodLine}>
          {error ? (
            <span className={lineClasses.error}>
              <IconAlertTriangle size={18} stroke={1.75} aria-hidden="true" />
              <ErrorText error={error} name={name} />
            </span>
          ) : (
            <>
              {text.trim() !== name && <span className={lineClasses.understood}>{name}</span>}
              <Chips said={said} unit={value.unit ?? 'pcs'} category={category} />
            </>
          )}
        </div>
      )}
    </li>
  )
})

function ErrorText({ error, name }: { error: FieldError; name: string }) {
  const { t } = useLingui()
  const [most, now] = [limits.name, name.length]
  if (error === 'tooLong') return t`At most ${most} characters; this has ${now}.`
  return error === 'required' ? t`Add the product’s name.` : t(fieldErrorText(error))
}

/** What a line says beside the name, in a few words. */
function Told({ said, unit }: Pick<ReadLine, 'said'> & { unit: Unit }) {
  const { t } = useLingui()
  const amount = useAmount()
  const priceOf = usePrice()
  const { quantity, price, note, bought } = said
  const counted = said.unit ?? unit
  const texts = [
    quantity !== undefined || said.unit ? amount(quantity ?? 1, counted) : '',
    price === undefined ? '' : priceOf({ price, unit: counted, quantity: quantity ?? 1 }),
    note ?? '',
    bought ? t`bought` : '',
  ].filter((one) => one !== '')
  return <span className={classes.told}>{texts.join(' · ')}</span>
}

/** A dialog to paste a list into, for a list that was not pasted into the add field. Each line is then reviewed. */
export function PasteText({ opened }: { opened: boolean }) {
  const { t } = useLingui()
  const wide = useWide()
  const [text, setText] = useState('')

  // A paste into the empty field opens the review at once, without a press of the button.
  function onPaste(event: ClipboardEvent<HTMLTextAreaElement>) {
    const pasted = event.clipboardData.getData('text/plain')
    if (text.trim() !== '' || pasted.trim() === '') return
    event.preventDefault()
    openPasted(pasted)
  }
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
      </form>
    </Dialog>
  )
}
