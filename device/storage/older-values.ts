type Value = readonly [key: string, value: unknown]

/**
 * Returns what stands for a value of version 5 since version 6, in which everything that waits for the server is stored
 * under `own:`, see src/state/unsent.ts. Returns null if the value stays as it is. A value of undefined is to be removed.
 */
export function carryOver([key, value]: Value): Value[] | null {
  if (key.startsWith('opened:')) return [[key, undefined], own('opened', String(value), true)]
  const {
    waiting,
    stamp: _,
    ...known
  } = (value ?? {}) as { waiting?: unknown; stamp?: unknown; code?: string }
  if (key.startsWith('barcode:') && waiting === true)
    return [[key, known], own('barcode', String(known.code), known)]
  return null
}

function own(kind: string, id: string, value: unknown): Value {
  return [`own:${kind}:${id}`, { own: kind, id, stamp: JSON.stringify(value), madeAt: 0, value }]
}
