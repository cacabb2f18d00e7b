import { continues } from '../../../core/sync/mutation.ts'

/** One value per field; '*' applies to every field that is not listed. */
type Stamps<F extends string, T> = Partial<Record<F | '*', T>>

/** A row, of a product or of the list itself, with a version, a time and a writer for each of its fields. */
export interface Stamped<F extends string> {
  ver: number
  fieldVer: Stamps<F, number>
  /** when the value was typed, epoch ms by the server's clock */
  fieldAt: Stamps<F, number>
  /** the client that wrote it */
  fieldBy: Stamps<F, string>
}

export interface Writer {
  client: string
  /** epoch ms by the server's clock; null for a REST call, which counts as typed now and is never stale */
  typedAt: number | null
}

function stamp<F extends string, T>(stamps: Stamps<F, T>, field: F): T | undefined {
  return stamps[field] ?? stamps['*']
}

/** Returns the stamps of a row whose fields were all written at once. */
export function newStamps<F extends string>(
  ver: number,
  { client, typedAt }: Writer,
  now: number,
): Stamped<F> {
  const all = <T>(value: T) => ({ '*': value }) as Stamps<F, T>
  return { ver, fieldVer: all(ver), fieldAt: all(typedAt ?? now), fieldBy: all(client) }
}

/** Marks fields as written by this writer in version `ver`, which becomes the row's version. */
export function stampFields<F extends string>(
  row: Stamped<F>,
  written: readonly F[],
  { ver, writer, now }: { ver: number; writer: Writer; now: number },
): void {
  row.ver = ver
  for (const field of written) {
    row.fieldVer[field] = ver
    row.fieldAt[field] = writer.typedAt ?? now
    row.fieldBy[field] = writer.client
  }
}

/** Returns whether another client changed the field after `baseVer` with a value typed later than this one. */
export function isStale<F extends string>(
  row: Stamped<F>,
  field: F,
  baseVer: number,
  writer: Writer,
): boolean {
  if (writer.typedAt === null) return false
  return (
    (stamp(row.fieldVer, field) ?? 0) > baseVer &&
    !continues(writer.client, stamp(row.fieldBy, field) ?? '') &&
    (stamp(row.fieldAt, field) ?? 0) > writer.typedAt
  )
}

/** Makes `client` the writer of the fields that were written in version `ver`. Returns whether there are any. */
export function handOver<F extends string>(
  row: Stamped<F>,
  fields: readonly F[],
  ver: number,
  client: string,
): boolean {
  const written = fields.filter((field) => stamp(row.fieldVer, field) === ver)
  for (const field of written) row.fieldBy[field] = client
  return written.length > 0
}

/** Returns the fields' versions that differ from the row's, as answers contain them; undefined if there are none. */
export function fieldVersions<F extends string>(
  row: Pick<Stamped<F>, 'ver' | 'fieldVer'>,
  fields: readonly F[],
): Record<string, number> | undefined {
  const versions = fields.map((field) => [field, stamp(row.fieldVer, field) ?? row.ver] as const)
  const others = versions.filter(([, ver]) => ver !== row.ver)
  return others.length > 0 ? Object.fromEntries(others) : undefined
}

interface StampColumns {
  ver: number
  field_ver: string
  field_at: string
  field_by: string
}

export function stampsOf<F extends string>(row: StampColumns): Stamped<F> {
  return {
    ver: row.ver,
    fieldVer: JSON.parse(row.field_ver) as Stamps<F, number>,
    fieldAt: JSON.parse(row.field_at) as Stamps<F, number>,
    fieldBy: JSON.parse(row.field_by) as Stamps<F, string>,
  }
}

export function stampColumns<F extends string>(row: Stamped<F>): StampColumns {
  return {
    ver: row.ver,
    field_ver: JSON.stringify(row.fieldVer),
    field_at: JSON.stringify(row.fieldAt),
    field_by: JSON.stringify(row.fieldBy),
  }
}
