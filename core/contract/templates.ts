import { Type } from 'typebox'
import { difficulties, languages, limits, templateTypes } from '../product/entities.ts'
import { templateFields } from '../product/table.ts'
import { written } from './product.ts'
import { call, Page, Template, Templates } from './schemas.ts'
import { Closed, Enum, Id, IdOnly, OptionalText } from './wire.ts'

const Language = { language: Type.Optional(Enum(languages)) }
const Listing = Closed({ type: Type.Optional(Enum(templateTypes)), ...Language, ...Page })
const InLanguage = Closed(Language)
const reading = { scope: 'read', tagged: 'private, no-cache' } as const
const listing = { ...reading, query: Listing, answer: Templates } as const
const changing = { scope: 'edit', who: 'own', answer: IdOnly } as const

const fields = {
  description: Type.Optional(Type.String()),
  difficulty: Type.Optional(Enum(difficulties)),
  isPublic: Type.Optional(Type.Boolean()),
  image: OptionalText('one of the built-in pictures'),
  currency: OptionalText('of all prices; as in the list that it is made from, or as in new lists'),
  portions: Type.Optional(Type.Integer({ description: 'for how many it is; 0: it does not say' })),
  source: OptionalText('http or https; empty for none'),
}
const productValues = written(templateFields)
const NewProduct = Closed({ ...productValues, productName: Type.String(), id: Type.Optional(Id) })

export const templatesCalls = {
  templates: call({ ...listing, path: '/api/v3/templates', who: 'self' }),
  searchTemplates: call({ ...listing, path: '/api/v3/templates/search', who: 'self' }),
  publicTemplates: call({ ...listing, path: '/api/v3/templates/public', session: 'optional' }),
  searchPublicTemplates: call({ ...listing, path: '/api/v3/templates/public-search', session: 'optional' }),
  publicTemplate: call({
    path: '/api/v3/template/public/:id',
    session: 'optional',
    ...reading,
    query: InLanguage,
    answer: Template,
  }),
  template: call({
    path: '/api/v3/template/:id',
    ...reading,
    who: 'own',
    query: InLanguage,
    answer: Template,
  }),
  createTemplate: call({
    method: 'POST',
    path: '/api/v3/template',
    scope: 'edit',
    who: 'self',
    refuses: ['notFound', 'forbidden', 'accountNotActivated', 'idTaken', 'gone', 'limitReached'],
    body: Closed({
      templateName: Type.String(),
      id: Type.Optional(Id),
      ...fields,
      fromList: Type.Optional(Id),
      products: Type.Optional(
        Type.Array(NewProduct, { maxItems: limits.ingredients, description: 'not together with fromList' }),
      ),
    }),
    bodyBytes: limits.largeBodyBytes,
    answer: IdOnly,
  }),
  updateTemplate: call({
    ...changing,
    method: 'PUT',
    path: '/api/v3/template/:id',
    refuses: ['forbidden', 'accountNotActivated'],
    body: Closed({ templateName: Type.Optional(Type.String()), ...fields }, { minProperties: 1 }),
  }),
  deleteTemplate: call({
    ...changing,
    method: 'DELETE',
    path: '/api/v3/template/:id',
    refuses: ['forbidden'],
  }),
  addTemplateProduct: call({
    ...changing,
    method: 'POST',
    path: '/api/v3/template/:id/product',
    refuses: ['forbidden', 'limitReached'],
    body: NewProduct,
  }),
  editTemplateProduct: call({
    ...changing,
    method: 'PUT',
    path: '/api/v3/template/:id/product/:productId',
    refuses: ['forbidden'],
    body: Closed(productValues, { minProperties: 1 }),
  }),
  deleteTemplateProduct: call({
    ...changing,
    method: 'DELETE',
    path: '/api/v3/template/:id/product/:productId',
    refuses: ['forbidden'],
  }),
  convertTemplate: call({
    ...changing,
    method: 'POST',
    path: '/api/v3/template/:id/convert_to_list',
    refuses: ['limitReached'],
    query: InLanguage,
    body: Closed({ _list_name: Type.Optional(Type.String()) }),
    status: 201,
  }),
  mergeTemplate: call({
    method: 'POST',
    path: '/api/v3/template/:id/merge_with_list/:listId',
    scope: 'edit',
    who: 'editProducts',
    refuses: ['limitReached'],
    query: InLanguage,
    answer: Type.Object({ added: Type.Integer(), merged: Type.Integer() }),
  }),
} as const
