import type { Recorded } from './recorded.ts'

/**
 * Finds out which rows a statement can touch: for each table in it, the values to which its key column is bound. It
 * understands the statements that the server sends and refuses all others, so what it does not understand fails a test
 * instead of passing it.
 */
export interface Touched {
  table: string
  what: 'select' | 'lock' | 'insert' | 'update' | 'delete'
  /** the values of the key column; null if nothing binds it */
  values: unknown[] | null
}

/** The columns of each table, and the column that decides where a row is stored. */
export interface Layout {
  columns: ReadonlyMap<string, ReadonlySet<string>>
  /** '' for a table of which each machine has a copy */
  keyOf: (table: string) => string
}

type Token =
  | { is: 'word'; text: string; quoted: boolean }
  | { is: 'param'; at: number }
  | { is: 'literal'; value: unknown }
  | { is: 'sign'; text: string }
  | { is: 'group'; items: Token[] }

/** A column of a source in a scope. */
interface Column {
  source: Source
  name: string
}
interface Source {
  /** '' for a function or a query */
  table: string
  alias: string
  what: Touched['what']
  /** values of columns that are known without a condition, such as those of `unnest($1)` */
  known: Map<string, unknown[]>
}
type Value = { column: Column } | { values: unknown[] }
/** `left` and `right` are equal; on the left join of `only`, this restricts only that source. */
interface Equality {
  left: Value
  right: Value
  only: Source | null
}
interface Scope {
  sources: Source[]
  outer: Scope | null
}

export function touchedBy({ sql, parameters, each }: Recorded, layout: Layout): Touched[] {
  const tokens = grouped(tokenised(sql))
  const runs = (each ?? [parameters]).map((values) => new Reading(values, layout).read(tokens))
  const [first = []] = runs
  return first.map((one, i) => ({
    ...one,
    values: runs.some((run) => !run[i]?.values) ? null : runs.flatMap((run) => run[i]?.values ?? []),
  }))
}

function tokenised(sql: string): Token[] {
  const pattern =
    /\s+|"([^"]+)"|'((?:[^']|'')*)'|\$(\d+)|(\+?\?)|([a-z_]\w*)|(\d+(?:\.\d+)?)|(::|<>|<=|>=|\|\||[-+*/%=<>(),.;[\]])/giy
  const tokens: Token[] = []
  let asked = 0
  while (pattern.lastIndex < sql.length) {
    const from = pattern.lastIndex
    const found = pattern.exec(sql)
    if (!found) throw new Error(`not understood: ${sql.slice(from, from + 40)}`)
    const [, quoted, text, dollar, question, word, number, sign] = found
    if (quoted !== undefined) tokens.push({ is: 'word', text: quoted, quoted: true })
    else if (text !== undefined) tokens.push({ is: 'literal', value: text })
    else if (dollar !== undefined) tokens.push({ is: 'param', at: Number(dollar) - 1 })
    else if (question !== undefined) tokens.push({ is: 'param', at: asked++ })
    else if (word !== undefined) tokens.push({ is: 'word', text: word.toLowerCase(), quoted: false })
    else if (number !== undefined) tokens.push({ is: 'literal', value: Number(number) })
    else if (sign !== undefined) tokens.push({ is: 'sign', text: sign })
  }
  return tokens
}

function grouped(tokens: readonly Token[]): Token[] {
  const stack: Token[][] = [[]]
  for (const token of tokens) {
    const top = stack.at(-1) as Token[]
    if (isSign(token, '(')) stack.push([])
    else if (isSign(token, ')')) {
      stack.pop()
      stack.at(-1)?.push({ is: 'group', items: top })
    } else top.push(token)
  }
  const [all, ...open] = stack
  if (!all || open.length > 0) throw new Error('a bracket is missing')
  return all
}

const isSign = (token: Token | undefined, text: string) => token?.is === 'sign' && token.text === text
const isWord = (token: Token | undefined, ...texts: string[]) =>
  token?.is === 'word' && !token.quoted && texts.includes(token.text)

/** Splits at words or signs of this level. */
function split(tokens: readonly Token[], isEnd: (token: Token) => boolean): Token[][] {
  const parts: Token[][] = [[]]
  for (const token of tokens) {
    if (isEnd(token)) parts.push([])
    else parts.at(-1)?.push(token)
  }
  return parts
}
const byComma = (tokens: readonly Token[]) => split(tokens, (token) => isSign(token, ','))

