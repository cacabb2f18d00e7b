import { gzipSync } from 'node:zlib'
import { v7 as newId } from 'uuid'
import { longList, longTemplate, sizes } from './fill.ts'

export interface Attack {
  name: string
  method?: string
  path: string
  body?: unknown
  /** sent unchanged */
  raw?: Buffer
  headers?: Record<string, string>
  /** who sends it: the full account, the friend it shares everything with, or nobody */
  as?: 'full' | 'friend'
  /** how many at the same time */
  times?: number
}

const p = encodeURIComponent(Array.from({ length: 20 }, () => 'p').join(' '))
const none = encodeURIComponent('p pa pap papr zzz')
const bomb = `a${'\u0300'.repeat(262_000)}${'\u0316'.repeat(262_000)}`
const zipped = (body: object): Pick<Attack, 'raw' | 'headers'> => ({
  raw: gzipSync(JSON.stringify(body)),
  headers: { 'content-encoding': 'gzip', 'content-type': 'application/json' },
})
const ops = (kind: string, op: (n: number) => object, cursor = sizes.long + sizes.deleted) => ({
  v: 2,
  client: newId(),
  request: newId(),
  cursor,
  ops: Array.from({ length: 1_000 }, (_, n) => ({
    seq: n + 1,
    opId: `${kind}-${newId()}`,
    ageMs: 0,
    ...op(n),
  })),
})

const made = (rowId: string) => ({
  op: 'add',
  rowId,
  value: { listName: 'Made', date: new Date(0).toISOString() },
})
const product = (rowId: string) => ({ op: 'add', rowId, value: { productName: `Papryka ${rowId}` } })
const named = (rowId: string) => ({ op: 'set', rowId, field: 'listName', baseVer: 1e9 })
const turned = (rowId: string, n: number) => ({
  ...named(rowId),
  field: 'listStatus',
  value: n % 2 === 0 ? 'archiwum' : 'aktywna',
})

/**
 * The requests that are measured, built anew for each run. `copy`: a list of 5 000 that may be deleted.
 * `password`: of full@example.org.
 */
