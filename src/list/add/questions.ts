import { msg } from '@lingui/core/macro'
import type { ProductView } from '../../../core/sync/mutation.ts'
import { type Again, againOf, type Given } from '../../../core/text/again.ts'
import { accountStore } from '../../state/account-store.ts'
import { makeOne } from '../../state/lists/again.ts'
import { arrived } from '../../state/lists/arrivals.ts'
import { keepBoth } from '../../state/lists/duplicates.ts'
import { useOpenList } from '../../state/lists/open-list.ts'
import { addProduct } from '../../state/lists/products.ts'
import { mergeProducts } from '../../state/lists/several-products.ts'
import { rememberProducts } from '../../state/lists/suggestions.ts'
import { undo } from '../../state/lists/undo.ts'
import { notify } from '../../state/notices.ts'
import type { Draft } from './kept-draft.ts'

/** About something that was just typed and may be on the list already. Nobody has to answer: typing goes on. */
export interface Question {
  /** what is on the list, as it was when this was asked */
  there: ProductView
  /** only what was said */
  said: Given
  /** all that a product of its own would have */
  value: Given
  /** as it was typed */
  draft: Draft
  /** id of the product that was added, since only its name is like the other's */
  added?: string
}

const useQuestions = accountStore(() => ({ of: new Map<string, readonly Question[]>() }))

/** Whether something would be lost without an answer: an amount, a price or a note. */
function isNeeded({ said, added }: Question): boolean {
  return added === undefined && Object.keys(said).length > 1
}

function change(next: (questions: readonly Question[]) => readonly Question[]): void {
  const { listId } = useOpenList.getState()
  if (listId === null) return
  useQuestions.setState(({ of }) => ({ of: new Map(of).set(listId, next(of.get(listId) ?? [])) }))
}

/**
 * Asks, and shows the row that is there. The newest question comes first; those behind it wait, unless nothing is lost
 * without their answers.
 */
export function ask(question: Question): void {
  change((before) => [...before.filter(isNeeded), question])
  arrived(useOpenList.getState().listId ?? '', [question.there.id])
}

export function settle(question: Question): void {
  change((questions) => questions.filter((other) => other !== question))
}

/** Takes the newest question back; what was typed where something of it would be lost, or null. */
export function takeBack(question: Question): Draft | null {
  settle(question)
  return isNeeded(question) ? question.draft : null
}

/** The question to show. One whose product has gone or is bought is dropped, unless something would be lost. */
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

/** Adds what was said, or one more, to what is there. */
export async function addMore(question: Question, again: Again): Promise<void> {
  if (!(await makeOne(again))) return
  settle(question)
  rememberProducts([question.value])
}

/** Adds a product of its own, about which the list does not ask again. */
export async function addBeside(question: Question): Promise<void> {
  const { value } = question
  settle(question)
  const done = await addProduct(value)
  if (!done.ok) return ask(question)
  if (done.id) keepBoth(done.id)
  rememberProducts([value])
}

/** Both are wanted. */
export function keepTwo(question: Question): void {
  settle(question)
  rememberProducts([question.value])
}

/** The product that was added becomes part of the one whose name is nearly the same. */
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
