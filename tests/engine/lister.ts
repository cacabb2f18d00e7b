import type { List } from '../../core/contract/shapes.ts'
import { currencies, usualCurrency } from '../../core/product/currency.ts'
import { copiesOf } from '../../core/product/list-copies.ts'
import type { ListField, ListValue } from '../../core/product/list-fields.ts'
import { initialValues, type ProductValue } from '../../core/product/table.ts'
import type { Change } from '../../core/sync/change.ts'
import { fieldVersion, type ProductView } from '../../core/sync/mutation.ts'
import type { Stream } from '../../core/sync/replica.ts'
import type { ChangesOf } from '../../device/storage/outbox.ts'
import { pick } from '../support/random.ts'
import type { Memory } from './judging/memory.ts'
import type { Seat } from './seat.ts'

const otherCurrencies = currencies.filter((one) => one !== usualCurrency)

/** A list on somebody's screen. */
export interface Shown {
  list: List
  stream: Stream | undefined
  views: readonly ProductView[]
}

/**
 * Chooses what a person does to a list next: makes, names, archives, restores, deletes, duplicates one, or archives it
 * and goes on with what was not bought, or changes its currency. Has random numbers of its own, so that runs without it
 * stay the same.
 */
export class Lister {
  readonly #random: () => number
  /** decides when somebody changes a currency; null: nobody does */
  readonly #money: (() => number) | null
  readonly #memory: Pick<Memory, 'names'>
  readonly #seed: number
  #count: number

  /** `count`: where its numbers begin, so that two of them never choose the same name. */
  constructor(
    random: () => number,
    money: (() => number) | null,
    memory: Pick<Memory, 'names'>,
    seed: number,
    count = 0,
  ) {
    this.#random = random
    this.#money = money
    this.#memory = memory
    this.#seed = seed
    this.#count = count
  }

  /** `keep`: the list that nobody deletes. */
  act(seat: Seat, shown: readonly Shown[], keep: string, now: number): ChangesOf[] {
    const number = ++this.#count
    if (this.#money && shown.length > 0 && this.#money() < 0.4)
      return [this.#changeCurrency(shown, keep, this.#money)]
    const dice = this.#random()
    if (shown.length === 0 || dice < 0.3)
      return [
        this.#made(seat, this.#few(number), now, { sharedWith: 'household', currency: this.#ofAccount() }),
      ]
    const own = shown.filter(({ list }) => !list.owner)
    const listed = pick(this.#random, dice > 0.5 && own.length > 0 ? own : shown)
    const { list, views } = listed
    const listId = list.id
    if (dice < 0.5) return [this.#set(listed, 'listName', `L${number}`)]
    if (dice < 0.65) {
      // Sometimes a member tries, who may not.
      return [this.#set(listed, 'listStatus', list.listStatus === 'archiwum' ? 'aktywna' : 'archiwum')]
    }
    if (dice < 0.77 && listId !== keep && !list.owner)
      return [{ listId, changes: [{ op: 'delete', rowId: listId }] }]
    const copies = copiesOf(views, { unboughtOnly: dice >= 0.95 })
    if (dice < 0.9) return [this.#made(seat, copies, now, { currency: list.currency })]
    // Who archives it and goes on, or shops again, keeps the members.
    const made = this.#made(seat, copies, now, { membersOf: listId, currency: list.currency })
    return [made, this.#set(listed, 'listStatus', 'archiwum')]
  }

  /** Mostly of the first list, so that several people change the same one. Sometimes a member tries, who may not. */
  #changeCurrency(shown: readonly Shown[], keep: string, money: () => number): ChangesOf {
    const first = shown.find(({ list }) => list.id === keep)
    const listed = first && money() < 0.6 ? first : pick(money, shown)
    return this.#set(listed, 'currency', money() < 0.2 ? usualCurrency : this.#newCurrency())
  }

  /** Half of the people have chosen a currency for their new lists. */
  #ofAccount(): string | undefined {
    return this.#money && this.#money() < 0.5 ? this.#newCurrency() : undefined
  }

  /** Each time another one, so that it can be traced. */
  #newCurrency(): string {
    return otherCurrencies[this.#count % otherCurrencies.length]!
  }

  #set({ list, stream }: Shown, field: ListField, value: string): ChangesOf {
    const change: Change = {
      op: 'set',
      rowId: list.id,
      field,
      value,
      baseVer: fieldVersion(stream?.row, field),
    }
    return { listId: list.id, changes: [change] }
  }

  /** Products for a list that is made with some at once. */
  #few(number: number): ProductValue[] {
    const count = Math.floor(this.#random() * 4)
    return Array.from({ length: count }, (_, i) => ({ ...initialValues, productName: `n${number}-${i}` }))
  }

  /** A new list with these products in it. */
  #made(
    seat: Seat,
    products: readonly ProductValue[],
    now: number,
    more: Pick<ListValue, 'membersOf' | 'sharedWith' | 'currency'>,
  ): ChangesOf {
    const number = this.#count
    const listId = `l${number}${seat.name}x${this.#seed}`
    const date = new Date(now).toISOString()
    const adds = products.map((value, i): Change => {
      const rowId = `l${number}-${i}${seat.name}`
      this.#memory.names.set(rowId, new Set([value.productName]))
      return { op: 'add', rowId, value }
    })
    const value = { listName: `L${number}`, date, ...more }
    return { listId, changes: [{ op: 'add', rowId: listId, value }, ...adds] }
  }
}
