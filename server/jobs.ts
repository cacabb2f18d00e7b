import type { Db } from './db/open.ts'

const day = 86_400_000
const keepMs = 90 * day

/** Forgets what nobody can ask for any more. Pruned tombstones raise a list's floor: older cursors start anew. */
export async function prune(db: Db, now: number): Promise<void> {
  const old = now - keepMs
  await db.transaction().execute(async (trx) => {
    const tombs = await trx
      .selectFrom('product')
      .select((select) => ['list_id', select.fn.max('ver').as('ver')])
      .where('deleted_at', '>', 0)
      .where('deleted_at', '<', old)
      .groupBy('list_id')
      .execute()
    for (const { list_id, ver } of tombs)
      await trx
        .updateTable('list')
        .set({ floor: ver })
        .where('id', '=', list_id)
        .where('floor', '<', ver)
        .execute()
    await trx.deleteFrom('product').where('deleted_at', '>', 0).where('deleted_at', '<', old).execute()
    await trx.deleteFrom('operation').where('at', '<', old).execute()
    await trx.deleteFrom('idempotency').where('at', '<', old).execute()
    await trx
      .deleteFrom('attempt')
      .where('at', '<', now - day)
      .execute()
    await trx.deleteFrom('session').where('ended_at', '>', 0).where('ended_at', '<', old).execute()
    await trx
      .deleteFrom('session')
      .where('refreshed_at', '<', now - 2 * keepMs)
      .execute()
    await trx.deleteFrom('activation').where('expires_at', '<', old).where('expires_at', '>', 0).execute()
  })
}

/** At the start and then daily. Answers how to stop. */
export function startPruning(db: Db, now: () => number, onError: (error: unknown) => void): () => void {
  const run = () => void prune(db, now()).catch(onError)
  run()
  const timer = setInterval(run, day)
  timer.unref()
  return () => clearInterval(timer)
}
