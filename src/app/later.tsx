import { type ComponentType, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { whenIdle } from './idle.ts'
import { notify } from '../state/notices.ts'
import { loadTexts } from '../texts/i18n.ts'
import { texts } from '../texts/texts.ts'

/** Code loaded lazily from a chunk of its own, once for all components that use it. */
interface Late<T> {
  load: () => Promise<T>
  /** null until it is loaded */
  code: T | null
}

export function late<T>(load: () => Promise<T>): Late<T> {
  return { load, code: null }
}

/**
 * Loads the code when it is `needed`, or with `early` as soon as the page is idle. Null until then. If loading
 * fails, the next change of `needed` tries again.
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
        // A dialog that fails to load shows nothing itself, so the press that asked for it gets a notice.
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

/** A lazy part of the app may show any text. */
function lateWithTexts<P>(load: Load<P>): Late<ComponentType<P>> {
  return late(async () => (await Promise.all([load(), loadTexts('all')]))[0])
}

/** A lazy dialog or panel that the page can be used without; nothing renders until its code is loaded. */
export function later<P extends object>(load: Load<P>): ComponentType<P> {
  const part = lateWithTexts(load)
  return function Later(props: P) {
    const Part = useLate(part, 'opened' in props && props.opened === true, true)
    return Part && <Part {...props} />
  }
}

/**
 * A button that opens something lazy. Until that code is loaded `Button` stands in for it; its focus and a
 * press are passed on.
 */
export function laterMenu<P extends object>(load: Load<P>, Button: ComponentType<P>): ComponentType<P> {
  const part = lateWithTexts(load)
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
      // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the real button replaces the stand-in
    }, [ready])
    return (
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- listens to the button inside
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
