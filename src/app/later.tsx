import { type ComponentType, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { whenIdle } from './idle.ts'
import { notify } from '../state/notices.ts'
import { texts } from '../texts/texts.ts'

/** Code that comes late, from a file of its own; once for everybody who uses it. */
interface Late<T> {
  load: () => Promise<T>
  /** null until it is here */
  code: T | null
}

export function late<T>(load: () => Promise<T>): Late<T> {
  return { load, code: null }
}

/**
 * The code, once it is here: from the moment when it is `needed`, or with `early` as soon as the page is idle. Where
 * it cannot be had, the next change of `needed` tries again.
 */
export function useLate<T>(part: Late<T>, needed: unknown, early = false): T | null {
  const [code, setCode] = useState<T | null>(() => part.code)
  useEffect(() => {
    if (code || !(needed || early)) return
    let over = false
    const take = () =>
      void part.load().then(
        (found) => {
          part.code = found
          if (!over) setCode(() => found)
        },
        // What lies over a page says nothing of itself; a press is answered.
        () => early && needed && !over && notify('error', texts.noConnection),
      )
    const stop = needed ? take() : whenIdle(take)
    return () => {
      over = true
      stop?.()
    }
  }, [code, part, needed, early])
  return code
}

type Load<P> = () => Promise<ComponentType<P>>

/** A dialog or panel that a page can be used without; until its code is here nothing is drawn. */
export function later<P extends object>(load: Load<P>): ComponentType<P> {
  const part = late(load)
  return function Later(props: P) {
    const Part = useLate(part, 'opened' in props && props.opened === true, true)
    return Part && <Part {...props} />
  }
}

/**
 * A button with something to open. Until the code of that is here `Button` stands in for it; the focus and a
 * press are handed on.
 */
export function laterMenu<P extends object>(load: Load<P>, Button: ComponentType<P>): ComponentType<P> {
  const part = late(load)
  return function LaterMenu(props: P) {
    const [pressed, setPressed] = useState(0)
    const Part = useLate(part, pressed, true)
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
