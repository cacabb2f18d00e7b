import { type ListStatus, limits, listStatuses } from './entities.ts'
import type { Action } from './permissions.ts'
import { type FieldError, type Parsed, parseText } from '../text/normalise.ts'

/** What is true of one field of a list. */
interface ListFieldFacts {
  /** its column in the database */
  column: 'name' | 'status'
  needs: Action
  parse: (input: unknown) => Parsed<string>
}

/** THE table of list fields, as `productFields` is of products: a list's own row is written by these names. */
export const listFields = {
  listName: { column: 'name', needs: 'rename', parse: (input) => parseText(input, 1, limits.name) },
  listStatus: { column: 'status', needs: 'archive', parse: parseStatus },
} as const satisfies Record<string, ListFieldFacts>

export type ListField = keyof typeof listFields
export const listFieldNames = Object.keys(listFields) as ListField[]

/** What a person gives a new list. */
export interface ListValue {
  listName: string
  /** when it was made, ISO 8601 in UTC with milliseconds; never changed */
  date: string
  listStatus?: ListStatus | undefined
}

export function isListField(name: unknown): name is ListField {
  return listFieldNames.includes(name as ListField)
}

/** Checks and normalises one field of a list; the page, REST and the sync call all ask here. */
export function parseListField(field: ListField, input: unknown): Parsed<string> {
  return listFields[field].parse(input)
}

function parseStatus(input: unknown): Parsed<ListStatus> {
  if (typeof input !== 'string') return { ok: false, error: 'invalidType' }
  const status = listStatuses.find((known) => known === input)
  return status ? { ok: true, value: status } : { ok: false, error: 'outOfRange' }
}

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** The one spelling of a time that answers have too; none before 1970, and no day that no month has. */
function parseDate(input: unknown): Parsed<string> {
  if (typeof input !== 'string') return { ok: false, error: 'invalidType' }
  if (!isoTime.test(input)) return { ok: false, error: 'invalidCharacters' }
  const at = Date.parse(input)
  const isReal = at >= 0 && new Date(at).toISOString() === input
  return isReal ? { ok: true, value: input } : { ok: false, error: 'outOfRange' }
}

export type ParsedList = { ok: true; value: ListValue } | { ok: false; errors: Record<string, FieldError> }

/** A clock may be so far ahead; a date beyond that becomes now. */
const aheadMs = 86_400_000

/** Checks a whole new list. Unknown fields are refused. `now` is epoch ms. */
export function parseList(input: unknown, now: number): ParsedList {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    return { ok: false, errors: { value: 'invalidType' } }
  const errors: Record<string, FieldError> = {}
  const value: Record<string, string> = {}
  for (const [name, given] of Object.entries(input)) {
    if (given === undefined) continue
    if (name !== 'date' && !isListField(name)) {
      errors[name] = 'unknownField'
      continue
    }
    const parsed = name === 'date' ? parseDate(given) : parseListField(name, given)
    if (parsed.ok) value[name] = parsed.value
    else errors[name] = parsed.error
  }
  for (const name of ['listName', 'date']) if (!(name in value)) errors[name] ??= 'required'
  if (Object.keys(errors).length > 0) return { ok: false, errors }
  const made = value as unknown as ListValue
  const isAhead = Date.parse(made.date) > now + aheadMs
  return { ok: true, value: isAhead ? { ...made, date: new Date(now).toISOString() } : made }
}
