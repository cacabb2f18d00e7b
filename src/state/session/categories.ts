import { msg, plural } from '@lingui/core/macro'
import { isSessionExpired } from '../../../device/failures.ts'
import { errorText } from '../../texts/problem-text.ts'
import { accountTexts } from '../../texts/account-texts.ts'
import { useAsked } from '../asked.ts'
import { notify } from '../notices.ts'
import { callOnce } from '../call-once.ts'
import { categoriesChanged, categoriesKey } from '../own/changed.ts'
import { findCategoriesHere } from '../own/categories-here.ts'
import type { Category, CategoryFields } from '../own/own.ts'
import { ownCategories } from '../own/place.ts'
import { interactiveCall } from '../interactive-call.ts'
import { builtInCategories } from '../lists/load-suggestions.ts'
import { notifyDeleted } from '../lists/undo.ts'
import { currentDevice } from './device.ts'

interface Categories {
  own: readonly Category[]
  /** the user can choose among their icons; their names describe the icons */
  builtIn: readonly Category[]
}

export function useCategories(enabled: boolean) {
  return useAsked([categoriesKey], askForCategories, enabled)
}

async function askForCategories(): Promise<Categories> {
  const device = currentDevice()
  const here = await findCategoriesHere(device)
  const all = device.isTrial
    ? await builtInCategories()
    : await interactiveCall('GET /api/v3/category-keywords', {})
  return { own: [...here, ...all.filter((one) => one.own)], builtIn: all.filter((one) => !one.own) }
}

/** Creates a category (`id` null) or updates one. Throws what the call throws. */
export async function saveCategory(id: string | null, fields: CategoryFields): Promise<void> {
  if (id === null)
    await callOnce(`category ${JSON.stringify(fields)}`, (newId) => ownCategories().create(newId, fields))
  else await ownCategories().update(id, fields)
  notify('success', accountTexts.categorySaved)
  await categoriesChanged()
}

/** Removes a category and offers Undo for a few seconds. */
export async function removeCategory({ id, category_name, icon, keywords }: Category): Promise<void> {
  const putBack = () =>
    saveCategory(null, { category_name, keywords, ...(icon && { icon }) }).catch((error: unknown) =>
      notify('error', errorText(error)),
    )
  try {
    await ownCategories().remove(id)
    notifyDeleted(
      'categories',
      1,
      (count) =>
        count === 1
          ? accountTexts.categoryRemoved
          : msg`${plural(count, { one: '# category removed', other: '# categories removed' })}`,
      { run: () => void putBack(), of: [] },
    )
  } catch (error) {
    if (!isSessionExpired(error)) notify('error', errorText(error))
  }
  await categoriesChanged()
}
