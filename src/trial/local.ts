import type { Answer } from '../../core/contract/api.ts'
import type { ProblemCode } from '../../core/contract/problem-codes.ts'
import type { Template } from '../../core/contract/shapes.ts'
import type { ProductValue, TemplateField, SetValueOf } from '../../core/product/table.ts'
import type { Device } from '../../device/device.ts'
import { accountStore } from '../sync/account-store.ts'
import { unsentOf } from '../account/session/unsent.ts'

export type TemplateValues = Pick<
  Template,
  'templateName' | 'description' | 'difficulty' | 'isPublic' | 'image' | 'portions' | 'source'
>
export type TemplateProductValues = { [F in TemplateField]?: SetValueOf<F> }
/** A template as a device without an account stores it. A product has no category if no keyword matched. */
export interface TemplateHere extends TemplateValues {
  products: readonly { id: string; value: ProductValue }[]
}
export type NewProductValues = TemplateProductValues & { productName: string }

export type Category = Answer<'categoryKeywords'>[number]
export interface CategoryFields {
  category_name: string
  /** absent if none was chosen */
  icon?: string
  keywords: string[]
}

export const localTemplates = unsentOf<TemplateHere>('template')
export const localCategories = unsentOf<CategoryFields>('category')

/** Returns the categories in the order made, in the server's format. */
export async function findCategoriesHere({ db }: Pick<Device, 'db'>): Promise<Category[]> {
  const all = await localCategories.all(db)
  return all.map(({ id, value }) => ({ icon: null, ...value, id, own: true }))
}

/**
 * Ids of what an account took over from a trial and the server does not have yet. The value is null while it is being
 * sent, else the reason why the server refused it.
 */
type Unsent = ReadonlyMap<string, ProblemCode | null>

export const useUnsentTemplates = accountStore<{ all: Unsent }>(() => ({ all: new Map() }))

/** Returns undefined if this template or category does not wait to be sent. */
export function useWaits(id: string): ProblemCode | null | undefined {
  return useUnsentTemplates(({ all }) => all.get(id))
}

/** Reads what waits on this device, and shows it. */
export async function readWaiting(device: Device): Promise<Unsent> {
  if (device.isTrial) return new Map()
  const [categories, templates] = await Promise.all([
    localCategories.all(device.db),
    localTemplates.all(device.db),
  ])
  const all = new Map([...categories, ...templates].map(({ id, refused = null }) => [id, refused]))
  useUnsentTemplates.of(device).setState({ all })
  return all
}
