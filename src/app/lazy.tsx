import { type ComponentType, useEffect, useState, useLayoutEffect, useRef } from 'react'
import { whenIdle } from './idle.ts'
import { notify } from '../state/notices.ts'
import { loadTexts } from '../texts/i18n.ts'
import { texts } from '../texts/texts.ts'

/** Code that is loaded lazily from its own chunk, once for all components that use it. */
export interface Late<T> {
  load: () => Promise<T>
  /** null until it is loaded */
  code: T | null
}

export function late<T>(load: () => Promise<T>): Late<T> {
  let loading: Promise<T> | null = null
  const begin = async () => {
    try {
      return (part.code = await load())
    } catch (error) {
      loading = null
      throw error
    }
  }
  // Concurrent callers share one `import`, because the bundler's second `import` of a file does not wait for its style
  // sheet.
  const part: Late<T> = { code: null, load: () => (loading ??= begin()) }
  return part
}

/**
 * Returns the code once it is loaded, null until then. Loads it when it is `needed`, or with `early` as soon as the
 * page is idle. If loading fails, the next change of `needed` tries again. Without `early` it also tries again when
 * there is a network.
 */
export function useLate<T>(part: Late<T>, needed: unknown, early = false): T | null {
  const [code, setCode] = useState<T | null>(() => part.code)
  useEffect(() => {
    if (code || !(needed || early)) return
    let over = false
    const take = () =>
      void part.load().then(
        (found) => {
          if (!over) setCode(() => found)
        },
        () => {
          if (over || !needed) return
          // A dialog that fails to load shows nothing itself, so the user who pressed for it gets a notice.
          if (early) notify('error', texts.noConnection)
          // A part of the page appears when there is a network again.
          else addEventListener('online', take, { once: true })
        },
      )
    const stop = needed ? take() : whenIdle(take)
    return () => {
      over = true
      removeEventListener('online', take)
      stop?.()
    }
  }, [code, part, needed, early])
  return code
}

export type Load<P> = () => Promise<ComponentType<P>>

/** Loads a lazy part of the app together with all texts, since it may show any of them. */
function lateWithTexts<P>(load: Load<P>): Late<ComponentType<P>> {
  return late(async () => (await Promise.all([load(), loadTexts('all')]))[0])
}

/**
 * Returns a lazy dialog or panel that the page can work without. Until its code is loaded `Place` stands in for it, which
 * keeps its place on the page free; nothing does without one.
 */
export function later<P extends object>(load: Load<P>, Place?: ComponentType<P>): ComponentType<P> {
  const part = lateWithTexts(load)
  return function Later(props: P) {
    const Part = useLate(part, 'opened' in props && props.opened === true, true) ?? Place
    return Part ? <Part {...props} /> : null
  }
}

/**
 * Returns a part of a page that appears as soon as its code is loaded; if `fetch` was called early enough, in the first
 * render. Its texts are those of the lists, see locales/parts.ts.
 */
export function soon<P extends object>(
  load: Load<P>,
): ComponentType<P> & { fetch: () => void; isHere: () => boolean } {
  const part = late(load)
  function Soon(props: P) {
    const Part = useLate(part, true)
    // oxlint-disable-next-line react-hooks/static-components -- it is loaded once, not made here
    return Part && <Part {...props} />
  }
  const fetch = () => void part.load().catch(() => undefined) // the component tries again when it is shown
  return Object.assign(Soon, { fetch, isHere: () => part.code !== null })
}

/**
 * Returns a button whose code is loaded lazily. Until then `Button` stands in for it, and its focus and a press are
 * passed on. The stand-in stays while a pointer or the space bar is down on it: browsers fire no click if the pressed
 * button was replaced before the release.
 */
export function laterMenu<P extends object>(load: Load<P>, Button: ComponentType<P>): ComponentType<P> {
  const part = lateWithTexts(load)
  return function LaterMenu(props: P) {
    const [pressed, setPressed] = useState(0)
    const [held, setHeld] = useState(false)
    const loaded = useLate(part, pressed, true)
    const Part = held ? null : loaded
    const root = useRef<HTMLSpanElement>(null)
    // Read while the stand-in is still on the page.
    const focused = root.current?.contains(document.activeElement)
    const ready = Part !== null
    useLayoutEffect(() => {
      const real = root.current?.querySelector<HTMLElement>('button')
      if (!ready || !real) return
      if (focused || pressed > 0) real.focus()
      if (pressed > 0) real.click()
      // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the real button replaces the stand-in
    }, [ready])
    const hold = () => setHeld(!ready)
    const letGo = () => setHeld(false)
    return (
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- listens to the button inside
      <span
        ref={root}
        style={{ display: 'contents' }}
        onPointerDown={hold}
        onPointerLeave={letGo} // a lifted touch leaves too; its click comes after that
        onKeyDown={({ key }) => key === ' ' && hold()}
        onClick={() => {
          letGo()
          if (!ready) setPressed((before) => before + 1)
        }}
      >
        {Part ? <Part {...props} /> : <Button {...props} />}
      </span>
    )
  }
}
