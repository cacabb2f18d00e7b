import { statfs } from 'node:fs/promises'
import { Counter, Gauge, type Registry } from 'prom-client'
import { sql } from 'kysely'
import type { Answer, Body } from '../../core/contract/api.ts'
import { backupTimes } from '../base/backup-times.ts'
import type { Services } from '../services/services.ts'

/** Registers the metrics beside response times for which an operator may want alerts. */
export function workMetrics(registry: Registry, { db, config, live }: Services) {
  const registers = [registry]
  const operations = new Counter({
    name: 'sync_operations_total',
    help: 'Operations that devices sent and were answered, also repeated ones',
    labelNames: ['status'],
    registers,
  })
  const problems = new Counter({
    name: 'problems_total',
    help: 'Requests that were not answered as asked, by problem code',
    labelNames: ['code'],
    registers,
  })
  // Each counter starts at 0, so that the first event shows as an increase.
  for (const status of ['applied', 'rejected', 'stale']) operations.inc({ status }, 0)
  for (const code of ['serverError', 'storageFull', 'unavailable']) problems.inc({ code }, 0)
  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(await read())
      },
    })
  gauge('event_streams', 'Event streams that are open in this process', live.size)
  gauge(
    'database_wait_seconds',
    'How long the smallest query took just now, with its wait for a connection',
    async () => {
      const from = performance.now()
      await sql`select 1`.execute(db)
      return (performance.now() - from) / 1_000
    },
  )
  const room = async () => {
    const { bavail, blocks, bsize } = await statfs(config.dataDir)
    return { free: bavail * bsize, whole: blocks * bsize }
  }
  gauge('data_free_bytes', 'Room that is left where DATA_DIR is', async () => (await room()).free)
  gauge('data_size_bytes', 'The size of the disk on which DATA_DIR is', async () => (await room()).whole)
  gauge(
    'backup_last_success_timestamp_seconds',
    'When a backup was last made, in Unix time; 0 for never',
    async () => (await backupTimes(db)).done / 1_000,
  )
  gauge('backup_last_failed', 'Whether the last backup failed', async () => {
    const { done, failed } = await backupTimes(db)
    return failed > done ? 1 : 0
  })

  return {
    problems,
    count({ ops }: Body<'sync'>, { results }: Partial<Answer<'sync'>>) {
      // The call was answered with a problem, so no operation was decided.
      if (!results) return
      const outcomes = Object.values(results)
      for (const status of ['rejected', 'stale'] as const)
        operations.inc({ status }, outcomes.filter((one) => one.status === status).length)
      operations.inc({ status: 'applied' }, ops.length - outcomes.length)
    },
  }
}
