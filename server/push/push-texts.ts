import type { Language } from '../../core/product/entities.ts'
import type { PushKind } from '../../core/product/push-kinds.ts'
import { cutText } from '../../core/text/cut.ts'
import { oneLine, quotedIn } from '../mail/mail-texts.ts'

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

type Texts = Record<PushKind, (news: PushNews) => { title: string; body: string }>
// A name of a person, a list or a shop stays as it was typed, so no sentence may ask for another form of it.

const texts: Record<Language, Texts> = {
  en: {
    shared: ({ actors, listName }) => ({
      title:
        actors.join('') === '' ? 'A list was shared with you' : `${who('en', actors)} shared a list with you`,
      body: short(listName),
    }),
    trips: ({ trips, listName, mayAdd }) => ({
      title: [
        ...byShop(trips).map(
          ({ names, shop }) =>
            `${who('en', names)} ${names.length > 1 ? 'are' : 'is'} ${shop === '' ? 'going shopping' : `at ${short(shop)}`}.`,
        ),
        ...(mayAdd ? ['Anything?'] : []),
      ].join(' '),
      body: short(listName),
    }),
    added: ({ actors, listName, products, amount }) => ({
      title: `${who('en', actors)} added to ${quotedIn('en', short(listName))}`,
      body: namesOf('en', products, amount),
    }),
    done: ({ actors, listName, amount, shop = '' }) =>
      amount > 0
        ? {
            title: `${who('en', actors)} finished shopping${shop === '' ? '' : ` at ${short(shop)}`}: ${amount} ${amount === 1 ? 'thing' : 'things'}`,
            body: short(listName),
          }
        : {
            title: `Everything on ${quotedIn('en', short(listName))} is bought`,
            body: `${who('en', actors)} finished the list`,
          },
  },
  pl: {
    shared: ({ actors, listName }) => ({
      title:
        actors.join('') === ''
          ? 'Udostępniono Ci listę'
          : `${who('pl', actors)} ${actors.length > 1 ? 'udostępniają' : 'udostępnia'} Ci listę`,
      body: short(listName),
    }),
    trips: ({ trips, listName, mayAdd }) => ({
      title: [
        ...byShop(trips).map(({ names, shop }) => {
          const isOne = names.length === 1
          if (shop === '') return `${who('pl', names)} ${isOne ? 'idzie' : 'idą'} na zakupy.`
          return `${who('pl', names)} ${isOne ? 'robi' : 'robią'} zakupy: ${short(shop)}.`
        }),
        ...(mayAdd ? ['Coś dopisać?'] : []),
      ].join(' '),
      body: short(listName),
    }),
    added: ({ actors, listName, products, amount }) => ({
      title: `${who('pl', actors)} ${actors.length > 1 ? 'dopisują' : 'dopisuje'} do listy ${quotedIn('pl', short(listName))}`,
      body: namesOf('pl', products, amount),
    }),
    done: ({ actors, listName, amount, shop = '' }) =>
      amount > 0
        ? {
            title: `${who('pl', actors)} kończy zakupy${shop === '' ? '' : ` w sklepie ${short(shop)}`}: ${amount} ${things(amount)}`,
            body: short(listName),
          }
        : {
            title: `Wszystko z listy ${quotedIn('pl', short(listName))} jest kupione`,
            body: `Na liście nic już nie zostało (${who('pl', actors)})`,
          },
  },
}

/** '1 rzecz', '3 rzeczy' */
const things = (amount: number) => (amount === 1 ? 'rzecz' : 'rzeczy')

const general: Record<Language, string> = {
  en: 'There is news on a shopping list',
  pl: 'Na liście zakupów jest coś nowego',
}

const actions: Record<Language, PushText['actions']> = {
  en: [
    { action: 'add', title: 'Add something' },
    { action: 'nothing', title: 'Nothing' },
  ],
  pl: [
    { action: 'add', title: 'Dopisz coś' },
    { action: 'nothing', title: 'Nic' },
  ],
}

export function pushText(language: Language, news: PushNews): PushText {
  return {
    ...texts[language][news.kind](news),
    general: general[language],
    actions: news.kind === 'trips' && news.mayAdd ? actions[language] : [],
  }
}

/** Returns who is in which shop: a sentence each, or one without shops where there are more than two. */
function byShop(trips: PushNews['trips']): { names: string[]; shop: string }[] {
  const shops = Map.groupBy(trips, ({ shop }) => shop)
  if (shops.size > 2) return [{ names: trips.map(({ name }) => name), shop: '' }]
  return [...shops].map(([shop, some]) => ({ names: some.map(({ name }) => name), shop }))
}

function who(language: Language, [first = '', second, ...others]: readonly string[]): string {
  if (second === undefined) return short(first)
  const last = others.length === 0 ? short(second) : language === 'pl' ? 'inni' : 'others'
  return `${short(first)} ${language === 'pl' ? 'i' : 'and'} ${last}`
}

function namesOf(language: Language, products: readonly string[], amount: number): string {
  const names = products.map(short).join(', ')
  const left = amount - products.length
  if (left <= 0) return names
  return language === 'pl' ? `${names} i jeszcze ${left}` : `${names} and ${left} more`
}