export function attacks(full: string, copy: string, password: string): Attack[] {
  const list = longList(full)
  const at = `/api/v3/list/${list}`
  const sync = (name: string, body: object): Attack => ({
    name,
    method: 'POST',
    path: `${at}/sync`,
    body,
    as: 'full',
  })
  const get = (name: string, path: string, more: Partial<Attack> = {}): Attack => ({
    name,
    path: `/api/v3${path}`,
    as: 'full',
    ...more,
  })
  const put = (name: string, path: string, body?: object, method = 'PUT'): Attack => ({
    name,
    method,
    path: `/api/v3${path}`,
    body,
    as: 'full',
  })
  const run = newId()
  const template = `/template/${longTemplate(full)}`
  return [
    get('overview, 200 lists', '/lists?limit=200'),
    get('overview, by 20 devices at once', '/lists?limit=200', { times: 20 }),
    get('overview of 1 000 shared lists', '/lists?status=shared&limit=200', { as: 'friend' }),
    get('search of lists, 20 words p', `/lists/search?query=${p}`),
    get('search of lists, nothing found', `/lists/search?query=${none}`),
    get('search of shared lists', `/lists/search?query=${none}`, { as: 'friend' }),
    get('60 searches of lists at once', `/lists/search?query=${p}`, { times: 60 }),
    get('products, 20 words p', `/products?query=${p}`),
    get('products, nothing found', `/products?query=${none}`),
    get('products, all', '/products'),
    get('products, by the friend', `/products?query=${p}`, { as: 'friend' }),
    get('60 searches of products at once', `/products?query=${p}`, { times: 60 }),
    get('categories', '/categories?query=c'),
    get('shops', '/shop?query=s'),
    get('price history', '/products/history/pomidor'),
    get('own categories with keywords', '/category-keywords'),
    get('settings', '/me/settings'),
    get('60 settings at once', '/me/settings', { times: 60 }),
    put('1 000 list settings', '/me/settings', {
      lists: Array.from({ length: 1_000 }, (_, n) => ({ id: `${full}-list-${n}`, pinned: n % 2 === 0 })),
    }),
    get('a barcode', '/barcodes/5900000000008', { as: 'friend' }),
    get('list of 5 000', `/list/${list}`),
    get('list of 5 000 by its link', `/list/hash/hash-${list}`, { as: undefined }),
    get('10 lists of 5 000 at once', `/list/${list}`, { times: 10 }),
    sync('snapshot of 5 000', { v: 2, client: newId(), request: newId(), cursor: 0, ops: [] }),
    sync(
      'push of 1 000 names',
      ops('set', (n) => ({
        op: 'set',
        rowId: `product-${n}`,
        field: 'productName',
        value: `Name ${n}`,
        baseVer: 1e9,
      })),
    ),
    put('order of 5 000, turned round', '/list', {
      _id: list,
      _list_order: Array.from({ length: sizes.long }, (_, n) => `product-${sizes.long - 1 - n}`),
    }),
    put('order of 5 000, back again', '/list', {
      _id: list,
      _list_order: Array.from({ length: sizes.long }, (_, n) => `product-${n}`),
    }),
    {
      ...sync(
        'push of 1 000 adds',
        ops('add', (n) => ({ op: 'add', rowId: `${run}-${n}`, value: { productName: `Papryka ${n}` } }), 1),
      ),
      path: `/api/v3/list/${full}-list-1/sync`,
    },
    {
      ...sync(
        'push of 1 000 deletes',
        ops('gone', (n) => ({ op: 'delete', rowId: `${run}-${n}` }), 1),
      ),
      path: `/api/v3/list/${full}-list-1/sync`,
    },
    {
      ...sync(
        'a list is made with 999 products',
        ops('make', (n) => (n === 0 ? made(`${run}-made`) : product(`${run}-m${n}`)), 0),
      ),
      path: `/api/v3/list/${run}-made/sync`,
    },
    {
      ...sync(
        '1 000 names for the list made',
        ops('name', (n) => ({ ...named(`${run}-made`), value: `Name ${n}` }), 1_000),
      ),
      path: `/api/v3/list/${run}-made/sync`,
    },
    {
      ...sync(
        'the list made, archived and restored 1 000 times',
        ops('turn', (n) => turned(`${run}-made`, n), 2_000),
      ),
      path: `/api/v3/list/${run}-made/sync`,
    },
    {
      ...sync(
        'the list made, deleted 1 000 times',
        ops('delete', () => ({ op: 'delete', rowId: `${run}-made` }), 3_000),
      ),
      path: `/api/v3/list/${run}-made/sync`,
    },
    get('60 catalogues at once, by nobody', '/catalogue', { as: undefined, times: 60 }),
    put(
      'a mail of a list of 5 000',
      `/list/${list}/send_mail`,
      { _email_address: 'somebody@example.org' },
      'POST',
    ),
    put('archive', `/list/${copy}/archivize`),
    put('duplicate of 5 000', `/list/${list}/duplicate`, undefined, 'POST'),
    put('clone of the unbought', `/list/${copy}/clone_unbought`, undefined, 'POST'),
    put('delete a list of 5 000', '/list', { _id: copy }, 'DELETE'),
    get('search of templates', `/templates/search?query=${p}`),
    get('search of public templates, by nobody', `/templates/public-search?query=${none}`, { as: undefined }),
    get('template of 5 000', template),
    put(
      'template of a list of 5 000',
      '/template',
      { id: `${run}-t`, templateName: 'Long', fromList: list },
      'POST',
    ),
    put('delete that template', `/template/${run}-t`, undefined, 'DELETE'),
    put('template of 5 000 becomes a list', `${template}/convert_to_list`, {}, 'POST'),
    put('a list for that template', '/list', { id: `${run}-l` }, 'POST'),
    put(
      'template of 5 000 joins a list of nothing',
      `${template}/merge_with_list/${run}-l`,
      undefined,
      'POST',
    ),
    put('the same template joins it once more', `${template}/merge_with_list/${run}-l`, undefined, 'POST'),
    put('template of 5 000 joins that list', `${template}/merge_with_list/${list}`, undefined, 'POST'),
    get('everything as a file', '/me/export'),
    {
      name: 'bomb: reset_password/step1',
      method: 'POST',
      path: '/api/v3/profile/reset_password/step1',
      ...zipped({ email: bomb }),
    },
    {
      name: 'bomb: log-in',
      method: 'POST',
      path: '/oauth/v2/token',
      ...zipped({
        grant_type: 'password',
        client_id: 'web',
        client_secret: 'public',
        username: bomb,
        password: bomb,
      }),
    },
    {
      name: '200 log-ins at once',
      method: 'POST',
      path: '/oauth/v2/token',
      times: 200,
      body: {
        grant_type: 'password',
        client_id: 'web',
        client_secret: 'public',
        username: 'full@example.org',
        password,
      },
    },
    {
      name: 'bomb: register',
      method: 'POST',
      path: '/api/v3/profile',
      ...zipped({ email: bomb, password: bomb, termsAccepted: true }),
    },
    {
      name: 'bomb: name of a list',
      method: 'POST',
      path: '/api/v3/list',
      as: 'full',
      ...zipped({ _list_name: bomb }),
    },
    {
      name: 'bomb: name of a product',
      method: 'POST',
      path: `${at}/product`,
      as: 'full',
      ...zipped({ productName: bomb }),
    },
    {
      name: 'bomb: name of a product by sync',
      method: 'POST',
      path: `${at}/sync`,
      as: 'full',
      ...zipped({
        ...ops('bomb', () => ({})),
        ops: [
          {
            seq: 1,
            opId: newId(),
            op: 'add',
            rowId: newId(),
            ageMs: 0,
            value: { productName: bomb.slice(0, 200_000) },
          },
        ],
      }),
    },
    {
      name: '120 000 unknown keys',
      method: 'POST',
      path: `${at}/product`,
      as: 'full',
      body: Object.fromEntries(Array.from({ length: 120_000 }, (_, n) => [`k${n.toString(36)}`, 0])),
    },
  ]
}
