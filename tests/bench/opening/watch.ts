declare global {
  interface Window {
    benchSeen: Seen
  }
}

/** What a page notes about its own opening, in ms by its own clock, from the beginning of the navigation. */
export interface Seen {
  fcp: number
  lcp: number
  tasks: { start: number; ms: number }[]
  /** where to press, since what is waited for was drawn */
  spot: { there: number; x: number; y: number } | null
  /** when the press had its effect and that was drawn */
  acts: number
}

/** Runs in the page before all else, and looks with every frame, so that no call from outside is waited for. */
export function watchOpening(wanted: string): void {
  const seen: Seen = { fcp: 0, lcp: 0, tasks: [], spot: null, acts: 0 }
  window.benchSeen = seen
  const observe = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.fcp = startTime
  })
  observe('largest-contentful-paint', ({ startTime }) => (seen.lcp = startTime))
  observe('longtask', ({ startTime, duration }) => seen.tasks.push({ start: startTime, ms: duration }))

  // The message arrives after the frame's scripts, style, layout and paint.
  const { port1, port2 } = new MessageChannel()
  let whenDrawn: () => void = () => undefined
  port1.addEventListener('message', () => whenDrawn())
  port1.start()
  const afterFrame = (run: () => void) => {
    whenDrawn = run
    port2.postMessage(null)
  }

  const input = () => document.querySelector<HTMLInputElement>(wanted)
  const state = () => (input()?.type === 'checkbox' ? input()?.checked : input()?.value)
  let before: ReturnType<typeof state>
  /** The middle of the element, once it is there and nothing lies over it. */
  const look = () => {
    const element = input()
    const { left = 0, top = 0, width = 0, height = 0 } = element?.getBoundingClientRect() ?? {}
    const [x, y] = [left + width / 2, top + height / 2]
    const hit = element && document.elementFromPoint(x, y)
    if (!hit || !(element.contains(hit) || hit.contains(element))) return void requestAnimationFrame(look)
    before = state()
    afterFrame(() => {
      seen.spot = { there: performance.now(), x, y }
      requestAnimationFrame(lookForEffect)
    })
  }
  const lookForEffect = () => {
    if (state() === before || !input()) return void requestAnimationFrame(lookForEffect)
    afterFrame(() => (seen.acts = performance.now()))
  }
  if (wanted) requestAnimationFrame(look)
}
