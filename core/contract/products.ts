import { limits } from '../product/entities.ts'
import { call, SyncRequest, SyncAnswer } from './schemas.ts'
import { Product, NewProduct, ProductEdit } from './product.ts'

export const productsCalls = {
  addProduct: call({
    method: 'POST',
    path: '/api/v3/list/:id/product',
    scope: 'edit',
    who: 'editProducts',
    refuses: ['idTaken', 'gone', 'limitReached'],
    body: NewProduct,
    status: 201,
    also: { status: 200, when: 'Nothing was added: with ifAbsent, the product that is there still to buy' },
    answer: Product,
  }),
  editProduct: call({
    method: 'PUT',
    path: '/api/v3/list/:idList/product/:id',
    scope: 'tick',
    who: 'tick',
    refuses: ['gone'],
    body: ProductEdit,
    answer: Product,
  }),
  deleteProduct: call({
    method: 'DELETE',
    path: '/api/v3/list/:idList/product/:id',
    scope: 'edit',
    who: 'editProducts',
  }),
  sync: call({
    method: 'POST',
    path: '/api/v3/list/:id/sync',
    scope: 'edit',
    who: 'see',
    guest: true,
    refuses: ['outdated', 'otherAccount', 'fork', 'gap', 'resync', 'limitReached'],
    bodyBytes: limits.batchBytes,
    body: SyncRequest,
    answer: SyncAnswer,
  }),
} as const
