import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { noNews, useListUi } from '../state/ui.ts'
import type { Row } from '../../../core/contract/shapes.ts'
import { type News, newsOf } from '../../sync/news.ts'
import { shortName } from '../../../core/text/person-name.ts'

/** How long, in ms, the line stays after the last news; longer if it has a button. */
const staysMs = 5_000
const offerStaysMs = 8_000
let timer: ReturnType<typeof setTimeout> | undefined

export function tellNews(news: readonly News[]): void {
  const before = useListUi.getState().newsLine
  const all = addUp(before.news, news)
  // Keep the earlier products out of view only if the line still reports them.
  useListUi.setState({
    newsLine: { news: all, unseen: all.length > news.length ? before.unseen : [] },
  })
  releaseNews()
}

/** Offers to scroll to those of these products that the line reports now. */
export function offerUnseen(ids: readonly string[]): void {
  const { news, unseen } = useListUi.getState().newsLine
  const shown = ids.filter((id) => news.some((one) => one.id === id))
  if (shown.length === 0) return
  useListUi.setState({ newsLine: { news, unseen: [...unseen, ...shown] } })
  releaseNews()
}

/** Stops the timer: the line stays while the pointer or the focus is on its button. */
export function holdNews(): void {
  clearTimeout(timer)
}

/** Starts the timer anew. */
export function releaseNews(): void {
  const { unseen } = useListUi.getState().newsLine
  clearTimeout(timer)
  timer = setTimeout(clearNews, unseen.length > 0 ? offerStaysMs : staysMs)
}

export function clearNews(): void {
  clearTimeout(timer)
  useListUi.setState({ newsLine: noNews })
}

type Who = Pick<News, 'by' | 'own'>

const isSameWho = (a: Who, b: Who) => a.by === b.by && a.own === b.own

/** Returns whether one sentence with a number can report both. */
const isAlike = (a: News, b: News) => a.what === b.what && isSameWho(a, b)

/**
 * Returns the news to show next. News of the same kind and person as everything shown now is added to it; any other
 * news replaces it.
 */
function addUp(shown: readonly News[], news: readonly News[]): readonly News[] {
  const [first] = shown
  if (!first || ![...shown, ...news].every((one) => isAlike(one, first))) return news
  const ids = new Set(news.map(({ id }) => id))
  return [...shown.filter(({ id }) => !ids.has(id)), ...news]
}

/** Returns one sentence about what others did to the list. */
export function newsText(news: readonly News[]): MessageDescriptor {
  const [first] = news
  const count = news.length
  if (!first) return somebodyMany(count)
  const { what, by, own, name } = first
  if (what === 'finished') return finishedText(first)
  if (count === 1) return own ? texts[what].own(name) : texts[what].one(shortName(by), name)
  const isOne = news.every((one) => isSameWho(one, first))
  if (isOne && own) return ownMany(count)
  if (!isOne || by === '') return somebodyMany(count)
  const kinds = Map.groupBy(news, (one) => one.what)
  // Of 13 ticks and a new price, the ticks are the news.
  const [most, alike] = [...kinds].find(([, { length }]) => length > count / 2) ?? ['changed' as const, news]
  return texts[most === 'finished' ? 'changed' : most].many(shortName(by), alike.length)
}

function finishedText({ by, own, name: shop, count = 0 }: News): MessageDescriptor {
  const who = shortName(by)
  if (own || who === '')
    return msg`Shopping finished: ${plural(count, { one: '# thing', other: '# things' })}`
  return shop === ''
    ? msg`${who} finished shopping: ${plural(count, { one: '# thing', other: '# things' })}`
    : msg`${who} finished shopping at ${shop}: ${plural(count, { one: '# thing', other: '# things' })}`
}

/** Returns why a list is empty: the trip that ended last, or that all of it is gone; null for a list never used. */
export function emptiedText(rows: Iterable<Row>): MessageDescriptor | null {
  const gone = [...rows].filter(({ deleted }) => deleted).toSorted((a, b) => b.ver - a.ver)
  const [end] = newsOf(gone.map((row) => [row, undefined] as const)).filter(({ what }) => what === 'finished')
  if (end) return newsText([end])
  return gone.length > 0 ? msg`Nothing left to buy` : null
}

interface Texts {
  /** `who` is '' if the row does not tell who did it */
  one: (who: string, name: string) => MessageDescriptor
  many: (who: string, count: number) => MessageDescriptor
  own: (name: string) => MessageDescriptor
}

const texts: Record<Exclude<News['what'], 'finished'>, Texts> = {
  added: {
    one: (who, name) => (who ? msg`${who} added ${name}` : msg`Somebody added: ${name}`),
    many: (who, count) =>
      msg`${plural(count, { one: `${who} added # product`, other: `${who} added # products` })}`,
    own: (name) => msg`Added on your other device: ${name}`,
  },
  bought: {
    one: (who, name) => (who ? msg`${who} ticked ${name}` : msg`Somebody bought: ${name}`),
    many: (who, count) =>
      msg`${plural(count, { one: `${who} ticked # product`, other: `${who} ticked # products` })}`,
    own: (name) => msg`Ticked on your other device: ${name}`,
  },
  unbought: {
    one: (who, name) => (who ? msg`${who} unticked ${name}` : msg`Somebody unticked: ${name}`),
    many: (who, count) =>
      msg`${plural(count, { one: `${who} unticked # product`, other: `${who} unticked # products` })}`,
    own: (name) => msg`Unticked on your other device: ${name}`,
  },
  deleted: {
    one: (who, name) => (who ? msg`${who} deleted ${name}` : msg`Somebody deleted: ${name}`),
    many: (who, count) =>
      msg`${plural(count, { one: `${who} deleted # product`, other: `${who} deleted # products` })}`,
    own: (name) => msg`Deleted on your other device: ${name}`,
  },
  changed: {
    one: (who, name) => (who ? msg`${who} changed ${name}` : msg`Somebody changed: ${name}`),
    many: (who, count) =>
      msg`${plural(count, { one: `${who} changed # product`, other: `${who} changed # products` })}`,
    own: (name) => msg`Changed on your other device: ${name}`,
  },
}

function somebodyMany(count: number): MessageDescriptor {
  return msg`${plural(count, { one: 'Somebody changed # product', other: 'Somebody changed # products' })}`
}

function ownMany(count: number): MessageDescriptor {
  return msg`${plural(count, {
    one: 'Your other device changed # product',
    other: 'Your other device changed # products',
  })}`
}
