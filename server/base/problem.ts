import type { FastifyError } from 'fastify'
import { problemTitles } from '../../core/contract/problem-titles.ts'
import { type Problem, type ProblemCode, problemStatus } from '../../core/contract/problem-codes.ts'

export interface ProblemExtras {
  detail?: string
  fields?: Record<string, string>
  /** members in addition to those of RFC 9457 */
  more?: Record<string, unknown>
  /** seconds */
  retryAfter?: number
}

/** An expected refusal: thrown anywhere, answered as problem+json by the error handler. */
export class ProblemError extends Error {
  readonly code: ProblemCode
  readonly extras: ProblemExtras
  constructor(code: ProblemCode, extras: ProblemExtras = {}) {
    super(code)
    this.name = 'ProblemError'
    this.code = code
    this.extras = extras
  }
  get status(): number {
    return problemStatus[this.code]
  }
}

export function problem(code: ProblemCode, extras?: ProblemExtras): ProblemError {
  return new ProblemError(code, extras)
}

export function invalid(fields: Record<string, string>): ProblemError {
  return new ProblemError('invalidRequest', { fields })
}

export function problemBody(error: ProblemError, requestId: string): Problem {
  const { code, status } = error
  const { detail, fields, more } = error.extras
  const body = { type: 'about:blank', title: problemTitles[code], status, code, requestId, detail }
  return { ...body, fields: fields && short(fields), ...more }
}

const most = { fields: 20, nameLength: 64 }

/** Limits the named fields, so that an answer does not grow with a nonsensical request; our forms need fewer. */
function short(fields: Record<string, string>): Record<string, string> {
  const named = Object.entries(fields).slice(0, most.fields)
  return Object.fromEntries(
    named.map(([name, code]) => [name.slice(0, most.nameLength).toWellFormed(), code]),
  )
}

const storageCodes = /^(SQLITE_FULL|SQLITE_IOERR|SQLITE_READONLY|ENOSPC|EDQUOT|53100)/
/** PostgreSQL lets nobody in while it cannot write its cache of system tables, and says so as an internal error. */
const storageMessages = /^could not write init file/

/**
 * The database cannot be reached, refuses connections or writes, broke the connection, took too long or ended one of two
 * that waited for each other; or this process has no file descriptors.
 */
const awayCodes =
  /^(08|25006|40001|40P01|25P03|53300|57014|57P0|ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT|E[MN]FILE|E(HOST|NET)(UNREACH|DOWN))/
const awayMessages = /^Connection terminated|is not queryable$|^timeout exceeded when trying to connect/

/** Converts anything thrown into a problem that the caller may read; anything unexpected becomes a bare serverError. */
export function asProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error
  const { code = '', validation, validationContext, statusCode } = error as Partial<FastifyError>
  if (isFull(error)) return problem('storageFull', { retryAfter: 60 })
  if (isAway(error)) return problem('unavailable', { retryAfter: 5 })
  // PostgreSQL refuses a NUL in a text. No stored text has one, so the request is at fault.
  if (code === '22021') return problem('invalidRequest')
  if (validation) {
    // No id has this form, so nothing with it exists.
    if (validationContext === 'params') return problem('notFound')
    return invalid(Object.fromEntries(validation.map(fieldProblem)))
  }
  if (statusCode === 413) return problem('tooLarge')
  if (statusCode === 415) return problem('unsupportedMediaType')
  if (statusCode === 404) return problem('notFound')
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return problem('invalidRequest')
  return problem('serverError')
}

function isFull(error: unknown): boolean {
  const { code, message } = error as Partial<NodeJS.ErrnoException>
  if (typeof code === 'string' && storageCodes.test(code)) return true
  return typeof message === 'string' && storageMessages.test(message)
}

function isAway(error: unknown): boolean {
  const { code, message, syscall } = error as Partial<NodeJS.ErrnoException>
  if (typeof code === 'string' && awayCodes.test(code)) return code !== 'ENOENT' || syscall === 'connect'
  return typeof message === 'string' && awayMessages.test(message)
}

const keywordCodes: Record<string, string> = {
  required: 'required',
  additionalProperties: 'unknownField',
  type: 'invalidType',
  minLength: 'required',
  minProperties: 'required',
  maxLength: 'tooLong',
  maxItems: 'tooLong',
  pattern: 'invalidCharacters',
}

type Validation = NonNullable<FastifyError['validation']>[number]

function fieldProblem({ keyword, instancePath, params }: Validation): [field: string, code: string] {
  const inside = instancePath.split('/')[1]
  const named = inside ?? params['missingProperty'] ?? params['additionalProperty']
  return [typeof named === 'string' ? named : 'body', keywordCodes[keyword] ?? 'outOfRange']
}
