import { msg, plural } from '@lingui/core/macro'
import type { Answer } from '../../../core/contract/api.ts'
import { isSessionExpired } from '../../../device/failures.ts'
import { errorText } from '../../texts/problem-text.ts'
import { texts } from '../../texts/texts.ts'
import { askAgain, useAsked } from '../asked.ts'
import { notify } from '../notices.ts'
import { once } from '../once.ts'
import { promptly, unlessGone } from '../promptly.ts'
import { notifyDeleted } from '../lists/undo.ts'

export type Category = Answer<'categoryKeywords'>[number]
export interface CategoryFields {
  category_name: string
  /** absent: none was chosen */
  icon?: string
  keywords: string[]
}

interface Categories {
  own: readonly Category[]
  /** the user can choose among their icons; their names describe the icons */
  builtIn: readonly Category[]
}

const name = 'categories'

export function useCategories(online: boolean) {
  return useAsked([name], askForCategories, online)
}

async function askForCategories(): Promise<Categories> {
  const all = await promptly('GET /api/v3/category-keywords', {})
  return { own: all.filter((one) => one.own), builtIn: all.filter((one) => !one.own) }
}

/** Creates a category (`id` null) or updates one. Throws what the call throws. */
export async function saveCategory(id: string | null, fields: CategoryFields): Promise<void> {
  if (id === null)
    await once(`category ${JSON.stringify(fields)}`, (idempotencyKey) =>
      promptly('POST /api/v3/category-keywords', { body: fields, idempotencyKey }),
    )
  else await promptly('PUT /api/v3/category-keywords/:id', { params: { id }, body: fields })
  notify('success', texts.categorySaved)
  await askAgain(name)
}

/** Removes a category and offers Undo for a few seconds. */
export async function removeCategory({ id, category_name, icon, keywords }: Category): Promise<void> {
  const putBack = () =>
    saveCategory(null, { category_name, keywords, ...(icon && { icon }) }).catch((error: unknown) =>
      notify('error', errorText(error)),
    )
  try {
    await unlessGone(promptly('DELETE /api/v3/category-keywords/:id', { params: { id } }))
    notifyDeleted(
      'categories',
      1,
      (count) =>
        count === 1
          ? texts.categoryRemoved
          : msg`${plural(count, { one: '# category removed', other: '# categories removed' })}`,
      () => void putBack(),
    )
  } catch (error) {
    if (!isSessionExpired(error)) notify('error', errorText(error))
  }
  await askAgain(name)
}
