import { v7 as newId } from 'uuid'
import { limits } from '../../../core/product/entities.ts'
import { parseField, parseProduct } from '../../../core/product/fields.ts'
import { copiesOf, forTemplate } from '../../../core/product/list-copies.ts'
import { type ProductValue, type TemplateField, templateFields } from '../../../core/product/table.ts'
import { parseTemplate } from '../../../core/product/template-values.ts'
import { parseCategory } from '../../../core/text/category-values.ts'
import type { Device } from '../../../device/device.ts'
import { interactiveCall, unlessGone } from '../../sync/calls.ts'
import { wholeList } from '../../list/state/list-actions.ts'
import { useSuggestions } from '../../sync/suggestions.ts'
import { useSync } from '../../sync/sync-status.ts'
import { sendSoon } from '../../sync/send-unsent.ts'
import { currentDevice } from '../../sync/device.ts'
import { useSession, who } from '../../account/session/session.ts'
import { refusal } from '../../account/session/unsent.ts'
import {
  type CategoryFields,
  localCategories,
  localTemplates,
  type NewProductValues,
  type TemplateHere,
  type TemplateProductValues,
  type TemplateValues,
} from '../../trial/local.ts'

// Decision 155: those of a trial wait beside the outbox.
/** Changes a user's own templates. All functions throw as the server's calls do. */
interface OwnTemplates {
  /** The caller makes the id: repeated with the same id, only one template is made. */
  create: (id: string, values: TemplateValues) => Promise<unknown>
  /** from all products of a list, bought or not */
  createFromList: (id: string, listId: string, templateName: string) => Promise<unknown>
  /** at most `limits.ingredients` products */
  createFromRecipe: (
    id: string,
    values: RecipeValues,
    products: readonly NewProductValues[],
  ) => Promise<unknown>
  update: (id: string, values: Partial<TemplateValues>) => Promise<unknown>
  /** succeeds also if it is already gone */
  remove: (id: string) => Promise<unknown>
  addProduct: (id: string, productId: string, values: NewProductValues) => Promise<unknown>
  editProduct: (id: string, productId: string, values: TemplateProductValues) => Promise<unknown>
  removeProduct: (id: string, productId: string) => Promise<unknown>
}

/** What a recipe gives to a template. */
export type RecipeValues = Pick<TemplateValues, 'templateName' | 'portions' | 'source'>

/** Changes a user's own categories. All functions throw as the server's calls do. */
interface OwnCategories {
  /** The caller makes the id: repeated with the same id, only one category is made. */
  create: (id: string, fields: CategoryFields) => Promise<unknown>
  update: (id: string, fields: CategoryFields) => Promise<unknown>
  /** succeeds also if it is already gone */
  remove: (id: string) => Promise<unknown>
}

/**
 * Returns where own templates and categories are stored: without an account on this device, else on the server. This is
 * the only place that decides it.
 */
export function ownTemplates(device: Device = currentDevice()): OwnTemplates {
  return device.isTrial ? templatesHere(device) : templatesThere(device)
}

export function ownCategories(device: Device = currentDevice()): OwnCategories {
  return device.isTrial ? categoriesHere(device) : categoriesThere(device)
}

/** Returns whether they can be changed now: on this device always, on the server only with a connection. */
export function useMayChangeTemplates(): boolean {
  const onDevice = useSession(who) === 'trial'
  const online = useSync((sync) => sync.online)
  return onDevice || online
}

function templatesThere({ db }: Device): OwnTemplates {
  return {
    create: (id, values) => interactiveCall('POST /api/v3/template', { body: { id, ...values } }),
    createFromList: (id, fromList, templateName) =>
      interactiveCall('POST /api/v3/template', { body: { id, templateName, fromList } }),
    createFromRecipe: (id, values, products) =>
      interactiveCall('POST /api/v3/template', {
        body: { id, ...recipeLook, ...values, products: [...products] },
      }),
    update: (id, body) => interactiveCall('PUT /api/v3/template/:id', { params: { id }, body }),
    async remove(id) {
      // It may still be on this device, waiting to be sent.
      await localTemplates.drop(db, id)
      await unlessGone(interactiveCall('DELETE /api/v3/template/:id', { params: { id } }))
      // There may be room now for one that was refused.
      sendSoon()
    },
    addProduct: (id, productId, values) =>
      interactiveCall('POST /api/v3/template/:id/product', {
        params: { id },
        body: { id: productId, ...values },
      }),
    editProduct: (id, productId, body) =>
      interactiveCall('PUT /api/v3/template/:id/product/:productId', { params: { id, productId }, body }),
    removeProduct: (id, productId) =>
      unlessGone(
        interactiveCall('DELETE /api/v3/template/:id/product/:productId', { params: { id, productId } }),
      ),
  }
}

function categoriesThere({ db }: Device): OwnCategories {
  return {
    create: (idempotencyKey, body) =>
      interactiveCall('POST /api/v3/category-keywords', { body, idempotencyKey }),
    update: (id, body) => interactiveCall('PUT /api/v3/category-keywords/:id', { params: { id }, body }),
    async remove(id) {
      // Categories that wait here to be sent have an id of this device.
      const isHere = await localCategories.drop(db, id)
      if (!isHere)
        await unlessGone(interactiveCall('DELETE /api/v3/category-keywords/:id', { params: { id } }))
      sendSoon()
    },
  }
}

