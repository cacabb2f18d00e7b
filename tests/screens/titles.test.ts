import { createMemoryHistory, createRouter } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { routeTree } from '../../src/routeTree.gen.ts'

const router = createRouter({ routeTree, history: createMemoryHistory() })

function pageAt(path: string) {
  const page = router.matchRoutes(router.buildLocation({ to: path })).at(-1)
  const { title, parent } = page?.staticData ?? {}
  return { title: (typeof title === 'function' ? title(page?.params ?? {}) : title)?.message, parent }
}

test('FRAME-1 FRAME-2 the title follows the address, with any id in it', () => {
  const titles = {
    '/': 'Log in',
    '/auth/login': 'Log in',
    '/auth/reset-password': 'Set a new password',
    '/auth/reset-password/42': 'Set a new password',
    '/activate/42': 'Account activation',
    '/maintenance': 'Maintenance',
    '/public-lists': 'Public lists',
    '/public-list/templates': 'Public list',
    '/read/aB-_9': 'Shared list',
    '/app': 'Shopping lists',
    '/APP/Archive': 'Archived lists',
    '/app/details/42': 'List details',
    '/app/details/templates': 'List details',
    '/app/details/01a20035-d1a0-7000-8000-114257ace0be': 'List details',
    '/app/template/12': 'Template details',
    '/app/template/predefined-cake': 'Template details',
    '/app/templates': 'Templates',
    '/app/barcode': 'Barcode scanner',
    '/app/edit-profile/change-email': 'Change email',
  }
  for (const [path, title] of Object.entries(titles)) expect(pageAt(path).title, path).toBe(title)
})

test('FRAME-1 ROUTE-22 a page that is not there is titled so, whatever its last part is called', () => {
  for (const path of [
    '/app/xyz',
    '/app/login',
    '/app/no/such/page',
    '/app/edit-profile/everything',
    '/app/x/profile',
  ])
    expect(pageAt(path).title, path).toBe('Page not found')
  expect(pageAt('/nowhere').title).toBeUndefined()
})

test('FRAME-1 Back of a page inside another one leads there if nothing is behind', () => {
  expect(pageAt('/app/details/42').parent).toBe('/app')
  expect(pageAt('/app/template/12').parent).toBe('/app/templates')
  expect(pageAt('/app/edit-profile/account').parent).toBe('/app/profile')
  for (const path of ['/app', '/app/archive', '/app/templates', '/app/profile', '/app/barcode'])
    expect(pageAt(path).parent, path).toBeUndefined()
})
