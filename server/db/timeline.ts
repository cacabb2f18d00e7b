import type { DialectAdapter, Kysely } from 'kysely'

// Decision 137: a failover is a new history.
/**
 * PostgreSQL counts its histories: each standby that becomes the primary begins a new timeline, and so does a restore to
 * a point in time. Where replication is asynchronous, the new timeline may lack the last commits of the old one.
 */
const timelines = new WeakMap<DialectAdapter, number>()

// A transaction has its database's adapter.
const adapterOf = (db: Pick<Kysely<unknown>, 'getExecutor'>) => db.getExecutor().adapter

/** Returns the timeline of the newest connection; 0 for SQLite, which has none. */
export function timelineOf(db: Pick<Kysely<unknown>, 'getExecutor'>): number {
  return timelines.get(adapterOf(db)) ?? 0
}

export function setTimeline(adapter: DialectAdapter, timeline: number): void {
  timelines.set(adapter, timeline)
}

/**
 * Notes the timeline of a new connection. A standby has none, and an old primary that still answers has an older one:
 * neither makes a change on the new primary look like one from before.
 */
export function noteTimeline(adapter: DialectAdapter, timeline: number): void {
  setTimeline(adapter, Math.max(timeline, timelines.get(adapter) ?? 0))
}

/** A segment of PostgreSQL's log is named by its timeline: 8 hexadecimal digits. A standby writes none. */
export const askTimeline = `select case when pg_is_in_recovery() then 0
  else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline`
