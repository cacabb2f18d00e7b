import { describe, expect, test } from 'vitest'
import { ownPath } from '../../src/visitor/after-login.ts'

const origin = 'https://lists.example'

describe('ROUTE-24 the way back after the log-in', () => {
  test.each([
    ['/app', '/app'],
    ['/app/details/01a2?x=1#end', '/app/details/01a2?x=1#end'],
    ['/app/archive?some=thing', '/app/archive?some=thing'],
    ['/app/no such page', '/app/no%20such%20page'],
    ['/public-list/predefined-barbecue', '/public-list/predefined-barbecue'],
    ['/app/../about-us', '/about-us'],
    ['/authors', '/authors'],
    // A query that names another site is still one of our own pages.
    ['/app?next=https://evil.example', '/app?next=https://evil.example'],
  ])('ROUTE-24 %j is a page of the app', (path, led) => {
    expect(ownPath(path, origin)).toBe(led)
    // The result is safe to use in an address again.
    expect(new URL(led, origin).origin).toBe(origin)
  })

  test.each([
    'http://evil.example',
    'https://evil.example/app',
    'https://lists.example/app',
    'https://lists.example.evil.example/',
    'HTTP:evil.example',
    '//evil.example',
    '///evil.example',
    '//evil.example/app',
    '/\\evil.example',
    '\\\\evil.example',
    '\\/evil.example',
    '/\\/evil.example',
    '/%2Fevil.example',
    '/%2f%2fevil.example',
    '/%5Cevil.example',
    '/%5c/evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\n/evil.example',
    '/%09/evil.example',
    '\t//evil.example',
    ' //evil.example',
    ' https://evil.example',
    '/./\\evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/app/..//evil.example',
    '/app/../\\evil.example',
    '/%2e//evil.example',
    '/app/%2e%2e//evil.example',
    '/@evil.example',
    '/:80',
    '@evil.example',
    '.evil.example',
    '/／evil.example',
    '／／evil.example',
    '/。evil.example',
    '/⁄/evil.example',
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    '/javascript:alert(1)//..//evil',
    'data:text/html,x',
    'blob:https://lists.example/1',
    'about:blank',
    'app',
    'app/archive',
    '?redirect=/app',
    '#/app',
    '',
    '/',
    '/?x',
    // Would only ask for the log-in again, perhaps for ever.
    '/auth/login',
    '/auth/login?redirect=/auth/login',
    '/AUTH/login',
    '/auth',
    '/auth/register',
    '/app/../auth/login',
    '/%61uth/login',
    5,
    true,
    null,
    undefined,
    {},
    ['/app'],
    [['/app']],
  ])('ROUTE-24 %j leads nowhere', (value) => {
    expect(ownPath(value, origin)).toBeNull()
  })

  test('ROUTE-24 nothing that is let through leaves the app', () => {
    const parts = [
      '/',
      '\\',
      '.',
      '..',
      '%2e',
      '%2F',
      '%5C',
      '\t',
      '\n',
      '@',
      ':',
      'app',
      'auth',
      'e.example',
      '?',
      '#',
    ]
    const wrong: string[] = []
    for (const a of parts)
      for (const b of parts)
        for (const c of parts)
          for (const d of parts) {
            const led = ownPath(`/${a}${b}${c}${d}`, origin)
            if (led !== null && (new URL(led, origin).origin !== origin || !/^\/[a-z]/.test(led)))
              wrong.push(led)
          }
    expect(wrong).toEqual([])
  })
})
