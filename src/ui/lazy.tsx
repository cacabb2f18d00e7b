import {
  type ComponentType,
  lazy,
  type RefObject,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { whenIdle } from '../lib/idle.ts'
import { notify } from './notices.ts'
import { loadTexts } from '../texts/i18n.ts'
import { texts } from '../texts/texts.ts'

/** Waits for the code together with all texts, since it may show any of them. */
export async function withTexts<M>(code: Promise<M>): Promise<M> {
  return (await Promise.all([code, loadTexts('all')]))[0]
}

/**
 * A script that a page can be shown without: its menus and dialogs, what drags its rows. It is loaded once the page is
 * idle, or when the user presses for it. A load that failed is tried again with the next press, and as soon as there is
 * a network.
 */
export function lazyScript<M extends object>(importScript: () => Promise<M>) {
  let code: M | null = null
  let loading: Promise<M> | null = null
  let arrived: (code: M) => void
  // React.lazy remembers a failure for ever, so it waits for the first load that succeeds.
  const arrival = new Promise<M>((resolve) => (arrived = resolve))

  function load(): Promise<M> {
    loading ??= importScript().then(
      (script) => {
        arrived((code = script))
        return script
      },
      (error: unknown) => {
        loading = null
        addEventListener('online', loadQuietly, { once: true })
        throw error
      },
    )
    return loading
  }

  const loadQuietly = () => void load().catch(() => undefined)
  const loadForUser = () => void load().catch(() => notify('error', texts.noConnection))

  type Picker<P> = (script: M) => ComponentType<P>

  /** Returns how to get the component: at once if the script is here, otherwise by React.lazy. */
  function getterOf<P>(pick: Picker<P>): () => ComponentType<P> {
    const Late = lazy(async () => ({ default: pick(await arrival) as ComponentType<unknown> }))
    return () => (code ? pick(code) : (Late as ComponentType<P>))
  }

  /** Returns a dialog or panel. Until its code is here, `Place` stands in for it, which keeps its place free. */
  function overlay<P extends object>(pick: Picker<P>, Place?: ComponentType<P>): ComponentType<P> {
    const get = getterOf(pick)
    return function Overlay(props: P) {
      const [Part, setPart] = useState<ComponentType<P> | null>(() => (code ? get() : null))
      const isOpened = 'opened' in props && props.opened === true
      const isHere = Part !== null
      useEffect(() => {
        if (isHere && !isOpened) return
        const show = () => setPart((there: ComponentType<P> | null) => there ?? get())
        if (!isOpened)
          return whenIdle(() => {
            loadQuietly()
            show()
          })
        loadForUser()
        show()
      }, [isHere, isOpened])
      const place = Place ? <Place {...props} /> : null
      return Part ? (
        <Suspense fallback={place}>
          <Part {...props} />
        </Suspense>
      ) : (
        place
      )
    }
  }

  /** Returns a button with a menu. Until its code is here, `Button` stands in for it, and a press is passed on. */
  function menu<P extends object>(pick: Picker<P>, Button: ComponentType<P>): ComponentType<P> {
    const get = getterOf(pick)
    return function LazyMenu(props: P) {
      const [Menu, setMenu] = useState<ComponentType<P> | null>(() => (code ? get() : null))
      const [isPressed, setPressed] = useState(false)
      const root = useRef<HTMLSpanElement>(null)
      useEffect(() => {
        // Not while it is held down or has the focus: both would be lost with it.
        const replace = () => {
          if (!root.current?.querySelector(':active, :focus'))
            setMenu((there: ComponentType<P> | null) => there ?? get())
        }
        return whenIdle(() => void load().then(replace, () => undefined))
      }, [])
      const press = () => {
        loadForUser()
        if (Menu) return
        setPressed(true)
        setMenu(() => get())
      }
      return (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- listens to the button inside
        <span ref={root} style={{ display: 'contents' }} onClick={press}>
          {Menu ? (
            <Suspense fallback={<Button {...props} />}>
              <Menu {...props} />
              {isPressed && <PressOnce root={root} />}
            </Suspense>
          ) : (
            <Button {...props} />
          )}
        </span>
      )
    }
  }

  return { load, code: () => code, overlay, menu }
}

/** Passes the press that the stand-in got on to the button that replaced it. */
function PressOnce({ root }: { root: RefObject<HTMLElement | null> }) {
  useLayoutEffect(() => {
    const button = root.current?.querySelector<HTMLElement>('button')
    button?.focus()
    button?.click()
  }, [root])
  return null
}
