import type { Language } from '../../core/product/entities.ts'
import type { PushKind } from '../../core/product/push-kinds.ts'
import { oneLine, quotedIn } from '../mail/mail-texts.ts'

/** What happened, for one reader. Texts of users are as they typed them. */
export interface PushNews {
  kind: PushKind
  listName: string
  /** the names of those who did it, without repetitions; at least one */
  actors: readonly string[]
  /** the names of the first added products, and how many were added */
  products: readonly string[]
  amount: number
  /** '' if it is not known */
  shop: string
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
  const characters = [...oneLine(text)]
  if (characters.length <= mostShown) return characters.join('')
  return `${characters.slice(0, mostShown - 1).join('')}…`
}

type Texts = Record<PushKind, (news: PushNews) => { title: string; body: string }>

const texts: Record<Language, Texts> = {
  en: {
    shared: ({ actors, listName }) => ({
      title: `${who('en', actors)} shared a list with you`,
      body: short(listName),
    }),
    trips: ({ actors, shop, listName, mayAdd }) => ({
      title: `${who('en', actors)} is ${shop === '' ? 'going shopping' : `at ${short(shop)}`}.${mayAdd ? ' Anything?' : ''}`,
      body: short(listName),
    }),
    added: ({ actors, listName, products, amount }) => ({
      title: `${who('en', actors)} added to ${quotedIn('en', short(listName))}`,
      body: namesOf('en', products, amount),
    }),
    done: ({ actors, listName }) => ({
      title: `Everything on ${quotedIn('en', short(listName))} is bought`,
      body: `${who('en', actors)} finished the list`,
    }),
  },
  pl: {
    shared: ({ actors, listName }) => ({
      title: `${who('pl', actors)} udostępnia Ci listę`,
      body: short(listName),
    }),
    trips: ({ actors, shop, listName, mayAdd }) => ({
      title: `${who('pl', actors)} ${shop === '' ? 'idzie na zakupy' : `robi zakupy w ${short(shop)}`}.${mayAdd ? ' Coś dopisać?' : ''}`,
      body: short(listName),
    }),
    added: ({ actors, listName, products, amount }) => ({
      title: `${who('pl', actors)} ${actors.length > 1 ? 'dopisują' : 'dopisuje'} do listy ${quotedIn('pl', short(listName))}`,
      body: namesOf('pl', products, amount),
    }),
    done: ({ actors, listName }) => ({
      title: `Wszystko z listy ${quotedIn('pl', short(listName))} jest kupione`,
      body: `Na liście nic już nie zostało (${who('pl', actors)})`,
    }),
  },
}

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
