import { openDatabase } from '../../server/db/open.ts'
import { type EngineDevice, shownAs, type Watch } from './devices.ts'
import { watched } from './ledger.ts'

const select = [
  ...(['id', 'list_id', 'name', 'bought', 'position', 'ver', 'field_ver'] as const),
  'deleted_at',
] as const

/** Compares what was typed and acknowledged, what the devices show, and what the database has. */
export async function judge(devices: readonly EngineDevice[], watch: Watch, url: string): Promise<void> {
  const { faults, ledger } = watch
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
    const byId = new Map(rows.map((row) => [row.id, row]))
    const living = rows.filter(({ isDeleted }) => !isDeleted)
    let typed = 0
    let deleted = 0
    for (const device of devices) {
      const { account, list, typed: names, deleted: gone } = device
      for (const [id, name] of names) {
        typed++
        const found = byId.get(id)
        if (!found || found.isDeleted)
          faults.push(`${account.email}: a product that was typed is lost: ${name}`)
        else if (found.productName !== name)
          faults.push(`${account.email}: ${name} was typed, ${found.productName} is stored`)
      }
      for (const id of gone) {
        deleted++
        if (byId.get(id)?.isDeleted === false)
          faults.push(`${account.email}: a deleted product is there: ${id}`)
      }
      const shown = await device.shown()
      const there = living.filter(({ listId }) => listId === list)
      const others = there.filter((row) => shown.get(row.id) !== shownAs(row))
      if (shown.size !== there.length || others.length > 0)
        faults.push(
          `${account.email} shows ${shown.size} products, the list has ${there.length}, ${others.length} of them otherwise`,
        )
    }
    const shared = new Set(devices.flatMap((device) => device.shared))
    if (typed + shared.size !== living.length)
      faults.push(`${typed + shared.size} products were typed, ${living.length} are stored`)
    const versions = new Set(rows.map(({ listId, ver }) => `${listId} ${ver}`))
    if (versions.size !== rows.length) faults.push('two products have one version')
    say(`${living.length} products stored, each once, with the name that was typed last; ${deleted} deleted`)
    if (!ledger.isStrict) return

    // The newest version that any device was told of is the one that is stored.
    for (const row of living)
      for (const field of watched) {
        const newest = ledger.newest(row.id, field)
        const ver = row.fieldVer[field] ?? row.fieldVer['*'] ?? row.ver
        if (!newest || newest.ver !== ver || newest.value !== row[field])
          faults.push(
            `${row.id} ${field}: ${newest?.value} in version ${newest?.ver} was told, ${row[field]} in version ${ver} is stored`,
          )
      }
    // Each name that was acknowledged is in the history, once.
    const history = await db
      .selectFrom('change_log')
      .select(['product_id', 'new_value'])
      .where('field', '=', 'productName')
      .execute()
    const times = new Map<string, number>()
    for (const { product_id, new_value } of history)
      times.set(`${product_id} ${new_value}`, (times.get(`${product_id} ${new_value}`) ?? 0) + 1)
    for (const { rowId, name } of ledger.names.values()) {
      const count = times.get(`${rowId} ${JSON.stringify(name)}`) ?? 0
      if (count !== 1) faults.push(`${rowId}: ${name} was acknowledged, and is ${count} times in the history`)
    }
    say(`${ledger.names.size} acknowledged changes of names, each once in the history`)
  } finally {
    await db.destroy()
  }
}

const say = (what: string) => process.stdout.write(`${what}\n`)
