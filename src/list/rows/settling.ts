import { useCallback, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { type Clock, browserClock } from '../../lib/clock.ts'
import { useOpenList } from '../../sync/open-list.ts'
import { rowIdOf, watchMoves } from './row-moves.ts'

type Ids = ReadonlySet<string>

function isSame(a: Ids, b: Ids): boolean {
  return a.size === b.size && [...a].every((id) => b.has(id))
}

// Decision 126: rows move only while nobody touches the page.
/**
 * Decides when rows move into the basket and back. After a tick, made here or by somebody else, the row stays where it
 * is, struck. It moves ("settles") once no finger is on the screen and nobody has touched the page for `ms`
 * milliseconds, and a heading without rows leaves with its last one. An unticked row moves back in the same way if a row was touched just before, and otherwise at once.
 * `focusedRow`: returns the id of the row that has the keyboard's focus, which stays in place.
 */
export function createSettling(clock: Clock, ms = 5_000, focusedRow: () => string | null = () => null) {
  let ticked: Ids = new Set()
  let shown: Ids | null = null
  let isHeld = false
  let isRowTouched = false
  let stop: (() => void) | null = null
  const listeners = new Set<(moved: Ids) => void>()

  function show(next: Ids): void {
    const before = shown ?? next
    const moved = new Set([...next, ...before].filter((id) => !next.has(id) || !before.has(id)))
    shown = next
    for (const listener of listeners) listener(moved)
  }

  function wait(): void {
    stop?.()
    const isDue = shown !== null && !isSame(shown, ticked)
    stop = !isHeld && (isDue || isRowTouched) ? clock.after(ms, rest) : null
  }

  function rest(): void {
    stop = null
    isRowTouched = false
    const settled = shown ?? ticked
    const stays = focusedRow()
    const next = new Set([...ticked].filter((id) => id !== stays || settled.has(id)))
    if (stays !== null && settled.has(stays)) next.add(stays)
    if (!shown || !isSame(settled, next)) show(next)
    wait()
  }

  return {
    /**
     * Sets the ticked products. At the first call all of them are in the basket at once, later those that `isNew` says
     * were not on the list before.
     */
    update(now: Ids, isNew: (id: string) => boolean = () => false): void {
      ticked = now
      if (shown === null) return show(now)
      const added = [...now].filter((id) => !shown?.has(id) && isNew(id))
      const mayLeave = !isHeld && !isRowTouched
      const next = new Set([...[...shown].filter((id) => now.has(id) || !mayLeave), ...added])
      if (!isSame(next, shown)) show(next)
      wait()
    },
    /** A touch, a key press or a scroll restarts the pause. `inRow`: it was on a row. */
    touch(inRow = false): void {
      isRowTouched ||= inRow
      if (stop || inRow) wait()
    },
    /** Nothing moves while a finger is on the screen or a mouse button is down. */
    hold(held: boolean): void {
      isHeld = held
      wait()
    },
    /** Returns the products that stand in the basket. */
    basket: (): Ids => shown ?? ticked,
    /** `listener` gets the ids of the rows that move. */
    subscribe(listener: (moved: Ids) => void): () => void {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        stop?.()
        stop = null
      }
    },
  }
}

function tickedProducts(): Ids {
  const ticked = new Set<string>()
  for (const [id, { productStatus }] of useOpenList.getState().products) if (productStatus) ticked.add(id)
  return ticked
}

/** Returns which products of the open list stand in the basket; their rows move there by an animation. */
export function useSettling(clock: Clock = browserClock): Ids {
  const [settling] = useState(() => {
    const made = createSettling(clock, undefined, () =>
      rowIdOf(document.querySelector('[data-row] :focus-visible')),
    )
    made.update(tickedProducts())
    return made
  })
  const [moves] = useState(watchMoves)
  const subscribe = useCallback(
    (changed: () => void) =>
      settling.subscribe((moved) => {
        moves.before(moved)
        changed()
      }),
    [settling, moves],
  )
  const basket = useSyncExternalStore(subscribe, settling.basket)
  useLayoutEffect(() => moves.after())
  useEffect(() => {
    settling.update(tickedProducts())
    return useOpenList.subscribe((now, before) => {
      if (now.products !== before.products)
        settling.update(tickedProducts(), (id) => !before.products.has(id))
    })
  }, [settling])
  useEffect(() => {
    const listening = new AbortController()
    const options = { passive: true, capture: true, signal: listening.signal }
    const touch = ({ target }: Event) => settling.touch(rowIdOf(target) !== null)
    for (const type of ['pointerdown', 'keydown', 'scroll'] as const) addEventListener(type, touch, options)
    // Touch events, because the browser cancels the pointer of a finger that scrolls.
    for (const type of ['touchstart', 'touchend', 'touchcancel'] as const)
      addEventListener(type, ({ touches }) => settling.hold(touches.length > 0), options)
    for (const type of ['pointerdown', 'pointerup', 'pointercancel'] as const)
      addEventListener(
        type,
        ({ pointerType }) => {
          if (pointerType !== 'touch') settling.hold(type === 'pointerdown')
        },
        options,
      )
    return () => listening.abort()
  }, [settling])
  return basket
}
