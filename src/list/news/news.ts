import { create } from 'zustand'
import type { News } from '../../state/lists/open-list.ts'
import { addUp } from './news-text.ts'

interface Line {
  /** the news shown; empty: the line is hidden */
  news: readonly News[]
  /** ids of added products that are out of view; the line offers to scroll to them */
  unseen: readonly string[]
}

const nothing: Line = { news: [], unseen: [] }

/** The line that says what others just did to the open list. */
export const useNewsLine = create<Line>(() => nothing)

/** How long, in ms, the line stays after the last news; longer if it has a button. */
const staysMs = 5_000
const offerStaysMs = 8_000
let timer: ReturnType<typeof setTimeout> | undefined

export function tellNews(news: readonly News[]): void {
  const before = useNewsLine.getState()
  const all = addUp(before.news, news)
  // Keep the earlier products out of view only if the line still reports them.
  useNewsLine.setState({ news: all, unseen: all.length > news.length ? before.unseen : [] })
  releaseNews()
}

/** Offers to scroll to those of these products that the line reports now. */
export function offerUnseen(ids: readonly string[]): void {
  const { news, unseen } = useNewsLine.getState()
  const said = ids.filter((id) => news.some((one) => one.id === id))
  if (said.length === 0) return
  useNewsLine.setState({ unseen: [...unseen, ...said] })
  releaseNews()
}

/** Stops the timer: the line stays while the pointer or the focus is on its button. */
export function holdNews(): void {
  clearTimeout(timer)
}

/** Starts the timer anew. */
export function releaseNews(): void {
  const { unseen } = useNewsLine.getState()
  clearTimeout(timer)
  timer = setTimeout(clearNews, unseen.length > 0 ? offerStaysMs : staysMs)
}

export function clearNews(): void {
  clearTimeout(timer)
  useNewsLine.setState(nothing)
}