const clauses = ['where', 'group', 'order', 'limit', 'having', 'returning', 'for', 'offset', 'set']
const joins = ['join', 'left', 'inner', 'cross', 'lateral', 'on']
const noAlias = [...clauses, ...joins, 'values', 'using', 'with']

class Reading {
  readonly #parameters: readonly unknown[]
  readonly #layout: Layout
  readonly #touched: Source[] = []
  readonly #equalities: Equality[] = []

  constructor(parameters: readonly unknown[], layout: Layout) {
    this.#parameters = parameters
    this.#layout = layout
  }

  read(tokens: readonly Token[]): Touched[] {
    this.#queries(tokens, null)
    const bound = this.#bound()
    return this.#touched.map((source) => {
      const key = this.#layout.keyOf(source.table)
      const values = key === '' ? null : (bound.get(source)?.get(key) ?? null)
      return { table: source.table, what: source.what, values }
    })
  }

  #queries(tokens: readonly Token[], outer: Scope | null): void {
    for (const one of split(tokens, (token) => isWord(token, 'union')))
      this.#query(isWord(one[0], 'all') ? one.slice(1) : one, outer)
  }

  #query(tokens: readonly Token[], outer: Scope | null): void {
    const [first] = tokens
    const scope: Scope = { sources: [], outer }
    if (isWord(first, 'insert')) this.#insert(tokens, scope)
    else if (isWord(first, 'select')) this.#rest(tokens, scope, 'select')
    else if (isWord(first, 'update')) {
      const [target] = this.#table(tokens, 1, 'update')
      scope.sources.push(target)
      this.#rest(tokens.slice(2), scope, 'select')
    } else if (isWord(first, 'delete')) this.#rest(tokens, scope, 'delete')
    else if (isWord(first, 'values')) this.#nested(tokens, scope)
    else throw new Error(`not understood: ${JSON.stringify(first)}`)
  }

  /** Reads `from …`, `where …` and all nested queries. The tables of a delete's `from` are what it deletes from. */
  #rest(tokens: readonly Token[], scope: Scope, what: Touched['what']): void {
    const conditions: { tokens: Token[]; only: Source | null }[] = []
    const nested: Token[] = []
    let isLeft = false
    let last: Source | null = null
    for (let i = 0; i < tokens.length;) {
      const token = tokens[i] as Token
      if (isWord(token, 'from', 'join') || (isSign(token, ',') && last)) {
        const at = isWord(tokens[i + 1], 'lateral') ? i + 2 : i + 1
        isLeft = isWord(tokens[i - 1], 'left')
        ;[last, i] = this.#source(tokens, at, scope, what)
        scope.sources.push(last)
        continue
      }
      if (isWord(token, 'on', 'where')) {
        const end = tokens.findIndex(
          (one, n) => n > i && isWord(one, ...clauses, 'join', 'left', 'inner', 'cross'),
        )
        const part = tokens.slice(i + 1, end < 0 ? undefined : end)
        conditions.push({ tokens: part, only: isWord(token, 'on') && isLeft ? last : null })
        if (isWord(token, 'where')) last = null
        i += part.length + 1
        continue
      }
      if (isWord(token, ...clauses)) last = null
      if (isWord(token, 'for') && !isWord(tokens[i - 1], 'order')) this.#lock(tokens.slice(i), scope)
      nested.push(token)
      i++
    }
    for (const { tokens: part, only } of conditions) this.#conditions(part, scope, only)
    this.#nested(nested, scope)
  }

  #lock(tokens: readonly Token[], scope: Scope): void {
    const of = tokens.findIndex((token) => isWord(token, 'of'))
    const named = of < 0 ? null : tokens.slice(of + 1).flatMap((one) => (one.is === 'word' ? [one.text] : []))
    for (const source of scope.sources)
      if (source.table !== '' && (!named || named.includes(source.alias))) source.what = 'lock'
  }

  #table(tokens: readonly Token[], at: number, what: Touched['what']): [Source, next: number] {
    const name = tokens[at]
    if (name?.is !== 'word' || !this.#layout.columns.has(name.text))
      throw new Error(`no table: ${JSON.stringify(name)}`)
    let next = at + 1
    if (isWord(tokens[next], 'as')) next++
    const alias = tokens[next]
    const isNamed = alias?.is === 'word' && (alias.quoted || !noAlias.includes(alias.text))
    const source: Source = {
      table: name.text,
      alias: isNamed ? alias.text : name.text,
      what,
      known: new Map(),
    }
    this.#touched.push(source)
    return [source, isNamed ? next + 1 : next]
  }

  /** Reads a table, a function or a query, with its alias. */
  #source(tokens: readonly Token[], at: number, scope: Scope, what: Touched['what']): [Source, number] {
    const [one, two] = [tokens[at], tokens[at + 1]]
    const isCall = one?.is === 'word' && two?.is === 'group'
    if (one?.is === 'word' && !isCall) return this.#table(tokens, at, what)
    let next = isCall ? at + 2 : at + 1
    const source: Source = { table: '', alias: '', what: 'select', known: new Map() }
    if (isWord(tokens[next], 'with')) next += 2 // with ordinality
    if (isWord(tokens[next], 'as')) next++
    const alias = tokens[next]
    if (alias?.is === 'word' && (alias.quoted || !noAlias.includes(alias.text))) {
      source.alias = alias.text
      next++
    }
    const names = tokens[next]
    const columns = names?.is === 'group' ? byComma(names.items).map(([name]) => name) : []
    if (names?.is === 'group') next++
    if (one?.is === 'group') this.#queries(one.items, scope)
    else if (isCall) this.#call(one, two.items, source, columns, scope)
    else throw new Error(`no source: ${JSON.stringify(one)}`)
    return [source, next]
  }

  #call(name: Token, given: readonly Token[], source: Source, columns: (Token | undefined)[], scope: Scope) {
    const args = byComma(given)
    if (isWord(name, 'unnest'))
      for (const [i, [arg]] of args.entries()) {
        const column = columns[i]
        const value = arg?.is === 'param' ? this.#parameters[arg.at] : null
        if (column?.is === 'word' && Array.isArray(value)) source.known.set(column.text, value)
      }
    else if (isWord(name, 'json_populate_recordset')) {
      const [, [rows] = []] = args
      const text = rows?.is === 'param' ? this.#parameters[rows.at] : null
      const [first = {}, ...others] = JSON.parse(String(text)) as Record<string, unknown>[]
      for (const column of Object.keys(first))
        source.known.set(
          column,
          [first, ...others].map((row) => row[column]),
        )
    } else this.#nested(given, scope)
  }

  /** Reads the queries inside of these brackets, however deep. */
  #nested(tokens: readonly Token[], scope: Scope): void {
    for (const token of tokens)
      if (token.is === 'group') {
        if (isWord(token.items[0], 'select')) this.#queries(token.items, scope)
        else this.#nested(token.items, scope)
      }
  }

  #insert(tokens: readonly Token[], scope: Scope): void {
    const [target, at] = this.#table(tokens, 2, 'insert')
    const columns = tokens[at]
    if (columns?.is !== 'group') throw new Error('an insert without columns')
    const names = byComma(columns.items).map(([name]) => (name?.is === 'word' ? name.text : ''))
    const conflict = tokens.findIndex((token, i) => isWord(token, 'on') && isWord(tokens[i + 1], 'conflict'))
    const body = tokens.slice(at + 1, conflict < 0 ? undefined : conflict)
    const key = names.indexOf(this.#layout.keyOf(target.table))
    const bind = (item: readonly Token[] | undefined, inner: Scope) => {
      const value = item && this.#value(item, inner)
      if (value)
        this.#equalities.push({
          left: { column: { source: target, name: names[key] ?? '' } },
          right: value,
          only: target,
        })
    }
    if (isWord(body[0], 'values')) {
      const rows = body.flatMap((token) => (token.is === 'group' ? [byComma(token.items)] : []))
      const found = rows.map((row) => row[key] && this.#value(row[key], scope))
      if (found.every((value) => value && 'values' in value))
        target.known.set(
          names[key] ?? '',
          found.flatMap((value) => (value && 'values' in value ? value.values : [])),
        )
      this.#nested(body, scope)
      return
    }
    const inner: Scope = { sources: [], outer: null }
    const query = body[0]?.is === 'group' ? body[0].items : body
    if (!isWord(query[0], 'select')) throw new Error('an insert of something else')
    this.#rest(query, inner, 'select')
    const from = query.findIndex((token) => isWord(token, 'from'))
    bind(byComma(query.slice(1, from))[key], inner)
  }

  /** Reads conditions that all hold. What is behind an `or` or a `not` binds nothing, but its queries are read. */
  #conditions(tokens: readonly Token[], scope: Scope, only: Source | null): void {
    if (tokens.some((token) => isWord(token, 'or'))) return this.#nested(tokens, scope)
    for (const part of split(tokens, (token) => isWord(token, 'and'))) {
      const [first, ...others] = part
      if (first?.is === 'group' && others.length === 0 && !isWord(first.items[0], 'select')) {
        this.#conditions(first.items, scope, only)
        continue
      }
      const equals = part.findIndex((token) => isSign(token, '='))
      const within = part.findIndex((token) => isWord(token, 'in'))
      const at = equals >= 0 ? equals : within
      const left = at > 0 ? this.#value(part.slice(0, at), scope) : null
      const right = at > 0 ? this.#value(part.slice(at + 1), scope) : null
      if (left && right && !isWord(first, 'not')) this.#equalities.push({ left, right, only })
      else this.#nested(part, scope)
    }
  }

  /** Returns a column or values that are known; null for anything else. */
  #value(tokens: readonly Token[], scope: Scope): Value | null {
    const cast = tokens.findIndex((token) => isSign(token, '::'))
    const [one, two, three, ...others] = cast < 0 ? tokens : tokens.slice(0, cast)
    if (!one || others.length > 0) return null
    if (!two) {
      if (one.is === 'param') return { values: [this.#parameters[one.at]] }
      if (one.is === 'literal') return { values: [one.value] }
      if (one.is === 'word') return this.#column(one.text, scope)
      return one.is === 'group' ? this.#listed(one.items, scope) : null
    }
    if (one.is === 'word' && isSign(two, '.') && three?.is === 'word') {
      for (let at: Scope | null = scope; at; at = at.outer) {
        const source = at.sources.find(({ alias }) => alias === one.text)
        if (source) return { column: { source, name: three.text } }
      }
      throw new Error(`no such alias: ${one.text}`)
    }
    if (three || two.is !== 'group') return null
    const [arg, as] = two.items
    if (isWord(one, 'cast') && arg?.is === 'param' && isWord(as, 'as'))
      return { values: [this.#parameters[arg.at]] }
    const values = arg?.is === 'param' ? this.#parameters[arg.at] : null
    return isWord(one, 'any') && Array.isArray(values) ? { values } : null
  }

  /** Reads `($1, $2)` and `(select value from json_each($1))`. */
  #listed(items: readonly Token[], scope: Scope): Value | null {
    const call = items.findIndex((token) => isWord(token, 'json_each'))
    const given = items[call + 1]
    if (call >= 0 && given?.is === 'group' && given.items[0]?.is === 'param')
      return { values: JSON.parse(String(this.#parameters[given.items[0].at])) as unknown[] }
    if (isWord(items[0], 'select')) return null
    const all = byComma(items).map((one) => this.#value(one, scope))
    return all.every((one) => one && 'values' in one)
      ? { values: all.flatMap((one) => (one && 'values' in one ? one.values : [])) }
      : null
  }

  #column(name: string, scope: Scope): Value | null {
    for (let at: Scope | null = scope; at; at = at.outer) {
      const sources = at.sources.filter(
        ({ table, known }) => known.has(name) || this.#layout.columns.get(table)?.has(name),
      )
      if (sources.length > 1) throw new Error(`ambiguous: ${name}`)
      const [source] = sources
      if (source) return { column: { source, name } }
    }
    return null
  }

  /** Returns the values of all columns that are bound to some, also through other columns. */
  #bound(): Map<Source, Map<string, unknown[]>> {
    const bound = new Map<Source, Map<string, unknown[]>>()
    const valuesOf = (value: Value) => {
      if ('values' in value) return value.values
      const { source, name } = value.column
      return bound.get(source)?.get(name) ?? source.known.get(name)
    }
    for (const source of this.#touched) bound.set(source, new Map(source.known))
    for (let isNews = true; isNews;) {
      isNews = false
      for (const { left, right, only } of this.#equalities)
        for (const [to, from] of [
          [left, right],
          [right, left],
        ] as const) {
          if (!('column' in to) || valuesOf(to) || (only && to.column.source !== only)) continue
          const values = valuesOf(from)
          if (!values) continue
          const { source, name } = to.column
          bound.set(source, (bound.get(source) ?? new Map<string, unknown[]>()).set(name, values))
          isNews = true
        }
    }
    return bound
  }
}
