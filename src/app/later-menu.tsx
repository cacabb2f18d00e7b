import { type ComponentType, useLayoutEffect, useRef, useState } from 'react'
import { lateWithTexts, type Load, useLate } from './later.tsx'

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
