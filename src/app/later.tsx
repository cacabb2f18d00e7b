import { type ComponentType, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { whenIdle } from './idle.ts'
import { notify } from '../state/notices.ts'
import { texts } from '../texts/texts.ts'

type Load<P> = () => Promise<ComponentType<P>>

/** The part, once its code is here: when the page is idle, or at once when it is `wanted` before, so many times. */
function usePart<P>(load: Load<P>, loaded: { part: ComponentType<P> | null }, wanted: number) {
  const [Part, setPart] = useState<ComponentType<P> | null>(() => loaded.part)
  useEffect(() => {
    if (Part) return
    let over = false
    const take = () =>
      void load().then(
        (part) => {
          loaded.part = part
          if (!over) setPart(() => part)
        },
        // Asked for again by the next press.
        () => wanted > 0 && !over && notify('error', texts.noConnection),
      )
    const stop = wanted > 0 ? take() : whenIdle(take)
    return () => {
      over = true
      stop?.()
    }
  }, [Part, load, loaded, wanted])
  return Part
}

/** A dialog or panel that a page can be used without; until its code is here nothing is drawn. */
export function later<P extends object>(load: Load<P>): ComponentType<P> {
  const loaded = { part: null }
  return function Later(props: P) {
    const Part = usePart(load, loaded, Number('opened' in props && props.opened === true))
    return Part && <Part {...props} />
  }
}

/**
 * A button with something to open. Until the code of that is here `Button` stands in for it; the focus and a
 * press are handed on.
 */
export function laterMenu<P extends object>(load: Load<P>, Button: ComponentType<P>): ComponentType<P> {
  const loaded = { part: null }
  return function LaterMenu(props: P) {
    const [pressed, setPressed] = useState(0)
    const Part = usePart(load, loaded, pressed)
    const root = useRef<HTMLSpanElement>(null)
    const focused = useRef(false)
    const ready = Part !== null
    useLayoutEffect(() => {
      const real = root.current?.querySelector<HTMLElement>('button')
      if (!ready || !real) return
      if (focused.current || pressed > 0) real.focus()
      if (pressed > 0) real.click()
      // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when it takes the place of the other
    }, [ready])
    return (
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- hears the button inside
      <span
        ref={root}
        style={{ display: 'contents' }}
        onClick={() => !ready && setPressed((before) => before + 1)}
        onFocus={() => {
          focused.current = !ready
        }}
        onBlur={() => {
          focused.current = false
        }}
      >
        {Part ? <Part {...props} /> : <Button {...props} />}
      </span>
    )
  }
}
