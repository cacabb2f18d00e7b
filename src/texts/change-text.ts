import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { notItemised } from '../../core/product/categories.ts'
import { type Language, type Unit, units } from '../../core/product/entities.ts'
import type { Entry } from '../../core/sync/mutation.ts'
import { shortName } from '../../core/text/person-name.ts'
import { isOfProduct, type ListChange } from '../../core/sync/change.ts'
import type { TrayReason } from '../../core/sync/replica.ts'
import { usualCurrency } from '../../core/product/currency.ts'
import { formatMoney, formatNumber } from './format.ts'
import { i18n } from './i18n.ts'
import { unitNames } from './amounts.tsx'

/** Describes a change in words: 'Added milk', 'Price of bread → 3.49 zł'. */
export function changeText(
  entry: Entry,
  known: string | undefined,
  language: Language,
  currency = usualCurrency,
): MessageDescriptor {
  if (!isOfProduct(entry.listId, entry)) return listChangeText(entry)
  const name = known ?? i18n._(msg`a product`)
  if (entry.op === 'add') {
    const added = entry.value.productName
    return entry.value.category === notItemised ? msg`Shopping finished: ${added}` : msg`Added ${added}`
  }
  if (entry.op === 'delete') return msg`Deleted ${name}`
  const { value } = entry
  const text = String(value)
  switch (entry.field) {
    case 'productName':
      return known === undefined || known === text ? msg`New name: ${text}` : msg`Name of ${name} → ${text}`
    case 'note':
      return text === '' ? msg`No note on ${name}` : msg`Note on ${name} → ${text}`
    case 'quantity': {
      const quantity = formatNumber(Number(value), language)
      return msg`Quantity of ${name} → ${quantity}`
    }
    case 'unit': {
      const unit = isUnit(text) ? i18n._(unitNames[text]) : text
      return msg`Unit of ${name} → ${unit}`
    }
    case 'price': {
      if (value === null) return msg`No price for ${name}`
      const price = formatMoney(Number(value), currency, language)
      return msg`Price of ${name} → ${price}`
    }
    case 'priceFor':
      if (text === 'all') return msg`The price of ${name} is for all of it`
      return text === 'base'
        ? msg`The price of ${name} is for one kg, l or m`
        : msg`The price of ${name} is for one unit`
    case 'lastPrice':
    case 'lastPriceDay':
      return msg`What ${name} cost before`
    case 'productStatus':
      return value === true ? msg`Ticked ${name}` : msg`Unticked ${name}`
    case 'category':
      return text === '' ? msg`No category for ${name}` : msg`Category of ${name} → ${text}`
    case 'shop':
      return text === '' ? msg`No shop for ${name}` : msg`Shop for ${name} → ${text}`
    case 'position':
      return msg`Moved ${name}`
  }
}

export function clearedText(count: number): MessageDescriptor {
  return msg`${plural(count, { one: 'Cleared # bought product', other: 'Cleared # bought products' })}`
}

function listChangeText(entry: Extract<Entry, ListChange>): MessageDescriptor {
  if (entry.op === 'delete') return msg`Deleted the list`
  if (entry.op === 'add') {
    const { listName } = entry.value
    return msg`New list: ${listName}`
  }
  const { value } = entry
  if (entry.field === 'currency') return msg`Currency of the list → ${value}`
  if (entry.field === 'listName') return msg`Name of the list → ${value}`
  return value === 'archiwum' ? msg`Archived the list` : msg`Restored the list`
}

function isUnit(text: string): text is Unit {
  return (units as readonly string[]).includes(text)
}

const reasons: Record<TrayReason, MessageDescriptor> = {
  forbidden: msg`You can no longer change this list.`,
  invalid: msg`The server could not understand it.`,
  gone: msg`Somebody has deleted this product in the meantime.`,
  idTaken: msg`Another product has taken its place.`,
  limit: msg`The list, or its owner’s account, is full. What you typed is kept here. Delete what is no longer needed, or activate the account, and put it back.`,
  tooOld: msg`It had been waiting for more than 90 days.`,
  stale: msg`Somebody changed it later than you.`,
  tooLarge: msg`It is too large to send.`,
  lost: msg`The list was deleted, or it is not shared with you any more.`,
}

/** Says why a change could not be applied. `isNewList`: it would have created a list; `other`: who was faster. */
export function reasonText(
  why: TrayReason,
  isNewList = false,
  other: { by: string; own: boolean } | null = null,
): MessageDescriptor {
  if (other?.own)
    return why === 'gone'
      ? msg`Deleted meanwhile on your other device.`
      : msg`Changed later on your other device.`
  if (other?.by) {
    const who = shortName(other.by)
    return why === 'gone'
      ? msg`${who} has deleted this product in the meantime.`
      : msg`${who} changed it later than you.`
  }
  if (isNewList && why === 'limit')
    return msg`Your account has no room for one more list. All you typed into this one is kept here. Delete a list, then try again.`
  if (isNewList) return msg`The server did not take this list. All you typed into it is kept here.`
  return reasons[why]
}
