import { msg, plural } from '@lingui/core/macro'
import { v7 as newId } from 'uuid'
import type { Template } from '../../../core/contract/shapes.ts'
import { currencyOf, pricedIn } from '../../../core/product/currency.ts'
import type { Unit } from '../../../core/product/entities.ts'
import { asLastKnown, valuesOfTemplate } from '../../../core/product/list-copies.ts'
import { productFields, type ProductValue, templateFields } from '../../../core/product/table.ts'
import { mergeTemplate } from '../../../core/product/template-merge.ts'
import { inWholePieces, scaleValue } from '../../../core/recipe/portions.ts'
import { fieldVersion } from '../../../core/sync/mutation.ts'
import { isSessionExpired } from '../../../device/failures.ts'
import { accountTexts } from '../../texts/account-texts.ts'
import { currentLanguage } from '../../texts/i18n.ts'
import { productsDeleted } from '../../texts/list-texts.ts'
import { errorText } from '../../texts/problem-text.ts'
import { templateTexts } from '../../texts/template-texts.ts'
import { texts } from '../../texts/texts.ts'
import { useAccountSettings } from '../../account/state/settings.ts'
import { callOnce } from '../../sync/call-once.ts'
import { attempt } from '../../sync/calls.ts'
import { forHousehold, wholeList, newListOf, write } from '../../list/state/list-actions.ts'
import { notifyDeleted, withdraw } from '../../sync/undo.ts'
import { notify, type NoticeAction } from '../../ui/notices.ts'
import { askTemplate, keptTemplate } from './kept.ts'
import type {
  NewProductValues,
  TemplateProductValues,
  TemplateValues,
  Category,
  CategoryFields,
} from '../../trial/local.ts'
import { ownTemplates, ownCategories, type RecipeValues } from './place.ts'
import { templateChanged, templateGone, categoriesChanged } from './queries.ts'

export type TemplateProduct = NonNullable<Template['products']>[number]

/** Returns an id made on the device, so that a repeated create request makes only one template. */
export function newTemplateId(): string {
  return newId()
}

/** Creates a template. Throws what the call throws: the form shows it beside the fields. */
export async function createTemplate(id: string, values: TemplateValues): Promise<void> {
  await ownTemplates().create(id, values)
  void templateChanged()
  notify('success', templateTexts.created)
}

/** Updates a template. Throws what the call throws. */
export async function updateTemplate(id: string, values: Partial<TemplateValues>): Promise<void> {
  await ownTemplates().update(id, values)
  await templateChanged(id)
  notify('success', templateTexts.saved)
}

/** Makes a template of all products of a list, bought or not. Returns the template's id. */
export async function templateFromList(listId: string, listName: string): Promise<string | null> {
  const made = await attempt(
    () =>
      callOnce(`template ${listId}`, async (id) => {
        await ownTemplates().createFromList(id, listId, listName)
        return id
      }),
    texts.serverError,
  )
  if (!made) return null
  void templateChanged()
  notify('success', templateTexts.created)
  return made.done
}

/** Makes a template of a recipe. Returns false if that failed; the user has then been told. */
export async function templateFromRecipe(
  values: RecipeValues,
  products: readonly NewProductValues[],
): Promise<boolean> {
  const what = `recipe ${JSON.stringify([values, products])}`
  const made = await attempt(
    () => callOnce(what, (id) => ownTemplates().createFromRecipe(id, values, products)),
    texts.serverError,
  )
  if (!made) return false
  void templateChanged()
  notify('success', templateTexts.created)
  return true
}

export async function deleteTemplate(id: string): Promise<boolean> {
  const done = await attempt(() => ownTemplates().remove(id), texts.serverError)
  if (!done) return false
  templateGone(id)
  withdraw(id)
  notify('success', templateTexts.deleted)
  return true
}

/** Adds a product. Throws what the call throws. */
export async function addTemplateProduct(
  id: string,
  productId: string,
  values: NewProductValues,
): Promise<void> {
  await ownTemplates().addProduct(id, productId, values)
  await templateChanged(id)
}

