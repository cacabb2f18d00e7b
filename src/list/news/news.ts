import { create } from 'zustand'
import type { News } from '../../state/lists/open-list.ts'
import { addUp } from './news-text.ts'

interface Line {
  /** what it says; nothing: it is not there */
  news: readonly News[]
  /** products among them that were added out of view: it offers to go there */
  unseen: readonly string[]
}

const nothing: Line = { news: [], unseen: [] }

/** The one line that says what others just did to the open list. */
export const useNewsLine = create<Line>(() => nothing)

/** How long it stays after the last news. With an offer to press it stays longer. */
const staysMs = 5_000
const offerStaysMs = 8_000
let timer: ReturnType<typeof setTimeout> | undefined

export function tellNews(news: readonly News[]): void {
  const before = useNewsLine.getState()
  const all = addUp(before.news, news)
  // What was out of view before is offered on only while the line still says it.
  useNewsLine.setState({ news: all, unseen: all.length > news.length ? before.unseen : [] })
  releaseNews()
}

/** Offers to go to these. They are told already. */
export function offerUnseen(ids: readonly string[]): void {
  const { news, unseen } = useNewsLine.getState()
  const said = ids.filter((id) => news.some((one) => one.id === id))
  if (said.length === 0) return
  useNewsLine.setState({ unseen: [...unseen, ...said] })
  releaseNews()
}

/** It stays while the pointer or the focus is on it. */
export function holdNews(): void {
  clearTimeout(timer)
}

/** Lets the whole time pass once more. */
export function releaseNews(): void {
  const { unseen } = useNewsLine.getState()
  clearTimeout(timer)
  timer = setTimeout(clearNews, unseen.length > 0 ? offerStaysMs : staysMs)
}

export function clearNews(): void {
  clearTimeout(timer)
  useNewsLine.setState(nothing)
}
