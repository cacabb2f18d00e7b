import { useLingui } from '@lingui/react/macro'
import { IconPlus } from '@tabler/icons-react'
import { useRef } from 'react'
import classes from './empty-list.module.css'
import { addStaple } from './staples.ts'

/** Chips that each add a staple; the focus then moves to the next chip. `onDone`: called after the last one. */
export function StapleChips({ names, onDone }: { names: readonly string[]; onDone: () => void }) {
  const { t } = useLingui()
  // The user may press a second time before the chip disappears.
  const pressed = useRef(new Set<string>())

  async function add(name: string, button: HTMLButtonElement) {
    if (pressed.current.has(name)) return
    pressed.current.add(name)
    const item = button.closest('li')
    const next = (item?.nextElementSibling ?? item?.previousElementSibling)?.querySelector('button')
    const added = await addStaple(name)
    pressed.current.delete(name)
    // The chip disappears and would lose the focus.
    if (added && (document.activeElement === button || document.activeElement === document.body))
      if (next) next.focus()
      else onDone()
  }
  return (
    <ul className={classes.staples} aria-label={t`Often bought`}>
      {names.map((name) => (
        <li key={name}>
          <button
            type="button"
            className={classes.staple}
            aria-label={t`Add: ${name}`}
            onClick={({ currentTarget }) => void add(name, currentTarget)}
          >
            <IconPlus size={18} stroke={2} aria-hidden="true" />
            {name}
          </button>
        </li>
      ))}
    </ul>
  )
}
