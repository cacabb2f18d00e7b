import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import lineClasses from '../add/pasted-lines.module.css'

export interface Rest {
  key: number
  text: string
}

interface RestOfRecipeProps {
  rest: readonly Rest[]
  onAdd: (key: number, text: string) => void
}

/** Says how many lines of a recipe became no product, shows them, and adds one after all. */
export function RestOfRecipe({ rest, onAdd }: RestOfRecipeProps) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  if (rest.length === 0) return null

  // The pressed button goes away, so the focus must move: to the next one, or to the line that was added.
  function add(at: number, { key, text }: Rest) {
    const dialog = list.current?.closest('[role="dialog"]')
    flushSync(() => onAdd(key, text))
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('button') ?? [])]
    const boxes = [...(dialog?.querySelectorAll<HTMLElement>('input[type="checkbox"]') ?? [])]
    const next = buttons[Math.min(at, buttons.length - 1)] ?? boxes.at(-1)
    next?.focus()
  }
  return (
    <section>
      <Group justify="space-between" wrap="nowrap" gap="sm" mt="xs">
        <span>
          <Plural
            value={rest.length}
            one="# line of the recipe was left out"
            other="# lines of the recipe were left out"
          />
        </span>
        <Button variant="subtle" flex="none" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? <Trans>Hide</Trans> : <Trans>Show</Trans>}
        </Button>
      </Group>
      {open && (
        <ul ref={list} className={lineClasses.lines} aria-label={t`Lines that were left out`}>
          {rest.map((one, i) => (
            <li key={one.key} className={lineClasses.rest}>
              <span>{one.text}</span>
              <Button
                variant="subtle"
                flex="none"
                aria-label={t`Add: ${one.text}`}
                onClick={() => add(i, one)}
              >
                <Trans>Add</Trans>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
