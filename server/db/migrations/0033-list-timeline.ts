import { type Kysely, sql, SqliteAdapter } from 'kysely'
import { askTimeline } from '../timeline.ts'

/** PostgreSQL's timeline at the last change of a list: see server/db/timeline.ts. Existing rows are not rewritten. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const timeline = db.getExecutor().adapter instanceof SqliteAdapter ? 0 : await timelineNow(db)
  await db.schema
    .alterTable('list')
    .addColumn('timeline', 'integer', (c) => c.notNull().defaultTo(timeline))
    .execute()
}

async function timelineNow(db: Kysely<unknown>): Promise<number> {
  const { rows } = await sql.raw<{ timeline: number }>(askTimeline).execute(db)
  return rows[0]?.timeline ?? 0
}
