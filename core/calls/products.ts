import { limits } from '../entities.ts'
import {
  call,
  Empty,
  Product,
  NewProduct,
  ProductEdit,
  SyncRequest,
  SyncAnswer,
  ListParams,
  ProductParams,
} from '../schemas.ts'

export const productsCalls = {
  addProduct: call({
    method: 'POST',
    path: '/api/v3/list/:id/product',
    session: true,
    params: ListParams,
    body: NewProduct,
    status: 201,
    answer: Product,
  }),
  editProduct: call({
    method: 'PUT',
    path: '/api/v3/list/:idList/product/:id',
    session: true,
    params: ProductParams,
    body: ProductEdit,
    status: 200,
    answer: Product,
  }),
  deleteProduct: call({
    method: 'DELETE',
    path: '/api/v3/list/:idList/product/:id',
    session: true,
    params: ProductParams,
    status: 200,
    answer: Empty,
  }),
  sync: call({
    method: 'POST',
    path: '/api/v3/list/:id/sync',
    session: true,
    params: ListParams,
    bodyBytes: limits.batchBytes,
    body: SyncRequest,
    status: 200,
    answer: SyncAnswer,
  }),
} as const
