import { msg } from '@lingui/core/macro'
import type { ProductView } from '../../../core/sync/mutation.ts'
import { type Again, againOf, type Given } from '../../../core/text/again.ts'
import { accountStore } from '../../state/account-store.ts'
import { makeOne } from '../../state/lists/already-there.ts'
import { arrived } from '../../state/lists/arrivals.ts'
import { keepBoth } from '../../state/lists/duplicates.ts'
import { useOpenList } from '../../state/lists/open-list.ts'
import { addProduct, mergeProducts } from '../../state/lists/products.ts'
import { rememberProducts } from '../../state/lists/suggestions.ts'
import { undo } from '../../state/lists/undo.ts'
import { notify } from '../../state/notices.ts'
import type { Draft } from './kept-draft.ts'

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

const useQuestions = accountStore(() => ({ of: new Map<string, readonly Question[]>() }))

/** Returns whether an amount, a price or a note would be lost if the question were dropped without an answer. */
function isNeeded({ said, added }: Question): boolean {
  return added === undefined && Object.keys(said).length > 1
}

function change(next: (questions: readonly Question[]) => readonly Question[]): void {
  const { listId } = useOpenList.getState()
  if (listId === null) return
  useQuestions.setState(({ of }) => ({ of: new Map(of).set(listId, next(of.get(listId) ?? [])) }))
}

/**
 * Asks a question and scrolls to the row on the list. The newest question is shown first. Older ones wait if dropping
 * them would lose something (`isNeeded`); the others are dropped.
 */
export function ask(question: Question): void {
  change((before) => [...before.filter(isNeeded), question])
  arrived(useOpenList.getState().listId ?? '', [question.there.id])
}

export function settle(question: Question): void {
  change((questions) => questions.filter((other) => other !== question))
}

/** Removes a question. Returns the typed draft if it would otherwise be lost, else null. */
export function takeBack(question: Question): Draft | null {
  settle(question)
  return isNeeded(question) ? question.draft : null
}

/** Returns the question to show. Skips those whose product is gone or bought, unless something would be lost. */
export function useQuestion(): Question | null {
  const listId = useOpenList((list) => list.listId)
  const questions = useQuestions(({ of }) => of.get(listId ?? ''))
  const shown = useOpenList(({ products }) =>
    questions?.findLast((question) => {
      const isToBuy = products.get(question.there.id)?.productStatus === false
      const isAdded = question.added === undefined || products.has(question.added)
      return (isToBuy && isAdded) || isNeeded(question)
    }),
  )
  return shown ?? null
}

/** Adds the typed amount, or one more, to the product on the list. */
export async function addMore(question: Question, again: Again): Promise<void> {
  if (!(await makeOne(again))) return
  settle(question)
  rememberProducts([question.value])
}

/** Adds a separate product and marks it as an intended duplicate. If it cannot be stored, the question comes back. */
export async function addBeside(question: Question): Promise<void> {
  const { value } = question
  settle(question)
  const done = await addProduct(value)
  if (!done.ok) return ask(question)
  if (done.id) keepBoth(done.id)
  rememberProducts([value])
}

/** Keeps both products: the one on the list and the one with the similar name that was added. */
export function keepTwo(question: Question): void {
  settle(question)
  rememberProducts([question.value])
}

/** Merges the added product into the one with the similar name, and offers undo. */
export async function makeTheSame(question: Question): Promise<void> {
  const { there, said, added } = question
  const now = useOpenList.getState().products.get(there.id)
  const change = now && againOf(now, said).both
  const done = added && change && (await mergeProducts(there.id, added, change))
  if (!done) return
  settle(question)
  const { productName } = now
  rememberProducts([{ ...question.value, productName }])
  notify('none', msg`Added to what is there: ${productName}`, undo(done.undo))
}
