type Value = readonly [key: string, value: unknown]

/**
 * Returns what stands for a value of version 5 since version 6, in which everything that waits for the server is stored
 * under `own:`, see src/account/session/unsent.ts. Returns null if the value stays as it is. A value of undefined is to be removed.
 */
export function carryOver([key, value]: Value): Value[] | null {
  if (key.startsWith('opened:')) return [[key, undefined], unsentValue('opened', String(value), true)]
  if (key === 'accountSettings') return settings(value)
  if (!key.startsWith('barcode:')) return null
  const { waiting, stamp: _, ...known } = (value ?? {}) as Readonly<Record<string, unknown>>
  return waiting === true ? [[key, known], unsentValue('barcode', String(known['code']), known)] : null
}

function unsentValue(kind: string, id: string, value: unknown): Value {
  return [`own:${kind}:${id}`, { own: kind, id, stamp: JSON.stringify(value), madeAt: 0, value }]
}

/** Up to version 5 all settings that waited were one value, beside those that the server has. */
function settings(value: unknown): Value[] {
  const { base, change } = (value ?? {}) as { base?: unknown; change?: Readonly<Record<string, unknown>> }
  const { lists, shops, products, ...singles } = change ?? {}
  const all: Value[] = [['accountSettings', { base }]]
  const add = (id: string, setting: object) => all.push(unsentValue('setting', id, setting))
  for (const [id, { pinned, usedAt }] of entriesOf<{ pinned?: boolean; usedAt?: number }>(lists)) {
    if (pinned !== undefined) add(`pinned ${id}`, { lists: [{ id, pinned }] })
    if (usedAt !== undefined) add(`used ${id}`, { lists: [{ id, usedAt: new Date(usedAt).toISOString() }] })
  }
  for (const [shop, categories] of entriesOf(shops)) add(`shop ${shop}`, { shops: [{ shop, categories }] })
  for (const [productName, days] of entriesOf(products))
    add(`product ${productName}`, { products: [{ productName, days }] })
  for (const [name, single] of Object.entries(singles))
    if (single !== undefined) add(name, { [name]: single })
  return all
}

const entriesOf = <T>(map: unknown) => (map instanceof Map ? (map as ReadonlyMap<string, T>) : [])
