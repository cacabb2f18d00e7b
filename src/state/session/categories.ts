import { msg, plural } from '@lingui/core/macro'
import { v7 as newId } from 'uuid'
import { create } from 'zustand'
import type { Answer } from '../../../core/contract/api.ts'
import { isSessionExpired } from '../../../device/failures.ts'
import { errorText } from '../../texts/problem-text.ts'
import { texts } from '../../texts/texts.ts'
import { notify } from '../notices.ts'
import { promptly, unlessGone } from '../promptly.ts'
import { notifyDeleted } from '../lists/undo.ts'

export type Category = Answer<'categoryKeywords'>[number]
export interface CategoryFields {
  category_name: string
  /** absent: none was chosen */
  icon?: string
  keywords: string[]
}

interface OwnCategories {
  /** null until the server was asked */
  own: readonly Category[] | null
  /** whose icons may be chosen, with the names of what they show */
  builtIn: readonly Category[]
  failed: boolean
}

const nothing: OwnCategories = { own: null, builtIn: [], failed: false }
export const useOwnCategories = create<OwnCategories>(() => nothing)

export async function loadCategories(): Promise<void> {
  try {
    const all = await promptly('GET /api/v3/category-keywords', {})
    const [own, builtIn] = [all.filter((one) => one.own), all.filter((one) => !one.own)]
    useOwnCategories.setState({ own, builtIn, failed: false })
  } catch {
    useOwnCategories.setState({ failed: true })
  }
}

/** They may be somebody else's next time. */
export function forgetCategories(): void {
  useOwnCategories.setState(nothing)
}

/** The category that may have arrived although its answer got lost, and the key under which it is repeated. */
let sent = { what: '', key: '' }

/** Makes a new one, or changes that of the id. Throws what the call throws. */
export async function saveCategory(id: string | null, fields: CategoryFields): Promise<void> {
  if (id === null) {
    const what = JSON.stringify(fields)
    if (sent.what !== what) sent = { what, key: newId() }
    await promptly('POST /api/v3/category-keywords', { body: fields, idempotencyKey: sent.key })
    sent = { what: '', key: '' }
  } else await promptly('PUT /api/v3/category-keywords/:id', { params: { id }, body: fields })
  notify('success', texts.categorySaved)
  await loadCategories()
}

/** What was removed can be put back for a moment. */
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
  await loadCategories()
}