/** Defaults of the form, for a template that only has a name. */
const blank: Omit<TemplateValues, 'templateName'> = {
  description: '',
  difficulty: 'easy',
  isPublic: false,
  image: 'basket.svg',
}

const recipeLook = { image: 'pot.svg' }

function templatesHere(device: Device): OwnTemplates {
  const { db } = device
  const changeProducts = (
    id: string,
    change: (products: TemplateHere['products']) => TemplateHere['products'],
  ) => localTemplates.change(db, id, (template) => ({ ...template, products: change(template.products) }))
  const make = async (id: string, template: TemplateHere) =>
    localTemplates.make(db, id, { ...template, ...checked(template) }, limits.templatesOfUser)

  return {
    create: (id, values) => make(id, { ...values, products: [] }),
    async createFromList(id, listId, templateName) {
      const list = await wholeList(listId)
      if (!list) throw refusal('notFound')
      const copies = forTemplate(copiesOf(list.products, { unboughtOnly: false }))
      const products = copies.map((value) => ({ id: newId(), value }))
      return make(id, { ...blank, templateName, products })
    },
    async createFromRecipe(id, values, given) {
      const { finder } = useSuggestions.of(device).getState()
      const products = given.map((one) => {
        const parsed = parseProduct(one)
        if (!parsed.ok) throw refusal('invalidRequest', parsed.errors)
        const category = parsed.value.category ?? finder.of(parsed.value.productName)?.category_name
        return { id: newId(), value: { ...parsed.value, category } }
      })
      return make(id, { ...blank, ...recipeLook, ...values, products })
    },
    async update(id, values) {
      const right = { ...values, ...checked(values) }
      await localTemplates.change(db, id, (template) => ({ ...template, ...right }))
    },
    remove: (id) => localTemplates.drop(db, id),
    async addProduct(id, productId, given) {
      const parsed = parseProduct(given)
      if (!parsed.ok) throw refusal('invalidRequest', parsed.errors)
      const { finder } = useSuggestions.of(device).getState()
      const found = finder.of(parsed.value.productName)?.category_name
      const value = { ...parsed.value, category: parsed.value.category ?? found }
      await changeProducts(id, (products) => {
        // A repeated add changes nothing.
        if (products.some((product) => product.id === productId)) return products
        if (products.length >= limits.productsInList) throw refusal('limitReached')
        return [...products, { id: productId, value }]
      })
    },
    async editProduct(id, productId, given) {
      const values = parsedFields(given)
      await changeProducts(id, (products) => {
        if (!products.some((product) => product.id === productId)) throw refusal('notFound')
        return products.map((product) =>
          product.id === productId ? { ...product, value: { ...product.value, ...values } } : product,
        )
      })
    },
    removeProduct: (id, productId) =>
      changeProducts(id, (products) => products.filter((product) => product.id !== productId)),
  }
}

function checked(values: Partial<TemplateValues>): Partial<TemplateValues> {
  const { name, text, portions, source } = parseTemplate(values)
  if (name?.ok === false) throw refusal('invalidRequest', { templateName: name.error })
  if (text?.ok === false) throw refusal('invalidRequest', { description: text.error })
  if (portions?.ok === false) throw refusal('invalidRequest', { portions: portions.error })
  if (source?.ok === false) throw refusal('invalidRequest', { source: source.error })
  return {
    ...(name && { templateName: name.value }),
    ...(text && { description: text.value }),
    ...(portions && { portions: portions.value }),
    ...(source && { source: source.value }),
  }
}

function parsedFields(given: Partial<Record<TemplateField, unknown>>): Partial<ProductValue> {
  const fields = templateFields.filter((field) => given[field] !== undefined)
  const parsed = fields.map((field) => [field, parseField(field, given[field])] as const)
  const wrong = parsed.flatMap(([field, one]) => (one.ok ? [] : [[field, one.error] as const]))
  if (wrong.length > 0) throw refusal('invalidRequest', Object.fromEntries(wrong))
  // A price that is unknown has no value.
  return Object.fromEntries(
    parsed.flatMap(([field, one]) => (one.ok ? [[field, one.value ?? undefined]] : [])),
  )
}

function categoriesHere({ db }: Pick<Device, 'db'>): OwnCategories {
  return {
    create: async (id, fields) =>
      localCategories.make(db, id, checkedCategory(fields), limits.categoriesOfUser),
    update: async (id, fields) =>
      localCategories.change(db, id, (before) => ({ ...before, ...checkedCategory(fields) })),
    remove: (id) => localCategories.drop(db, id),
  }
}

function checkedCategory(fields: CategoryFields): CategoryFields {
  const { name, words } = parseCategory(fields)
  if (name?.ok === false) throw refusal('invalidRequest', { category_name: name.error })
  if (words?.error) throw refusal('invalidRequest', { keywords: words.error })
  return {
    ...fields,
    ...(name && { category_name: name.value }),
    ...(words && { keywords: [...new Set(words.texts)] }),
  }
}
