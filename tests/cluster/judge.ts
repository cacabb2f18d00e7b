import { openDatabase } from '../../server/db/open.ts'
import type { EngineDevice, Watch } from './devices.ts'
import { verdict } from './verdict.ts'

const select = [
  ...(['id', 'list_id', 'name', 'bought', 'position', 'ver', 'field_ver'] as const),
  'deleted_at',
] as const

/** Compares what was typed and acknowledged, what the devices show, and what the database has. Says what held. */
export async function judge(devices: readonly EngineDevice[], watch: Watch, url: string): Promise<void> {
  const { ledger } = watch
  const db = await openDatabase({ postgres: url })
  try {
    const all = await db.selectFrom('product').select(select).execute()
    const rows = all.map((row) => ({
      id: row.id,
      listId: row.list_id,
      ver: row.ver,
      isDeleted: row.deleted_at > 0,
      productName: row.name,
      productStatus: row.bought === 1,
      position: row.position,
      fieldVer: JSON.parse(row.field_ver) as Record<string, number | undefined>,
    }))
    const history = await db
      .selectFrom('change_log')
      .select(['product_id', 'new_value'])
      .where('field', '=', 'productName')
      .execute()
    const typists = await Promise.all(
      devices.map(async (device) => {
        const { account, list, typed, deleted, shared } = device
        return { email: account.email, list, typed, deleted, shared, shown: await device.shown() }
      }),
    )
    const { held, faults } = verdict({ typists, rows, history, ledger })
    for (const sentence of held) process.stdout.write(`${sentence}\n`)
    watch.faults.push(...faults)
  } finally {
    await db.destroy()
  }
}
