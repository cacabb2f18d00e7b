import { plainColumns } from '../../support/every-field.ts'
import { generateNKeysBetween } from 'fractional-indexing'
import type { Insertable } from 'kysely'
import { wordsKey } from '../../../core/text/normalise.ts'
import type { Db } from '../../../server/db/open.ts'
import type { ProductTable, Schema } from '../../../server/db/schema.ts'
import { recount } from '../../../server/lists/store/list-counts.ts'

export const day = 86_400_000
export const sizes = { lists: 1_000, long: 5_000, products: 80_000, deleted: 100_000, operations: 100_000 }
const words = ['papryka', 'pomidor', 'pieczywo', 'piwo', 'polędwica', 'pestki', 'płatki', 'pasta']

/** A name of 200 characters in which nearly every word begins with p. */
function nameOf(n: number): string {
  let name = `Product ${n}`
  for (let i = 0; name.length < 200; i++) name += ` ${words[(n + i * 3) % words.length]}`
  return name.slice(0, 200).trim()
}

async function insert<T extends keyof Schema>(
  db: Db,
  table: T,
  rows: Insertable<Schema[T]>[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += 1_000)
    await db
      .insertInto(table)
      .values(rows.slice(from, from + 1_000) as never)
      .execute()
}

export const longList = (owner: string) => `${owner}-list-0`
export const longTemplate = (owner: string) => `${owner}-template-0`

/**
 * Fills an account to its limits, with 90 days of tombstones and operations. All its lists are shared with a
 * friend.
 */
export async function fillAccount(db: Db, owner: string, friend: string, now: number): Promise<void> {
  const lists = Array.from({ length: sizes.lists - 10 }, (_, n) => ({
    id: n === 0 ? longList(owner) : `${owner}-list-${n}`,
    count: n === 0 ? sizes.long : Math.floor((sizes.products - sizes.long) / (sizes.lists - 11)),
  }))
  await insert(
    db,
    'list',
    lists.map(({ id, count }, n) => ({
      id,
      owner_id: owner,
      name: `List number ${n}`,
      name_norm: wordsKey(`List number ${n}`),
      created_at: now - n * 1_000,
      hash: `hash-${id}`,
      status: 'aktywna' as const,
      epoch: 'e',
      head: count + (n === 0 ? sizes.deleted : 0),
    })),
  )
  const places = generateNKeysBetween(null, null, sizes.long)
  let made = 0
  const product = (list: string, n: number, ver: number, deleted_at: number): Insertable<ProductTable> => {
    const name = nameOf(made++)
    return {
      list_id: list,
      id: deleted_at > 0 ? `gone-${n}` : `product-${n}`,
      ...plainColumns(name, wordsKey(name)),
      quantity: 100 + (n % 50),
      price: 100 + (n % 900),
      price_unknown: n % 3 === 0 ? 1 : 0,
      bought: n % 4 === 0 ? 1 : 0,
      category: `Category ${made}`,
      shop: `Shop ${made}`,
      position: places[n % sizes.long] ?? 'a0',
      added_by: owner,
      created_at: now - made,
      ver,
      field_ver: JSON.stringify({ '*': ver }),
      field_at: JSON.stringify({ '*': now - made }),
      field_by: JSON.stringify({ '*': 'client' }),
      deleted_at,
    }
  }
  for (const { id, count } of lists)
    await insert(
      db,
      'product',
      Array.from({ length: count }, (_, n) => product(id, n, n + 1, 0)),
    )
  // Half of the tombstones are old enough to be pruned.
  const tombs = Array.from({ length: sizes.deleted }, (_, n) =>
    product(longList(owner), n, sizes.long + n + 1, n % 2 === 0 ? now - 91 * day - n : now - day - n),
  )
  await insert(db, 'product', tombs)
  await insert(
    db,
    'operation',
    Array.from({ length: sizes.operations }, (_, n) => ({
      list_id: longList(owner),
      op_id: `op-${n}`,
      client_id: 'client',
      seq: n + 1,
      status: 'applied' as const,
      why: '',
      ver: n,
      at: n % 2 === 0 ? now - 91 * day - n : now - day,
    })),
  )
  await insert(
    db,
    'member',
    lists.map(({ id }) => ({
      list_id: id,
      account_id: friend,
      permission: 'edit' as const,
      created_at: now,
      accepted: 1,
    })),
  )
  await recount(db)
  await fillTemplates(db, owner, now)
  await insert(
    db,
    'barcode',
    Array.from({ length: 20_000 }, (_, n) => ({
      account_id: owner,
      code: String(5_900_000_000_000 + n),
      name: nameOf(n),
      unit: 'pcs' as const,
      category: '',
      price: 100,
      price_unknown: 0,
      updated_at: now,
    })),
  )
  await insert(
    db,
    'list_setting',
    lists.map(({ id }, n) => ({
      account_id: owner,
      list_id: id,
      pinned: n % 2,
      used_at: now - n,
      updated_at: now,
    })),
  )
  await insert(
    db,
    'shop_setting',
    Array.from({ length: 6 }, (_, n) => ({
      account_id: owner,
      shop: `Shop ${n}`,
      categories: JSON.stringify(Array.from({ length: 100 }, (_, i) => String(i).padStart(100, '語'))),
      updated_at: now,
    })),
  )
  const keyword = (n: number, i: number) => `${words[i % words.length]} ${n} ${i} `.padEnd(99, 'x')
  await insert(
    db,
    'category',
    Array.from({ length: 200 }, (_, n) => ({
      id: `${owner}-category-${n}`,
      account_id: owner,
      name: `Own category ${n}`,
      icon: '',
      keywords: JSON.stringify(Array.from({ length: 100 }, (_, i) => keyword(n, i))),
      created_at: now,
    })),
  )
  await insert(
    db,
    'idempotency',
    Array.from({ length: 100_000 }, (_, n) => ({
      account_id: owner,
      key: `key-${n}`,
      request_hash: 'x',
      status: 201,
      answer: '{"id":"x"}',
      at: n % 2 === 0 ? now - 91 * day - n : now - day,
    })),
  )
}

async function fillTemplates(db: Db, owner: string, now: number): Promise<void> {
  const templates = Array.from({ length: 990 }, (_, n) => `${owner}-template-${n}`)
  await insert(
    db,
    'template',
    templates.map((id, n) => ({
      id,
      owner_id: owner,
      name: `Template ${n}`,
      name_norm: wordsKey(`Template ${n}`),
      description: '',
      difficulty: 'easy' as const,
      is_public: n % 2,
      image: 'basket.svg',
      created_at: now - n,
      deleted_at: 0,
      products: n === 0 ? sizes.long : 85,
    })),
  )
  for (const [n, id] of templates.entries())
    await insert(
      db,
      'template_product',
      Array.from({ length: n === 0 ? sizes.long : 85 }, (_, i) => ({
        template_id: id,
        id: `part-${i}`,
        ...plainColumns(nameOf(i), wordsKey(nameOf(i))),
        place: i + 1,
      })),
    )
}
