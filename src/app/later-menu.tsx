import { type ComponentType, useLayoutEffect, useRef, useState } from 'react'
import { lateWithTexts, type Load, useLate } from './later.tsx'

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
