import { Trans, useLingui } from '@lingui/react/macro'
import { Button, CloseButton, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { msg } from '@lingui/core/macro'
import { agreed, againOf, oneMore, type Again } from '../../../core/text/again.ts'
import type { ProductView } from '../../../core/sync/mutation.ts'
import { useOpenList } from '../../sync/open-list.ts'
import { nameKey, useSuggestions } from '../../sync/suggestions.ts'
import { useAmount, useShortAmount } from '../../texts/amounts.tsx'
import classes from './duplicates.module.css'
import { remember } from '../state/suggested-fields.ts'
import { makeOne, mergeProducts } from '../state/already-there.ts'
import { type Question } from '../state/ui.ts'
import { keepBoth } from '../state/duplicates.ts'
import { addProduct } from '../state/products.ts'
import { undo } from '../../sync/undo.ts'
import { notify } from '../../ui/notices.ts'
import { ask, type Field, holdQuestion, releaseQuestion, settle } from './duplicate-question.tsx'

export interface AskedProps {
  question: Question
  field: Field
}

/** What is asked, and the answers. */
export function Asked({ question, field }: AskedProps & { opened: true }) {
  const { t } = useLingui()
  const there = useOpenList(({ products }) => products.get(question.there.id))
  return (
    <div
      className={classes.question}
      onPointerEnter={holdQuestion}
      onPointerLeave={releaseQuestion}
      onFocus={holdQuestion}
      onBlur={releaseQuestion}
    >
      {question.added !== undefined && there ? (
        <Near question={question} there={there} field={field} />
      ) : (
        <OnTheList question={question} there={there?.productStatus === false ? there : null} field={field} />
      )}
      <CloseButton
        aria-label={t`Close`}
        className={classes.close}
        {...pressed(field, () => settle(question))}
      />
    </div>
  )
}

function OnTheList({ question, there, field }: AskedProps & { there: ProductView | null }) {
  const { t } = useLingui()
  const amountOf = useAmount()
  const shortAmount = useShortAmount()
  const { productName: name, quantity, unit } = there ?? question.there
  const ofTile = useSuggestions(({ product }) => there && product.get(nameKey(there.productName))?.amount)
  const again = there && againOf(there, question.said, ofTile ?? undefined)
  const more = again && agreed(again)
  const { said } = question
  const [amount, of] = again?.counted
    ? [said.quantity ?? 1, said.unit ?? 'pcs']
    : [oneMore({ quantity, unit }), unit]
  const shown = shortAmount(amount, of)
  const plus = again?.replaces ? t`Make it ${shown}` : `+${shown}`
  const has = amountOf(quantity, unit)
  return (
    <Shown
      title={name}
      text={there ? <Trans>On the list already: {has}</Trans> : <Trans>No longer on the list</Trans>}
    >
      <Button variant="default" {...pressed(field, () => void addBeside(question))}>
        <Trans>Add separately</Trans>
      </Button>
      {more && (
        <Button
          color="orange"
          aria-label={t`${plus}: ${name}`}
          {...pressed(field, () => void addMore(question, again))}
        >
          {plus}
        </Button>
      )}
    </Shown>
  )
}

function Near({ question, there, field }: AskedProps & { there: ProductView }) {
  const { productName: name } = there
  return (
    <Shown title={question.said.productName} text={<Trans>Is it the same as “{name}”?</Trans>}>
      <Button variant="default" {...pressed(field, () => keepTwo(question))}>
        <Trans>Two products</Trans>
      </Button>
      <Button color="orange" {...pressed(field, () => void makeTheSame(question))}>
        <Trans>The same</Trans>
      </Button>
    </Shown>
  )
}

function Shown({ title, text, children }: { title: string; text: ReactNode; children: ReactNode }) {
  return (
    <>
      <div className={classes.text}>
        <Text inherit fw={600}>
          {title}
        </Text>
        <Text inherit fz="sm" className="tabular">
          {text}
        </Text>
      </div>
      <Group justify="flex-end" gap="xs" className={classes.buttons}>
        {children}
      </Group>
    </>
  )
}

/**
 * Returns the handlers of a button. A press leaves the focus in the field, so that a phone's keyboard stays open; a
 * press by key (`detail` 0) moves the focus to the field.
 */
function pressed(field: Field, run: () => void) {
  return {
    onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault(),
    onClick: ({ detail }: { detail: number }) => {
      if (detail === 0) field.current?.focus()
      run()
    },
  }
}

/** Adds the typed amount, or one more, to the product on the list. */
async function addMore(question: Question, again: Again): Promise<void> {
  if (!(await makeOne(again))) return
  settle(question)
  remember([question.value])
}

/** Adds a separate product and marks it as an intended duplicate. If it cannot be stored, the question comes back. */
async function addBeside(question: Question): Promise<void> {
  const { value } = question
  settle(question)
  const done = await addProduct(value)
  if (!done.ok) return ask(question)
  if (done.id) keepBoth(done.id)
  remember([value])
}

/** Keeps both products: the one on the list and the one with the similar name that was added. */
function keepTwo(question: Question): void {
  settle(question)
  remember([question.value])
}

/** Merges the added product into the one with the similar name, and offers undo. */
async function makeTheSame(question: Question): Promise<void> {
  const { there, said, added } = question
  const now = useOpenList.getState().products.get(there.id)
  const change = now && againOf(now, said).both
  const done = added && change && (await mergeProducts(there.id, added, change))
  if (!done) return
  settle(question)
  const { productName } = now
  remember([{ ...question.value, productName }])
  notify('none', msg`Added to what is there: ${productName}`, undo(done.undo))
}
