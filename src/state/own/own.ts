import type { Answer } from '../../../core/contract/api.ts'
import type { Template } from '../../../core/contract/shapes.ts'
import type { ProductValue, TemplateField, ValueOf } from '../../../core/product/table.ts'

export type TemplateValues = Pick<
  Template,
  'templateName' | 'description' | 'difficulty' | 'isPublic' | 'image'
>
export type TemplateProductValues = { [F in TemplateField]?: ValueOf<F> }
/** A template as a device without an account stores it. A product has no category if no keyword matched. */
export interface TemplateHere extends TemplateValues {
  products: readonly { id: string; value: ProductValue }[]
}
export type NewProductValues = TemplateProductValues & { productName: string }

/** Changes a user's own templates. All functions throw as the server's calls do. */
export interface OwnTemplates {
  /** The caller makes the id: repeated with the same id, only one template is made. */
  create: (id: string, values: TemplateValues) => Promise<unknown>
  /** from all products of a list, bought or not */
  createFromList: (id: string, listId: string, templateName: string) => Promise<unknown>
  update: (id: string, values: Partial<TemplateValues>) => Promise<unknown>
  /** succeeds also if it is already gone */
  remove: (id: string) => Promise<unknown>
  addProduct: (id: string, productId: string, values: NewProductValues) => Promise<unknown>
  editProduct: (id: string, productId: string, values: TemplateProductValues) => Promise<unknown>
  removeProduct: (id: string, productId: string) => Promise<unknown>
}

export type Category = Answer<'categoryKeywords'>[number]
export interface CategoryFields {
  category_name: string
  /** absent if none was chosen */
  icon?: string
  keywords: string[]
}

/** Changes a user's own categories. All functions throw as the server's calls do. */
export interface OwnCategories {
  /** The caller makes the id: repeated with the same id, only one category is made. */
  create: (id: string, fields: CategoryFields) => Promise<unknown>
  update: (id: string, fields: CategoryFields) => Promise<unknown>
  /** succeeds also if it is already gone */
  remove: (id: string) => Promise<unknown>
}
