import { limits } from '../../../core/product/entities.ts'
import { parseCategory } from '../../../core/text/category-values.ts'
import type { Device } from '../../../device/device.ts'
import { keptCategories, refusal } from './kept.ts'
import type { Category, CategoryFields, OwnCategories } from './own.ts'

/** Returns the categories in the order made, in the server's format. */
export async function findCategoriesHere({ db }: Pick<Device, 'db'>): Promise<Category[]> {
  const all = await keptCategories.all(db)
  return all.map(({ id, value }) => ({ icon: null, ...value, id, own: true }))
}

export function categoriesHere({ db }: Pick<Device, 'db'>): OwnCategories {
  return {
    create: async (id, fields) => keptCategories.make(db, id, checked(fields), limits.categoriesOfUser),
    update: async (id, fields) =>
      keptCategories.change(db, id, (before) => ({ ...before, ...checked(fields) })),
    remove: (id) => keptCategories.drop(db, id),
  }
}

function checked(fields: CategoryFields): CategoryFields {
  const { name, words } = parseCategory(fields)
  if (name?.ok === false) throw refusal('invalidRequest', { category_name: name.error })
  if (words?.error) throw refusal('invalidRequest', { keywords: words.error })
  return {
    ...fields,
    ...(name && { category_name: name.value }),
    ...(words && { keywords: [...new Set(words.texts)] }),
  }
}
