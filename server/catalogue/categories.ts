import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { limits } from '../../core/product/entities.ts'
import { parseCategory } from '../../core/text/category-values.ts'
import { ownCategories } from './category-finder.ts'
import type { Trx } from '../db/open.ts'
import { serverFolder } from '../base/folder.ts'
import type { Services } from '../services/services.ts'
import { invalid, problem } from '../base/problem.ts'
import { holdAccount, refuseFull } from '../limits/quota.ts'
import { answers, writes } from '../http/route.ts'
import { builtInCategories, icons } from '../seed/catalogue.ts'

const iconFolder = join(serverFolder, 'seed/icons')

/** Serves product categories: the built-in ones and the user's own. */
export async function categoryRoutes(app: FastifyInstance, services: Services): Promise<void> {
  answers(app, services, 'categoryKeywords', async ({ user }) => {
    const categories = await ownCategories(services.db, user.id)
    return [
      ...categories.map(({ id, name, icon, keywords }) => ({
        id,
        category_name: name,
        icon: icon || null,
        keywords: JSON.parse(keywords) as string[],
        own: true,
      })),
      ...builtInCategories(user.language).map((category) => ({ ...category, own: false })),
    ]
  })

  writes(app, services, 'createCategory', async (trx, { user, body }) => ({
    answer: { id: await makeCategory(trx, services, user.id, body) },
  }))

  writes(app, services, 'updateCategory', async (trx, { user, params, body }) => {
    await ownCategory(trx, user.id, params.id)
    await trx.updateTable('category').set(parse(body)).where('id', '=', params.id).execute()
    return { answer: { id: params.id } }
  })

  writes(app, services, 'deleteCategory', async (trx, { user, params }) => {
    await ownCategory(trx, user.id, params.id)
    await trx.deleteFrom('category').where('id', '=', params.id).execute()
    return { answer: {} }
  })

  const pictures = new Map(
    readdirSync(iconFolder).map((name) => [name, readFileSync(join(iconFolder, name))] as const),
  )
  app.get<{ Params: { icon: string } }>('/uploads/categoryIcons/:icon', async ({ params }, reply) => {
    const picture = pictures.get(params.icon)
    if (!picture) throw problem('notFound')
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type('image/svg+xml; charset=utf-8')
      .send(picture)
  })
}

/** Makes a category of the account and returns its id. Throws invalidRequest and limitReached. */
export async function makeCategory(
  trx: Trx,
  { newId, now }: Services,
  accountId: string,
  given: Given,
): Promise<string> {
  const category = parse(given)
  await holdAccount(trx, accountId)
  await refuseFull(trx.selectFrom('category').where('account_id', '=', accountId), limits.categoriesOfUser)
  const id = newId()
  await trx
    .insertInto('category')
    .values({ icon: '', ...category, id, account_id: accountId, created_at: now() } as never)
    .execute()
  return id
}

async function ownCategory(trx: Trx, accountId: string, id: string): Promise<void> {
  const category = await trx
    .selectFrom('category')
    .select('id')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!category) throw problem('notFound')
}

interface Given {
  category_name?: string
  icon?: string
  keywords?: string[]
}

function parse({ category_name, icon, keywords }: Given): {
  name?: string
  icon?: string
  keywords?: string
} {
  const wrong: Record<string, string> = {}
  const values: { name?: string; icon?: string; keywords?: string } = {}
  const { name, words } = parseCategory({ category_name, keywords })
  if (name?.ok) values.name = name.value
  else if (name) wrong['category_name'] = name.error
  if (words) {
    const { texts, error } = words
    if (error) wrong['keywords'] = error
    else values.keywords = JSON.stringify([...new Set(texts)])
  }
  if (icon !== undefined) {
    if (icons.includes(icon)) values.icon = icon
    else wrong['icon'] = 'outOfRange'
  }
  if (Object.keys(wrong).length > 0) throw invalid(wrong)
  return values
}
