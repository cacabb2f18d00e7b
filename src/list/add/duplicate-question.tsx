import type { RefObject } from 'react'
import { useOpenList } from '../../sync/open-list.ts'
import { type Draft, type Question, showAdded, useListUi } from '../state/ui.ts'
import { Asked } from '../lazy.tsx'

/** The field where products are typed; it stays usable while a question is open. */
export type Field = RefObject<HTMLInputElement | null>

/** Asks what to do if the typed product, or one with nearly the same name, is on the list already. */
export function DuplicateQuestion({ field }: { field: Field }) {
  const question = useQuestion()
  return <div role="status">{question && <Asked opened question={question} field={field} />}</div>
}

/** Returns whether an amount, a price or a note would be lost if the question were dropped without an answer. */
function isNeeded({ said, added }: Question): boolean {
  return added === undefined && Object.keys(said).length > 1
}

function change(next: (questions: readonly Question[]) => readonly Question[]): void {
  const { listId } = useOpenList.getState()
  if (listId === null) return
  useListUi.setState(({ questions }) => ({
    questions: new Map(questions).set(listId, next(questions.get(listId) ?? [])),
  }))
}

/** How long, in ms, a question stays that nobody answers, if nothing is lost with it. */
const staysMs = 6_000
let timer: ReturnType<typeof setTimeout> | undefined

/** Stops the timer: a question stays while the pointer or the focus is on it. */
export function holdQuestion(): void {
  clearTimeout(timer)
}

/** Starts the timer anew. */
export function releaseQuestion(): void {
  clearTimeout(timer)
  timer = setTimeout(dropQuestions, staysMs)
}

/** Removes the questions with which nothing is lost, on all lists; the next product is added or the time is up. */
export function dropQuestions(): void {
  clearTimeout(timer)
  useListUi.setState(({ questions }) => ({
    questions: new Map([...questions].map(([id, asked]) => [id, asked.filter(isNeeded)])),
  }))
}

/** Asks a question and scrolls to the row on the list. The newest question is shown first; older ones may wait. */
export function ask(question: Question): void {
  dropQuestions()
  change((before) => [...before, question])
  releaseQuestion()
  showAdded(useOpenList.getState().listId ?? '', [question.there.id])
}

/** Removes a question. */
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
  const questions = useListUi((ui) => ui.questions.get(listId ?? ''))
  const shown = useOpenList(({ products }) =>
    questions?.findLast((question) => {
      const isToBuy = products.get(question.there.id)?.productStatus === false
      const isAdded = question.added === undefined || products.has(question.added)
      return (isToBuy && isAdded) || isNeeded(question)
    }),
  )
  return shown ?? null
}
