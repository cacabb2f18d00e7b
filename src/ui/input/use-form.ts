import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import { type FormErrors, type GetInputPropsOptions, useForm as useMantineForm } from '@mantine/form'
import { type FormEvent, useState } from 'react'
import type { ProblemCode } from '../../../core/contract/problem-codes.ts'
import { ProblemError } from '../../../device/failures.ts'
import { errorTextOf, loadProblemTexts } from '../../texts/error-text.ts'
import { useUnsaved } from './unsaved.ts'

export type FieldErrors<Values> = Partial<Record<keyof Values, MessageDescriptor>>

type Flat = Record<string, string | boolean>

interface FormOptions<Values> {
  initial: Values
  /** it can be submitted as it stands */
  isComplete?: boolean
  /** returns what is wrong with each field; false, null and undefined: nothing */
  check: (values: Values) => Partial<Record<keyof Values, MessageDescriptor | false | null | undefined>>
  submit: (values: Values) => Promise<void>
  /** server errors that belong to one field */
  about?: Partial<Record<ProblemCode, keyof Values>>
}

/**
 * Mantine's form with the server's errors: those of a field are shown below it, and one of the whole form is in
 * `problem`. What was typed always stays. The form cannot be submitted while it is unchanged (unless `isComplete`) or being sent.
 */
export function useForm<Values extends Flat>(options: FormOptions<Values>) {
  const { initial, isComplete = false, check, submit, about = {} } = options
  const { t } = useLingui()
  const [problem, setProblem] = useState<MessageDescriptor | null>(null)
  const form = useMantineForm<Flat>({
    initialValues: initial,
    validate: (values) => check(values as Values) as FormErrors,
    // Errors are kept as descriptors and translated here, so that they change with the language.
    enhanceGetInputProps: ({ field, inputProps: { error } }) => ({ name: field, error: error && t(error) }),
  })
  const dirty = form.isDirty()
  const disabled = (!dirty && !isComplete) || form.submitting
  useUnsaved(dirty)

  /** Takes over newer values: unedited fields show them, edited fields stay as typed. Call it in an effect. */
  function follow(known: Values) {
    const start = form.getInitialValues()
    if (Object.keys(known).every((name) => known[name] === start[name])) return
    for (const name of Object.keys(known)) if (!form.isDirty(name)) form.setFieldValue(name, known[name]!)
    form.resetDirty(known)
  }

  /** Focuses the first field with an error. */
  function focusError(errors: object, element: HTMLFormElement) {
    const first = Object.keys(initial).find((name) => name in errors)
    const field = first && element.elements.namedItem(first)
    if (field instanceof HTMLElement) field.focus()
  }

  async function send(values: Values, element: HTMLFormElement) {
    try {
      await submit(values)
    } catch (error) {
      const errors = await fieldErrorsOf(error, values, about)
      if (!errors) return setProblem(await errorTextOf(error))
      form.setErrors(errors as FormErrors)
      focusError(errors, element)
    }
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (disabled) return
    const element = event.currentTarget
    setProblem(null)
    form.onSubmit(
      (values) => send(values as Values, element),
      (errors) => focusError(errors, element),
    )(event)
  }

  return {
    values: form.values as Values,
    errors: form.errors as FieldErrors<Values>,
    problem,
    fail: setProblem,
    submitting: form.submitting,
    disabled,
    isDirty: form.isDirty,
    /** makes these values the ones that changes are measured from */
    resetDirty: form.resetDirty,
    reset: form.reset,
    set: (name: keyof Values & string, value: string | boolean) =>
      form.setFieldValue<Flat, string>(name, value),
    /** the props of one of Mantine's inputs; for a checkbox with `{ type: 'checkbox' }` */
    field: (name: keyof Values & string, input?: GetInputPropsOptions) => form.getInputProps(name, input),
    follow,
    onSubmit,
  }
}

/** Returns the server's errors for single fields; null if it has none for a field of this form. */
async function fieldErrorsOf<Values extends object>(
  error: unknown,
  values: Values,
  about: Partial<Record<ProblemCode, keyof Values>>,
): Promise<Record<string, unknown> | null> {
  if (!(error instanceof ProblemError)) return null
  const { code, fields = {} } = error.problem
  const field = about[code]
  if (field) return { [field]: await errorTextOf(error) }
  const known = Object.entries(fields).filter(([name]) => name in values)
  const texts = known.length > 0 && (await loadProblemTexts())
  return texts ? Object.fromEntries(known.map(([name, wrong]) => [name, texts.fieldErrorText(wrong)])) : null
}
