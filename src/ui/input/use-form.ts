import type { MessageDescriptor } from '@lingui/core'
import { type FormEvent, useState } from 'react'
import type { ProblemCode } from '../../../core/contract/problem-codes.ts'
import { ProblemError } from '../../../device/failures.ts'
import { errorTextOf, loadProblemTexts } from '../../texts/error-text.ts'

export type FieldErrors<Values> = Partial<Record<keyof Values, MessageDescriptor>>

/** The props of a form field. */
export interface FormField<Value> {
  name: string
  value: Value
  error: MessageDescriptor | undefined
  onChange: (value: Value) => void
}

interface FormOptions<Values> {
  initial: Values
  check: (values: Values) => FieldErrors<Values>
  submit: (values: Values) => Promise<void>
  /** server errors that belong to one field */
  about?: Partial<Record<ProblemCode, keyof Values>>
}

/**
 * Manages a form that always keeps what was typed. Field errors are shown below their fields; an error of the whole
 * form is in `problem`. The form cannot be submitted while it is unchanged or being sent.
 */
export function useForm<Values extends Record<string, string | boolean>>(options: FormOptions<Values>) {
  const { initial, check, submit, about = {} } = options
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<FieldErrors<Values>>({})
  const [problem, setProblem] = useState<MessageDescriptor | null>(null)
  const [submitting, setSubmitting] = useState(false)
  const [start, setStart] = useState(initial)
  const unchanged = Object.keys(start).every((name) => values[name] === start[name])

  function set<Name extends keyof Values>(name: Name, value: Values[Name]) {
    setValues((before) => ({ ...before, [name]: value }))
    setErrors(({ [name]: _, ...others }) => others as FieldErrors<Values>)
  }

  function field<Name extends keyof Values & string>(name: Name): FormField<Values[Name]> {
    return { name, value: values[name], error: errors[name], onChange: (value) => set(name, value) }
  }

  /** Makes these values the new baseline against which changes are detected. */
  function restart(from: Values) {
    setStart(from)
    setValues(from)
    setErrors({})
    setProblem(null)
  }

  /** Takes over newer values: unedited fields show them, edited fields stay as typed. */
  function follow(known: Values) {
    if (Object.keys(known).every((name) => known[name] === start[name])) return
    setValues((before) => {
      const touched = Object.entries(before).filter(([name, value]) => value !== start[name])
      return { ...known, ...Object.fromEntries(touched) }
    })
    setStart(known)
  }

  function refuse(found: FieldErrors<Values>, form: HTMLFormElement) {
    setErrors(found)
    const first = Object.keys(values).find((name) => found[name])
    const field = first && form.elements.namedItem(first)
    if (field instanceof HTMLElement) field.focus()
  }

  async function send(form: HTMLFormElement) {
    const found = check(values)
    setProblem(null)
    if (Object.keys(found).length > 0) return refuse(found, form)
    setErrors({})
    setSubmitting(true)
    try {
      await submit(values)
    } catch (error) {
      const fields = await fieldsOf(error, values, about)
      if (fields) refuse(fields, form)
      else setProblem(await errorTextOf(error))
    } finally {
      setSubmitting(false)
    }
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!submitting && !unchanged) void send(event.currentTarget)
  }

  return {
    values,
    start,
    errors,
    problem,
    submitting,
    disabled: unchanged || submitting,
    set,
    field,
    restart,
    follow,
    fail: setProblem,
    onSubmit,
  }
}

/** Returns the server's errors for single fields; null if it has none for a field of this form. */
async function fieldsOf<Values extends object>(
  error: unknown,
  values: Values,
  about: Partial<Record<ProblemCode, keyof Values>>,
): Promise<FieldErrors<Values> | null> {
  if (!(error instanceof ProblemError)) return null
  const field = about[error.problem.code]
  if (field) return { [field]: await errorTextOf(error) } as FieldErrors<Values>
  const shown = Object.entries(error.problem.fields ?? {}).filter(([name]) => name in values)
  if (shown.length === 0) return null
  const loaded = await loadProblemTexts()
  if (!loaded) return null
  const said = shown.map(([name, code]) => [name, loaded.fieldErrorText(code)])
  return Object.fromEntries(said) as FieldErrors<Values>
}
