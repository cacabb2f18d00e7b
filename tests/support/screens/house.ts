import type { Language } from '../../../core/product/entities.ts'
import type { App } from '../app.ts'

/** A page to look at. */
export interface Stop {
  name: string
  path: string
}

export interface House {
  email: string
  list: string
  guestLink: string
  guest: Stop[]
  member: Stop[]
}

type Product = [name: string, more: Record<string, unknown>]
// The names contain none of the app's own texts, in either language.
const products: readonly Product[] = [
  ['Pierogi ruskie', { category: 'Kuchnia', quantity: 2, unit: 'kg', price: 18.9, shop: 'Hala' }],
  ['Kefir', { category: 'Kuchnia', price: 3.49, note: 'bez cukru' }],
  ['Twaróg półtłusty z Krasnegostawu, dwa razy mielony', { category: 'Kuchnia', unit: 'dag', quantity: 25 }],
  ['Baterie AA', { price: 12 }],
]

/** Creates Anna's and Ben's lists, links and templates, so that every page of the app has content. */
export async function furnish(app: App, language: Language, password: string): Promise<House> {
  const email = 'anna@example.org'
  const anna = await app.member(email, password, language)
  const ben = await app.member('ben@example.org', password, language)

  async function newList(name: string, token: string): Promise<string> {
    const { id } = await app.call<{ id: string }>('POST', '/api/v3/list', { _list_name: name }, token)
    for (const [productName, more] of products) {
      const body = { productName, ...more }
      const path = `/api/v3/list/${id}/product`
      const product = await app.call<{ id: string }>('POST', path, body, token)
      if (productName === 'Kefir')
        await app.call('PUT', `${path}/${product.id}`, { productStatus: true }, token)
    }
    return id
  }
  const list = await newList('Imieniny 2026', anna)
  const archived = await newList('Wigilia 2025', anna)
  await app.call('PUT', `/api/v3/list/${archived}/archivize`, undefined, anna)
  const shared = await newList('Biwak 2026', ben)
  await app.call('POST', `/api/v3/list/share?_list_id=${shared}&_email_address=${email}`, undefined, ben)
  const query = `email_address=${email}&permission=view`
  await app.call('PUT', `/api/v3/shared_list/${shared}?${query}`, undefined, ben)
  await app.call(
    'POST',
    `/api/v3/list/share?_list_id=${list}&_email_address=ben@example.org`,
    undefined,
    anna,
  )
  const begun = { _list_name: 'Sobota 2026' }
  const { id: empty } = await app.call<{ id: string }>('POST', '/api/v3/list', begun, anna)
  const { hash } = await app.call<{ hash: string }>('GET', `/api/v3/list/${list}`, undefined, anna)
  const invite = await app.call<{ code: string }>(
    'POST',
    `/api/v3/list/${shared}/invite`,
    { permission: 'edit' },
    ben,
  )
  const guestLink = await app.call<{ code: string }>(
    'POST',
    `/api/v3/list/${list}/guest`,
    { permission: 'edit', name: 'Ciocia Krysia' },
    anna,
  )
  const template = await app.call<{ id: string }>(
    'POST',
    '/api/v3/template',
    { templateName: 'Ognisko', description: 'Co roku w maju', isPublic: true, fromList: list },
    anna,
  )

  return {
    email,
    list,
    guestLink: `/guest/${guestLink.code}`,
    guest: [
      { name: 'start', path: '/' },
      { name: 'login', path: '/auth/login' },
      { name: 'register', path: '/auth/register' },
      { name: 'forgot-password', path: '/auth/forgot-password' },
      { name: 'reset-password', path: '/auth/reset-password/no-such-code' },
      { name: 'reset-password-without-link', path: '/auth/reset-password' },
      { name: 'activate-unknown', path: '/activate/no-such-code' },
      { name: 'read', path: `/read/${hash}` },
      { name: 'read-unknown', path: '/read/no-such-link' },
      { name: 'invite', path: `/invite/${invite.code}` },
      { name: 'invite-unknown', path: '/invite/no-such-code' },
      { name: 'guest', path: `/guest/${guestLink.code}` },
      { name: 'guest-unknown', path: '/guest/no-such-code' },
      { name: 'public-lists', path: '/public-lists' },
      { name: 'public-list', path: `/public-list/${template.id}` },
      { name: 'about-us', path: '/about-us' },
      { name: 'privacy', path: '/privacy' },
      { name: 'terms', path: '/terms' },
      { name: 'maintenance', path: '/maintenance' },
    ],
    member: [
      { name: 'lists', path: '/app' },
      { name: 'details', path: `/app/details/${list}` },
      { name: 'details-empty', path: `/app/details/${empty}` },
      { name: 'details-viewed', path: `/app/details/${shared}` },
      { name: 'details-archived', path: `/app/details/${archived}` },
      { name: 'history', path: `/app/history/${list}` },
      { name: 'archive', path: '/app/archive' },
      { name: 'shared', path: '/app/shared' },
      { name: 'profile', path: '/app/profile' },
      { name: 'edit-account', path: '/app/edit-profile/account' },
      { name: 'change-email', path: '/app/edit-profile/change-email' },
      { name: 'change-password', path: '/app/edit-profile/change-password' },
      { name: 'ways-in', path: '/app/edit-profile/ways-in' },
      { name: 'delete-account', path: '/app/edit-profile/delete-account' },
      { name: 'user-categories', path: '/app/edit-profile/user-categories' },
      { name: 'household', path: '/app/edit-profile/household' },
      { name: 'notifications', path: '/app/edit-profile/notifications' },
      { name: 'templates', path: '/app/templates' },
      { name: 'template', path: `/app/template/${template.id}` },
      { name: 'barcode', path: '/app/barcode' },
      { name: 'not-found', path: '/app/not-found' },
      { name: 'error', path: '/app/error' },
      { name: 'public-lists-member', path: '/public-lists' },
      { name: 'invite-member', path: `/invite/${invite.code}` },
      { name: 'guest-member', path: `/guest/${guestLink.code}` },
    ],
  }
}