/** Changes a product. Throws what the call throws. */
export async function editTemplateProduct(
  id: string,
  productId: string,
  values: TemplateProductValues,
): Promise<void> {
  await ownTemplates().editProduct(id, productId, values)
  await templateChanged(id)
}

export async function deleteTemplateProduct(id: string, product: TemplateProduct): Promise<boolean> {
  const done = await attempt(() => ownTemplates().removeProduct(id, product.id), texts.serverError)
  if (!done) return false
  const again = Object.fromEntries(
    templateFields
      .filter((field) => !(field === 'price' && product.priceUnknown))
      .map((field) => [field, product[productFields[field].shown]]),
  ) as NewProductValues
  notifyDeleted(
    'templateProducts',
    1,
    (count) => (count === 1 ? templateTexts.productDeleted : productsDeleted(count)),
    { run: () => void attempt(() => addTemplateProduct(id, newId(), again), texts.serverError), of: [id] },
  )
  await templateChanged(id)
  return true
}

/**
 * Makes a list of a template, for so many portions if it says for how many it is. Returns its id, or null if it could
 * not be stored or the products are not known here.
 */
export async function listFromTemplate(template: Template, portions?: number): Promise<string | null> {
  const whole = await withProducts(template)
  if (!whole) return null
  const made = newListOf(whole.templateName, bought(whole, valuesFor(whole, portions)), {
    ...forHousehold(),
    currency: whole.type === 'predefined' ? useAccountSettings.getState().settings.currency : whole.currency,
  })
  if (!(await write([made]))) return null
  notify('success', templateTexts.listMade)
  return made.listId
}

/** Adds a template's products to a list. If the list has a product already in the same unit, its quantity is raised. */
export async function mergeIntoList(
  template: Template,
  listId: string,
  { showList, portions }: { showList?: NoticeAction; portions?: number | undefined } = {},
): Promise<boolean> {
  const [whole, there] = await Promise.all([withProducts(template), wholeList(listId)])
  if (!whole || !there) return false
  // Without positions they go behind the existing products.
  const priced = pricedIn(currencyOf(there.list), valuesFor(whole, portions), currencyOf(whole))
  const values = priced.map((value) => ({ ...value, position: undefined }))
  const merge = mergeTemplate(there.products, values)
  const products = new Map(there.products.map((product) => [product.id, product]))
  const sums = merge.sets.map(({ id, quantity }) => ({ id, unit: products.get(id)?.unit, quantity }))
  const sets = bought(whole, sums).map(({ id, quantity }) => {
    const baseVer = fieldVersion(products.get(id), 'quantity')
    return { op: 'set', rowId: id, field: 'quantity', value: quantity, baseVer } as const
  })
  const added = bought(whole, merge.adds).map((value) => ({ op: 'add', rowId: newId(), value }) as const)
  if (!(await write([{ listId, changes: [...sets, ...added] }]))) return false
  const [count, merged] = [merge.adds.length, values.length - merge.adds.length]
  notify('success', msg`Products added: ${count}, quantities increased: ${merged}`, showList)
  return true
}

function valuesFor(
  { products = [], portions: basePortions, date }: Template,
  portions = basePortions,
): ProductValue[] {
  const values = asLastKnown(valuesOfTemplate(products), Date.parse(date))
  return basePortions && portions ? values.map((value) => scaleValue(value, basePortions, portions)) : values
}

/**
 * Rounds the pieces of a recipe up to whole ones. This is done last: half an onion and half an onion are one. A template
 * without portions is no recipe, and its quantities stay as they are.
 */
function bought<V extends { quantity: number; unit?: Unit | undefined }>(
  { portions }: Template,
  values: readonly V[],
): readonly V[] {
  return portions ? values.map((value) => inWholePieces(value)) : values
}

/** Returns the template with its products, from this device or else the server: search results have no products. */
async function withProducts(template: Template): Promise<Template | null> {
  if (template.products) return template
  const language = currentLanguage()
  const stored = await keptTemplate(template.id, language).catch(() => null)
  if (stored) return stored
  const found = await attempt(() => askTemplate(template.id, language), texts.serverError)
  return found?.done ?? null
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
