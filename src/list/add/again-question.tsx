import { Trans, useLingui } from '@lingui/react/macro'
import { Button, CloseButton } from '@mantine/core'
import type { ReactNode, RefObject } from 'react'
import { agreed, againOf, oneMore } from '../../../core/text/again.ts'
import type { ProductView } from '../../../core/sync/mutation.ts'
import { useOpenList } from '../../state/lists/open-list.ts'
import { useAmount } from '../../texts/amounts.tsx'
import classes from '../duplicates/duplicates.module.css'
import { addBeside, addMore, keepTwo, makeTheSame, type Question, settle, useQuestion } from './questions.ts'

/** The field where products are typed; it stays usable while a question is open. */
type Field = RefObject<HTMLInputElement | null>

/** Asks what to do if the typed product, or one with nearly the same name, is on the list already. */
export function AgainQuestion({ field }: { field: Field }) {
  const question = useQuestion()
  return (
    <div role="status" className={classes.status}>
      {question && <Asked question={question} field={field} />}
    </div>
  )
}

interface AskedProps {
  question: Question
  field: Field
}

function Asked({ question, field }: AskedProps) {
  const { t } = useLingui()
  const there = useOpenList(({ products }) => products.get(question.there.id))
  return (
    <div className={classes.question}>
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
  const { productName: name, quantity, unit } = there ?? question.there
  const again = there && againOf(there, question.said)
  const more = again && agreed(again)
  const { said } = question
  const [amount, of] = again?.counted
    ? [said.quantity ?? 1, said.unit ?? 'pcs']
    : [oneMore({ quantity, unit }), unit]
  const plus = of === 'pcs' ? `+${amount}` : `+${amountOf(amount, of)}`
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
        <strong>{title}</strong>
        <span className={classes.amounts}>{text}</span>
      </div>
      <div className={classes.buttons}>{children}</div>
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
