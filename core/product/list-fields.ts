import { isCurrency } from './currency.ts'
import { idPattern, type ListStatus, limits, listStatuses, longestId } from './entities.ts'
import type { Action } from './permissions.ts'
import { type FieldError, type Parsed, parseText } from '../text/normalise.ts'

/** The properties of one field of a list. */
interface ListFieldFacts {
  /** its column in the database */
  column: 'name' | 'status' | 'currency'
  needs: Action
  parse: (input: unknown) => Parsed<string>
}

/**
 * The one table of a list's fields, as `productFields` is for products. Changes to a list's own row use these names.
 */
export const listFields = {
  listName: { column: 'name', needs: 'rename', parse: (input) => parseText(input, 1, limits.name) },
  listStatus: { column: 'status', needs: 'archive', parse: parseStatus },
  currency: { column: 'currency', needs: 'rename', parse: parseCurrency },
} as const satisfies Record<string, ListFieldFacts>

export type ListField = keyof typeof listFields
export const listFieldNames = Object.keys(listFields) as ListField[]

/** The values of a new list. */
export interface ListValue {
  listName: string
  /** when it was made, ISO 8601 in UTC with milliseconds; never changed */
  date: string
  listStatus?: ListStatus | undefined
  /** of all its prices; PLN if it is left out */
  currency?: string | undefined
  /**
   * the owner's list whose members the new one gets, as they have permissions there now; no list of theirs: no members
   */
  membersOf?: string | undefined
  /** shared with the people who get every new list of the owner */
  sharedWith?: 'household' | undefined
}

export function isListField(name: unknown): name is ListField {
  return listFieldNames.includes(name as ListField)
}

/** Validates and normalises one field of a list, for the page, REST and the sync call alike. */
export function parseListField(field: ListField, input: unknown): Parsed<string> {
  return listFields[field].parse(input)
}

function parseStatus(input: unknown): Parsed<ListStatus> {
  if (typeof input !== 'string') return { ok: false, error: 'invalidType' }
  const status = listStatuses.find((known) => known === input)
  return status ? { ok: true, value: status } : { ok: false, error: 'outOfRange' }
}

function parseCurrency(input: unknown): Parsed<string> {
  if (typeof input !== 'string') return { ok: false, error: 'invalidType' }
  return isCurrency(input) ? { ok: true, value: input } : { ok: false, error: 'outOfRange' }
}

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

function parseId(input: unknown): Parsed<string> {
  if (typeof input !== 'string') return { ok: false, error: 'invalidType' }
  return input.length <= longestId && new RegExp(idPattern).test(input)
    ? { ok: true, value: input }
    : { ok: false, error: 'invalidCharacters' }
}

function parseSharedWith(input: unknown): Parsed<string> {
  return input === 'household' ? { ok: true, value: input } : { ok: false, error: 'outOfRange' }
}

/** Accepts a time only in the format that answers use, not before 1970, and only an existing day. */
function parseDate(input: unknown): Parsed<string> {
  if (typeof input !== 'string') return { ok: false, error: 'invalidType' }
  if (!isoTime.test(input)) return { ok: false, error: 'invalidCharacters' }
  const at = Date.parse(input)
  const isReal = at >= 0 && new Date(at).toISOString() === input
  return isReal ? { ok: true, value: input } : { ok: false, error: 'outOfRange' }
}

export type ParsedList = { ok: true; value: ListValue } | { ok: false; errors: Record<string, FieldError> }

/** How far a device's clock may be ahead, in ms. A later date becomes now. */
const aheadMs = 86_400_000

function parseOne(name: string, given: unknown): Parsed<string> {
  if (name === 'date') return parseDate(given)
  if (name === 'membersOf') return parseId(given)
  if (name === 'sharedWith') return parseSharedWith(given)
  return isListField(name) ? parseListField(name, given) : { ok: false, error: 'unknownField' }
}

/** Validates a whole new list. Refuses unknown fields. `now` is epoch ms. */
export function parseList(input: unknown, now: number): ParsedList {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    return { ok: false, errors: { value: 'invalidType' } }
  const errors: Record<string, FieldError> = {}
  const value: Record<string, string> = {}
  for (const [name, given] of Object.entries(input)) {
    if (given === undefined) continue
    const parsed = parseOne(name, given)
    if (parsed.ok) value[name] = parsed.value
    else errors[name] = parsed.error
  }
  for (const name of ['listName', 'date']) if (!(name in value)) errors[name] ??= 'required'
  if (Object.keys(errors).length > 0) return { ok: false, errors }
  const made = value as unknown as ListValue
  const isAhead = Date.parse(made.date) > now + aheadMs
  return { ok: true, value: isAhead ? { ...made, date: new Date(now).toISOString() } : made }
}
