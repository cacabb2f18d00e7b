import { type RawBuilder, sql } from 'kysely'
import { batched } from '../../db/batched.ts'
import { type Db, isSqlite, readingNow } from '../../db/open.ts'
import { statement } from '../../db/statement.ts'

export interface Question {
  session: string
  /** when the access token was made */
  madeAt: number
  list: string
  /** JSON: ids of accounts */
  people: string
}

export interface State {
  /** the account of the session */
  reader: string
  /** everything that an answer about the list depends on, except names, as JSON */
  list: string
  /** the names of these accounts, as JSON */
  names: string | null
}

export interface AskState {
  /** Returns null if the session may not see the list: the usual route then finds the reason and refuses. */
  ask: (question: Question) => State | null | Promise<State | null>
  /** Returns a number that changes with every write (see `Reading`); null if the database cannot tell synchronously. */
  version: () => number | null
}

/** The columns that an answer shows of a list. Its products need no columns: they depend on `head`. */
const shown =
  sql.raw(`list.epoch, list.head, list.name, list.status, list.hash, list.living, list.bought, list.amount,
    list.created_at, list.currency, list.ends_at, list.owner_id, member.permission,
    (select count(*) from member others where others.list_id = list.id)`)

/** `State.list`, parsed. */
export type ShownState = [
  ...list: [epoch: string, head: number, name: string, status: string, hash: string],
  ...counts: [living: number, bought: number, amount: number],
  ...rest: [createdAt: number, currency: string, endsAt: number],
  ...access: [owner: string, permission: string | null, members: number],
]

const ofSqlite = {
  state: sql<string>`json_array(${shown})`,
  names: (people: RawBuilder<unknown>) => sql<string>`(select json_group_array(json_array(
    named.id, named.name, named.surname, named.email)) from json_each(${people}) each
    left join account named on named.id = each.value)`,
}

const ofPostgres = {
  state: sql<string>`json_build_array(${shown})::text`,
  // With a join, PostgreSQL would read the whole table for each question while it has few accounts.
  names: (people: RawBuilder<unknown>) => sql<string>`(select json_agg(coalesce(
    (select json_build_array(named.id, named.name, named.surname, named.email) from account named
      where named.id = each.id), '[null, null, null, null]') order by each.n)::text
    from json_array_elements_text((${people})::json) with ordinality each(id, n))`,
}

/**
 * The same rules as in requireSession and accessList: an active session, an account that is not deleted, and a role.
 */
const rules = (madeAt: RawBuilder<unknown>) => sql`session.ended_at = 0 and account.status in ('A', 'N')
  and list.deleted_at = 0 and (list.owner_id = account.id or member.permission is not null)
  and not (session.generation > 1 and session.used_at = 0 and session.refreshed_at <= ${madeAt})`

const joins = (listId: RawBuilder<unknown>) => sql`join account on account.id = session.account_id
  join list on list.id = ${listId}
  left join member on member.list_id = list.id and member.account_id = account.id`

/** Reads one state, in SQLite. */
const one = statement((_db, { session, madeAt, list, people }: Question) => {
  const { state, names } = ofSqlite
  const query = sql<State>`select account.id as reader, ${state} as list,
    ${names(sql`${people}`)} as names from session ${joins(sql`${list}`)}
    where session.id = ${session} and ${rules(sql`${madeAt}`)}`
  return { compile: () => query.compile(_db) }
})

interface Questions {
  sessions: string[]
  madeAt: number[]
  lists: string[]
  people: string[]
}

/**
 * Reads many states at once, in PostgreSQL. `offset 0` keeps the lateral query separate, so that each question is
 * looked up by its keys and no table is read as a whole.
 */
const many = statement((db, { sessions, madeAt, lists, people }: Questions) => {
  const { state, names } = ofPostgres
  const query = sql<State & { n: number }>`select q.n, one.*
    from unnest(${sessions}::text[], ${madeAt}::bigint[], ${lists}::text[], ${people}::text[])
      with ordinality q(session_id, made_at, list_id, people, n)
    cross join lateral (select account.id as reader, ${state} as list, ${names(sql`q.people`)} as names
      from session ${joins(sql`q.list_id`)}
      where session.id = q.session_id and ${rules(sql`q.made_at`)} offset 0) one`
  return { compile: () => query.compile(db) }
})

/**
 * Makes the query for whether a session may see a list, and for the list's state, as one statement. SQLite answers
 * synchronously. PostgreSQL answers concurrent questions in batches, because a round trip costs more than the query.
 */
export function createAskState(db: Db): AskState {
  const now = readingNow(db)
  if (now) return { ask: (question) => now.rows(one.with(db, question))[0] ?? null, version: now.version }
  const ask = isSqlite(db)
    ? (question: Question) => one.first(db, question).then((state) => state ?? null)
    : batched((questions: Question[]) => askMany(db, questions))
  return { ask, version: () => null }
}

async function askMany(db: Db, questions: readonly Question[]): Promise<(State | null)[]> {
  const rows = await many.rows(db, {
    sessions: questions.map(({ session }) => session),
    madeAt: questions.map(({ madeAt }) => madeAt),
    lists: questions.map(({ list }) => list),
    people: questions.map(({ people }) => people),
  })
  const answers = questions.map((): State | null => null)
  for (const row of rows) answers[Number(row.n) - 1] = row
  return answers
}
