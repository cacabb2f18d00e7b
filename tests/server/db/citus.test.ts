import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { dialect } from '../../support/database.ts'
import { testServer } from '../../support/server.ts'
import { keys } from '../../support/statements/layout.ts'

const file = readFileSync(resolve(import.meta.dirname, '../../../deploy/citus.sql'), 'utf8')

test('RUN-12 citus.sql says for each table by which column it is spread, and that nobody has run it', async () => {
  const statements = file.matchAll(
    /^select create_(?:reference_table\('(\w+)'\)|distributed_table\('(\w+)', '(\w+)'(?:, colocate_with => '(\w+)')?\));$/gm,
  )
  const all = [...statements].map(([, everywhere, spread = '', by = '', beside = '']) => ({
    table: everywhere ?? spread,
    by,
    beside,
  }))
  expect(file.match(/create_\w+_table\(/g)).toHaveLength(all.length)
  expect(Object.fromEntries(all.map(({ table, by }) => [table, by]))).toEqual(keys)
  expect(all).toHaveLength(Object.keys(keys).length)
  expect(file).toMatch(/^-- NOT RUN\./)

  const { db } = await testServer()
  const tables = await db.introspection.getTables()
  expect(tables.map(({ name }) => name).toSorted()).toEqual(Object.keys(keys).toSorted())
  for (const { table, by, beside } of all) {
    const found = tables.find(({ name }) => name === table)
    if (by !== '') expect(found?.columns.map(({ name }) => name)).toContain(by)
    // A table is placed beside one that is placed already.
    const before = all.slice(
      0,
      all.findIndex((one) => one.table === table),
    )
    expect(['', 'none', ...before.map((one) => one.table)]).toContain(beside)
  }
})

test.skipIf(dialect === 'sqlite')(
  'RUN-12 after the plain DDL of citus.sql, unique constraints and foreign keys fit the keys',
  async () => {
    const { db } = await testServer()
    const plain = file
      .replaceAll(/^--.*$/gm, '')
      .split(';')
      .filter((one) => one.trim() !== '' && !/create_\w+_table\(/.test(one))
    expect(plain.length).toBeGreaterThan(5)
    for (const one of plain) await sql.raw(one).execute(db)

    const keyOf = (table: string) => keys[table as keyof typeof keys]
    const isSpread = (table: string) => keyOf(table) !== ''
    const unique = await sql<{ table: string; index: string; columns: string[] }>`
      select t.relname as table, i.relname as index, array_agg(a.attname::text) as columns
      from pg_index x join pg_class t on t.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
      join pg_attribute a on a.attrelid = t.oid and a.attnum = any(x.indkey)
      where x.indisunique and t.relnamespace = 'public'::regnamespace and t.relname not like 'kysely%'
      group by 1, 2`.execute(db)
    expect(unique.rows.length).toBeGreaterThan(25)
    const withoutKey = unique.rows.filter(
      ({ table, columns }) => isSpread(table) && !columns.includes(keyOf(table)),
    )
    expect(withoutKey).toEqual([])

    const foreign = await sql<{ table: string; to: string; pairs: string[] }>`
      select t.relname as table, f.relname as to,
        array_agg(a.attname || ' ' || b.attname) as pairs
      from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_class f on f.oid = c.confrelid
      cross join lateral unnest(c.conkey, c.confkey) as both_keys(mine, theirs)
      join pg_attribute a on a.attrelid = t.oid and a.attnum = mine
      join pg_attribute b on b.attrelid = f.oid and b.attnum = theirs
      where c.contype = 'f' group by c.oid, 1, 2`.execute(db)
    expect(foreign.rows.length).toBeGreaterThan(15)
    const astray = foreign.rows.filter(
      ({ table, to, pairs }) => isSpread(to) && !pairs.includes(`${keyOf(table)} ${keyOf(to)}`),
    )
    expect(astray).toEqual([])
  },
)
