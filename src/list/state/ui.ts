import type { MessageDescriptor } from '@lingui/core'
import type { PriceFor, Unit } from '../../../core/product/entities.ts'
import type { TypedField } from '../../../core/product/table.ts'
import type { ProductView } from '../../../core/sync/mutation.ts'
import type { Given } from '../../../core/text/again.ts'
import { i18n } from '../../texts/i18n.ts'
import { accountStore } from '../../sync/account-store.ts'
import type { News } from '../../sync/news.ts'
import type { ProductSuggestion } from '../../sync/suggestions.ts'

/** The field values of a product that is not added yet. */
export type Draft = Record<TypedField, string> & {
  unit: Unit
  /** as it was chosen; '' if the line decides */
  priceFor: PriceFor | ''
  /** keep the name as typed, numbers included */
  plain: boolean
  /** the typed text had a ticked box */
  bought: boolean
}

/** A question about a typed product that may be on the list already. It needs no answer before the next product. */
export interface Question {
  /** the product on the list, as it was when this was asked */
  there: ProductView
  /** only the values the user gave */
  said: Given
  /** all values of the product if it is added separately */
  value: Given
  /** the draft as typed */
  draft: Draft
  /** id of the product if it was added already, because its name is only similar to the other's */
  added?: string
}

/** A suggestion for the field being typed in. */
export interface Option {
  name: string
  /** for a product name: the unit and price used last time */
  product?: ProductSuggestion
  /** the category whose icon is shown */
  category: string
}

/** The popup with suggestions. */
export interface Popup {
  /** the focused field that the suggestions are for; null: the popup is closed */
  field: HTMLInputElement | null
  options: readonly Option[]
  /** index of the active option; -1: none, so Enter uses the typed text */
  active: number
}
export const closedPopup: Popup = { field: null, options: [], active: -1 }

/** The line that says what others just did to the open list. */
interface NewsLine {
  /** the news shown; empty: the line is hidden */
  news: readonly News[]
  /** ids of added products that are out of view; the line offers to scroll to them */
  unseen: readonly string[]
}
export const noNews: NewsLine = { news: [], unseen: [] }

/**
 * What a list's page shows beside its rows. No row may subscribe to it, since it changes with each typed letter; for the
 * rows see `useListViews`.
 */
interface ListUi {
  /** the draft of each list, by list id; it survives a visit to another page and a change of layout */
  drafts: ReadonlyMap<string, Draft>
  /** the text typed into the dialog for a recipe, by list id, until its products are added */
  recipeDrafts: ReadonlyMap<string, string>
  /** by list id, the newest last */
  questions: ReadonlyMap<string, readonly Question[]>
  popup: Popup
  /** the multi-line text under review, pasted or shared from another app; null: none, empty: it is asked for */
  pasted: string | null
  /** what the pasted text is taken for; null: the text decides */
  pastedAs: 'list' | 'recipe' | null
  /** by list id, products that were added on this device and that the list's page has not shown yet */
  added: ReadonlyMap<string, readonly string[]>
  /** id of the duplicate whose mark was pressed; null: the dialog is closed */
  duplicate: string | null
  /** the dialog for the order of products and aisles is open */
  sorting: boolean
  newsLine: NewsLine
  /** the text for screen readers */
  announcement: string
  /**
   * The links of invitations and for guests that this page made, by id. The server stores only hashes, so it cannot
   * return them again.
   */
  madeLinks: ReadonlyMap<string, string>
}

export const useListUi = accountStore<ListUi>(() => ({
  drafts: new Map(),
  recipeDrafts: new Map(),
  questions: new Map(),
  popup: closedPopup,
  pasted: null,
  pastedAs: null,
  added: new Map(),
  duplicate: null,
  sorting: false,
  newsLine: noNews,
  announcement: '',
  madeLinks: new Map(),
}))

/** Asks the page of the list to show products that were added on this device. */
export function showAdded(listId: string, ids: readonly string[]): void {
  useListUi.setState(({ added }) => ({
    added: new Map(added).set(listId, [...(added.get(listId) ?? []), ...ids]),
  }))
}

/** Returns the products to show, once. */
export function takeAdded(listId: string): readonly string[] {
  const ids = useListUi.getState().added.get(listId) ?? []
  if (ids.length > 0)
    useListUi.setState(({ added }) => ({ added: new Map([...added].filter(([id]) => id !== listId)) }))
  return ids
}

export function openPasted(pasted: string | null, pastedAs: ListUi['pastedAs'] = null): void {
  useListUi.setState({ pasted, pastedAs })
}

/** Keeps the text of a recipe while the page is open; an empty one is not kept. */
export function keepRecipeDraft(listId: string, text: string): void {
  useListUi.setState(({ recipeDrafts }) => {
    const others = [...recipeDrafts].filter(([id]) => id !== listId)
    return { recipeDrafts: new Map(text.trim() === '' ? others : [...others, [listId, text]]) }
  })
}

export function openSorting(sorting: boolean): void {
  useListUi.setState({ sorting })
}

export function openDuplicateQuestion(duplicate: string | null): void {
  useListUi.setState({ duplicate })
}

/** Announces a message to screen readers; a repeated message is read again. */
export function announce(message: MessageDescriptor): void {
  const text = i18n._(message)
  useListUi.setState(({ announcement }) => ({ announcement: announcement === text ? `${text}\u00a0` : text }))
}
