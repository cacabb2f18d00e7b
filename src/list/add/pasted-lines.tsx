import { msg, plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Textarea } from '@mantine/core'
import { IconAlertTriangle, IconCopy, IconX } from '@tabler/icons-react'
import { memo, useCallback, useMemo, useState, type ClipboardEvent } from 'react'
import { limits } from '../../../core/product/entities.ts'
import type { FieldError } from '../../../core/text/normalise.ts'
import { fieldErrorText } from '../../texts/problem-text.ts'
import { notify } from '../../state/notices.ts'
import { undo } from '../../state/lists/undo.ts'
import { addProducts } from '../../state/lists/products.ts'
import { rememberProducts } from '../../state/lists/suggestions.ts'
import fieldClasses from '../rows/fields.module.css'
import { openPasted } from '../../state/lists/list-ui.ts'
import { type Line, linesOf, meetings, readLines, type ReadLine, sorted } from './pasted.ts'
import classes from './pasted-lines.module.css'
import lineClasses from './add.module.css'
import dialog from '../../ui/dialog/dialog.module.css'
import { useAllOf } from '../../texts/amounts.tsx'
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
  const count = todo.fresh.length + todo.there.size

  async function add() {
    setBusy(true)
    const values = good.map(({ value }) => value)
    const done = await addProducts(todo.fresh, todo.there)
    setBusy(false)
    if (!done) return // the error has been shown, and all lines stay
    rememberProducts(values)
    const added = done.count
    notify(
      'none',
      msg`${plural(added, { one: '# product added', other: '# products added' })}`,
      undo(done.undo),
    )
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
              one="# product is already on the list"
              other="# products are already on the list"
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
      <div className={dialog.buttons} data-docked="">
        <Button variant="default" onClick={() => openPasted(null)}>
          <Trans>Cancel</Trans>
        </Button>
        <Button
          color="orange"
          data-autofocus
          disabled={count === 0}
          loading={busy}
          onClick={() => void add()}
        >
          <Plural value={count} one="Add # product" other="Add # products" />
        </Button>
      </div>
    </Dialog>
  )
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

const OneLine = memo(function OneLine({ line, becomes, isBought, onChange, onRemove }: OneLineProps) {
  const { t } = useLingui()
  const { key, text, said, value, category, error, twice } = line
  const differs = text.trim() !== said.productName
  const id = `pasted-${key}`
  const most = limits.name
  const name = said.productName
  const now = name.length
  const wrongText = (wrong: FieldError) => {
    if (wrong === 'tooLong') return t`At most ${most} characters; this has ${now}.`
    return wrong === 'required' ? t`Add the product’s name.` : t(fieldErrorText(wrong))
  }
  return (
    <li className={classes.line}>
      <div className={classes.field}>
        <input
          className={fieldClasses.input}
          aria-label={t`Product`}
          aria-invalid={error ? true : undefined}
          aria-describedby={id}
          autoComplete="off"
          value={text}
          onChange={(event) => onChange(key, event.target.value)}
        />
        <button
          type="button"
          className={`${fieldClasses.square} ${fieldClasses.delete}`}
          aria-label={t`Skip: ${name}`}
          onClick={() => onRemove(new Set([key]))}
        >
          <IconX size={20} stroke={1.75} aria-hidden="true" />
        </button>
      </div>
      <div id={id} className={lineClasses.understoodLine}>
        {error && (
          <span className={lineClasses.error}>
            <IconAlertTriangle size={18} stroke={1.75} aria-hidden="true" />
            {wrongText(error)}
          </span>
        )}
        {twice && (
          <span className={lineClasses.mark}>
            <IconCopy size={18} stroke={1.75} aria-hidden="true" />
            {becomes === '' ? (
              <Trans>already on the list</Trans>
            ) : (
              <Trans>already on the list: it becomes {becomes}</Trans>
            )}
          </span>
        )}
        {isBought && (
          <span className={lineClasses.mark}>
            <IconCopy size={18} stroke={1.75} aria-hidden="true" />
            <Trans>bought already: it is to buy again</Trans>
          </span>
        )}
        {!error && (
          <>
            {differs && <span className={lineClasses.understood}>{said.productName}</span>}
            <Chips said={said} unit={value.unit ?? 'pcs'} category={category} />
          </>
        )}
      </div>
    </li>
  )
})

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
