import type { Language } from '../../core/text/language.ts'
import type { PushKind } from '../../core/product/push-kinds.ts'
import { cutText } from '../../core/text/cut.ts'
import { oneLine, type Say, sayIn } from '../base/say.ts'

/** What happened, for one reader. Texts of users are as they typed them. */
export interface PushNews {
  kind: PushKind
  listName: string
  /** the names of those who did it, without repetitions; at least one; '' for who shared a list and gave no name */
  actors: readonly string[]
  /** the names of the first added products, and how many were added; of kind 'done', how many a trip bought that has ended */
  products: readonly string[]
  amount: number
  /** where that trip was; '' if it is not known */
  shop?: string | undefined
  /** of kind 'trips': who is shopping where, one for each of `actors`; '' if the shop is not known */
  trips: readonly { name: string; shop: string }[]
  /** whether the reader may add products to the list */
  mayAdd: boolean
}

/** The texts of a notification. The service worker shows them as they are. */
export interface PushText {
  title: string
  body: string
  /** shown instead if somebody else is signed in on the device by now: names nobody */
  general: string
  actions: { action: 'add' | 'nothing'; title: string }[]
}

const mostShown = 60
export const mostProducts = 3

/** Cuts a text of a user so that a notification shows it whole, and its payload stays small. */
export function short(text: string): string {
  return cutText(oneLine(text), mostShown)
}

type Text = (news: PushNews, say: Say) => { title: string; body: string }
// A name of a person, a list or a shop stays as it was typed, so no sentence may ask for another form of it.

const texts: Record<PushKind, Text> = {
  shared: ({ actors, listName }, say) => ({
    title:
      actors.join('') === ''
        ? say('A list was shared with you')
        : say('{who} {count, plural, one {shared} other {shared}} a list with you', by(actors, say)),
    body: short(listName),
  }),
  trips: ({ trips, listName, mayAdd }, say) => ({
    title: [
      ...byShop(trips).map(({ names, shop }) =>
        shop === ''
          ? say('{who} {count, plural, one {is} other {are}} going shopping.', by(names, say))
          : say('{who} {count, plural, one {is} other {are}} at {shop}.', {
              ...by(names, say),
              shop: short(shop),
            }),
      ),
      ...(mayAdd ? [say('Anything?')] : []),
    ].join(' '),
    body: short(listName),
  }),
  added: ({ actors, listName, products, amount }, say) => ({
    title: say('{who} {count, plural, one {added} other {added}} to “{listName}”', {
      ...by(actors, say),
      listName: short(listName),
    }),
    body: namesOf(products, amount, say),
  }),
  done: ({ actors, listName, amount, shop = '' }, say) => {
    const values = { ...by(actors, say), amount, shop: short(shop), listName: short(listName) }
    if (amount === 0)
      return {
        title: say('Everything on “{listName}” is bought', values),
        body: say('{who} finished the list', values),
      }
    return {
      title:
        shop === ''
          ? say('{who} finished shopping: {amount, plural, one {# thing} other {# things}}', values)
          : say(
              '{who} finished shopping at {shop}: {amount, plural, one {# thing} other {# things}}',
              values,
            ),
      body: short(listName),
    }
  },
}

export function pushText(language: Language, news: PushNews): PushText {
  const say = sayIn(language)
  const asks = news.kind === 'trips' && news.mayAdd
  return {
    ...texts[news.kind](news, say),
    general: say('There is news on a shopping list'),
    actions: asks
      ? [
          { action: 'add', title: say('Add something') },
          { action: 'nothing', title: say('Nothing') },
        ]
      : [],
  }
}

/** Returns who is in which shop: a sentence each, or one without shops where there are more than two. */
function byShop(trips: PushNews['trips']): { names: string[]; shop: string }[] {
  const shops = Map.groupBy(trips, ({ shop }) => shop)
  if (shops.size > 2) return [{ names: trips.map(({ name }) => name), shop: '' }]
  return [...shops].map(([shop, some]) => ({ names: some.map(({ name }) => name), shop }))
}

/** Returns who did it, and how many they are. */
function by([first = '', second, ...others]: readonly string[], say: Say): { who: string; count: number } {
  if (second === undefined) return { who: short(first), count: 1 }
  const values = { first: short(first), second: short(second) }
  const who = others.length === 0 ? say('{first} and {second}', values) : say('{first} and others', values)
  return { who, count: others.length + 2 }
}

function namesOf(products: readonly string[], amount: number, say: Say): string {
  const names = products.map(short).join(', ')
  const left = amount - products.length
  return left <= 0 ? names : say('{names} and {left} more', { names, left })
}
