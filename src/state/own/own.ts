import type { Answer } from '../../../core/contract/api.ts'
import type { Template } from '../../../core/contract/shapes.ts'
import type { ProductValue, TemplateField, ValueOf } from '../../../core/product/table.ts'

export type TemplateValues = Pick<
  Template,
  'templateName' | 'description' | 'difficulty' | 'isPublic' | 'image'
>
export type TemplateProductValues = { [F in TemplateField]?: ValueOf<F> }
/** A template as a device without an account has it; a product's category is left out where no keyword gave one. */
export interface TemplateHere extends TemplateValues {
  products: readonly { id: string; value: ProductValue }[]
}
export type NewProductValues = TemplateProductValues & { productName: string }

/** Where somebody's own templates are changed. All of it throws as the server's calls do. */
export interface OwnTemplates {
  /** The id is made by the caller: the same one a second time makes only one template. */
  create: (id: string, values: TemplateValues) => Promise<unknown>
  /** of all products of a list, bought or not */
  createFromList: (id: string, listId: string, templateName: string) => Promise<unknown>
  update: (id: string, values: Partial<TemplateValues>) => Promise<unknown>
  /** done also when it is gone already */
  remove: (id: string) => Promise<unknown>
  addProduct: (id: string, productId: string, values: NewProductValues) => Promise<unknown>
  editProduct: (id: string, productId: string, values: TemplateProductValues) => Promise<unknown>
  removeProduct: (id: string, productId: string) => Promise<unknown>
}

export type Category = Answer<'categoryKeywords'>[number]
export interface CategoryFields {
  category_name: string
  /** absent: none was chosen */
  icon?: string
  keywords: string[]
}

/** Where somebody's own categories are changed. All of it throws as the server's calls do. */
export interface OwnCategories {
  /** The id is made by the caller: the same one a second time makes only one category. */
  create: (id: string, fields: CategoryFields) => Promise<unknown>
  update: (id: string, fields: CategoryFields) => Promise<unknown>
  /** done also when it is gone already */
  remove: (id: string) => Promise<unknown>
}
