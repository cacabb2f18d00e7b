import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { api, type CallName } from '../../core/contract/api.ts'
import type { Call } from '../../core/contract/schemas.ts'
import { openApi } from '../../server/http/openapi.ts'

// The document is arbitrary JSON.
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any

const document: Json = openApi()

/** Forbids undocumented properties. The published document allows them for later versions. */
function closed(schema: Json, name = ''): Json {
  if (Array.isArray(schema)) return schema.map((part) => closed(part))
  if (typeof schema !== 'object' || schema === null) return schema
  const parts = Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, closed(part)]))
  const isPart = name === 'Problem' || schema.required === undefined
  return schema.properties && !isPart ? { additionalProperties: false, ...parts } : parts
}

const ajv = new Ajv2020({ strict: false, allErrors: true })
ajv.addSchema(
  {
    $id: 'contract',
    components: {
      schemas: Object.fromEntries(
        Object.entries(document.components.schemas).map(([name, schema]) => [name, closed(schema, name)]),
      ),
    },
  },
  'contract',
)
const compiled = new Map<string, ValidateFunction>()

function schemaFor(path: string, method: string, status: number, type: string): Json {
  const answer = document.paths[path][method].responses[status]
  if (!answer) return { error: `${status} is not documented` }
  if (!answer.content) return { empty: true }
  const content = answer.content[type]
  return content ? { schema: content.schema } : { error: `${type} is not documented for ${status}` }
}

/** Returns how an answer violates the contract; '' if it does not. */
export function misfit(
  name: CallName,
  { status, body, headers }: { status: number; body: unknown; headers: Record<string, unknown> },
): string {
  const { path: raw, method: upper }: Call = api[name]
  const path = raw.replace(/:(\w+)/g, '{$1}')
  const method = upper.toLowerCase()
  const type = String(headers['content-type'] ?? '').split(';')[0] ?? ''
  const where = `${upper} ${raw} ${status}`
  const { schema, empty, error } = schemaFor(path, method, status, type)
  if (error) return `${where}: ${error}, ${JSON.stringify(body).slice(0, 200)}`
  if (empty) return body === '' || body === null ? '' : `${where}: a body where none belongs`
  const key = `${method} ${path} ${status} ${type}`
  let validate = compiled.get(key)
  if (!validate) {
    const local = JSON.stringify(closed(schema)).replaceAll('"#/components', '"contract#/components')
    validate = ajv.compile(JSON.parse(local))
    compiled.set(key, validate)
  }
  return validate(body)
    ? ''
    : `${where}: ${ajv.errorsText(validate.errors)} ${JSON.stringify(body).slice(0, 300)}`
}
