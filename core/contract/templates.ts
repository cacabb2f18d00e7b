import { Type } from 'typebox'
import { difficulties, languages, limits, templateTypes } from '../product/entities.ts'
import { templateFields } from '../product/table.ts'
import { written } from './product.ts'
import { call, ListParams, Page, Template, Templates } from './schemas.ts'
import { closed, Enum, Id, IdOnly } from './wire.ts'

const Language = { language: Type.Optional(Enum(languages)) }
const Listing = Type.Object({ type: Type.Optional(Enum(templateTypes)), ...Language, ...Page }, closed)
const InLanguage = Type.Object(Language, closed)
const ProductPath = Type.Object({ id: Id, productId: Id })

const fields = {
  description: Type.Optional(Type.String()),
  difficulty: Type.Optional(Enum(difficulties)),
  isPublic: Type.Optional(Type.Boolean()),
  image: Type.Optional(Type.String({ description: 'one of the built-in pictures' })),
  currency: Type.Optional(
    Type.String({ description: 'of all prices; as in the list that it is made from, or as in new lists' }),
  ),
  portions: Type.Optional(Type.Integer({ description: 'for how many it is; 0: it does not say' })),
  source: Type.Optional(Type.String({ description: 'http or https; empty for none' })),
}
const productValues = written(templateFields)
const NewProduct = Type.Object(
  { ...productValues, productName: Type.String(), id: Type.Optional(Id) },
  closed,
)

export const templatesCalls = {
  templates: call({
    method: 'GET',
    path: '/api/v3/templates',
    session: true,
    who: 'self',
    tagged: 'private, no-cache',
    query: Listing,
    status: 200,
    answer: Templates,
  }),
  searchTemplates: call({
    method: 'GET',
    path: '/api/v3/templates/search',
    session: true,
    who: 'self',
    tagged: 'private, no-cache',
    query: Listing,
    status: 200,
    answer: Templates,
  }),
  publicTemplates: call({
    method: 'GET',
    path: '/api/v3/templates/public',
    session: 'optional',
    tagged: 'private, no-cache',
    query: Listing,
    status: 200,
    answer: Templates,
  }),
  searchPublicTemplates: call({
    method: 'GET',
    path: '/api/v3/templates/public-search',
    session: 'optional',
    tagged: 'private, no-cache',
    query: Listing,
    status: 200,
    answer: Templates,
  }),
  publicTemplate: call({
    method: 'GET',
    path: '/api/v3/template/public/:id',
    session: 'optional',
    tagged: 'private, no-cache',
    params: ListParams,
    query: InLanguage,
    status: 200,
    answer: Template,
  }),
  template: call({
    method: 'GET',
    path: '/api/v3/template/:id',
    session: true,
    who: 'own',
    tagged: 'private, no-cache',
    params: ListParams,
    query: InLanguage,
    status: 200,
    answer: Template,
  }),
  createTemplate: call({
    method: 'POST',
    path: '/api/v3/template',
    session: true,
    who: 'self',
    refuses: ['notFound', 'forbidden', 'accountNotActivated', 'idTaken', 'gone', 'limitReached'],
    body: Type.Object(
      {
        templateName: Type.String(),
        id: Type.Optional(Id),
        ...fields,
        fromList: Type.Optional(Id),
        products: Type.Optional(
          Type.Array(NewProduct, { maxItems: limits.ingredients, description: 'not together with fromList' }),
        ),
      },
      closed,
    ),
    bodyBytes: limits.largeBodyBytes,
    status: 200,
    answer: IdOnly,
  }),
  updateTemplate: call({
    method: 'PUT',
    path: '/api/v3/template/:id',
    session: true,
    who: 'own',
    refuses: ['forbidden', 'accountNotActivated'],
    params: ListParams,
    body: Type.Object(
      { templateName: Type.Optional(Type.String()), ...fields },
      { ...closed, minProperties: 1 },
    ),
    status: 200,
    answer: IdOnly,
  }),
  deleteTemplate: call({
    method: 'DELETE',
    path: '/api/v3/template/:id',
    session: true,
    who: 'own',
    refuses: ['forbidden'],
    params: ListParams,
    status: 200,
    answer: IdOnly,
  }),
  addTemplateProduct: call({
    method: 'POST',
    path: '/api/v3/template/:id/product',
    session: true,
    who: 'own',
    refuses: ['forbidden', 'limitReached'],
    params: ListParams,
    body: NewProduct,
    status: 200,
    answer: IdOnly,
  }),
  editTemplateProduct: call({
    method: 'PUT',
    path: '/api/v3/template/:id/product/:productId',
    session: true,
    who: 'own',
    refuses: ['forbidden'],
    params: ProductPath,
    body: Type.Object(productValues, { ...closed, minProperties: 1 }),
    status: 200,
    answer: IdOnly,
  }),
  deleteTemplateProduct: call({
    method: 'DELETE',
    path: '/api/v3/template/:id/product/:productId',
    session: true,
    who: 'own',
    refuses: ['forbidden'],
    params: ProductPath,
    status: 200,
    answer: IdOnly,
  }),
  convertTemplate: call({
    method: 'POST',
    path: '/api/v3/template/:id/convert_to_list',
    session: true,
    who: 'own',
    refuses: ['limitReached'],
    params: ListParams,
    query: InLanguage,
    body: Type.Object({ _list_name: Type.Optional(Type.String()) }, closed),
    status: 201,
    answer: IdOnly,
  }),
  mergeTemplate: call({
    method: 'POST',
    path: '/api/v3/template/:id/merge_with_list/:listId',
    session: true,
    who: 'editProducts',
    refuses: ['limitReached'],
    params: Type.Object({ id: Id, listId: Id }),
    query: InLanguage,
    status: 200,
    answer: Type.Object({ added: Type.Integer(), merged: Type.Integer() }),
  }),
} as const
