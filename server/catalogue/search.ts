import { sql } from 'kysely'
import { hasWords } from '../../core/text/product-key.ts'
import { searchedAs } from '../../core/text/tongues.ts'
import { type Db, oneOf } from '../db/open.ts'
import { yieldToEventLoop, groupsOf } from '../db/chunks.ts'

/**
 * Returns, for each search word, the LIKE patterns of its forms. A column of words matches if a word in it begins with
 * one of these forms.
 */
export function wordPatterns(words: readonly string[]): string[][] {
  // Search words contain only letters and digits, so nothing has to be escaped for LIKE.
  return words.map((word) => searchedAs(word).map((form) => `% ${form}%`))
}

/** A list or a template, searched by its own name and by its products' names. */
export interface Searched {
  id: string
  name_norm: string
  living: number
}

const searched = {
  product: { holder: 'list_id', living: sql`and deleted_at = 0` },
  template_product: { holder: 'template_id', living: sql`` },
} as const

/** Returns those that have every word in their own name or their products' names. Products are searched in slices. */
export async function having<S extends Searched>(
  db: Db,
  table: keyof typeof searched,
  all: readonly S[],
  words: readonly string[],
): Promise<S[]> {
  const maskOf = (one: S) =>
    words.reduce((mask, word, i) => mask | (hasWords(one.name_norm, [word]) ? 1 << i : 0), 0)
  const wanted = (1 << words.length) - 1
  const masks = new Map(all.map((one) => [one.id, maskOf(one)]))
  const { living } = searched[table]
  const holder = sql.ref(searched[table].holder)
  const found = wordPatterns(words).map((patterns, i) => {
    const some = patterns.map((pattern) => sql`name_norm like ${pattern}`)
    return sql`max(case when ${sql.join(some, sql` or `)} then ${sql.lit(1 << i)} else 0 end)`
  })
  const unsure = all.filter((one) => one.living > 0 && masks.get(one.id) !== wanted)
  for (const group of groupsOf(unsure)) {
    const ids = oneOf(group.map(({ id }) => id))
    const { rows } = await sql<{ holder: string; mask: number }>`
      select ${holder} as holder, ${sql.join(found, sql` + `)} as mask from ${sql.table(table)}
      where ${holder} in (${sql.join(ids)}) ${living} group by ${holder}`.execute(db)
    for (const row of rows) masks.set(row.holder, (masks.get(row.holder) ?? 0) | row.mask)
    await yieldToEventLoop()
  }
  return all.filter((one) => masks.get(one.id) === wanted)
}
