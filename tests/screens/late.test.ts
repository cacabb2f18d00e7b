import { describe, expect, test, vi } from 'vitest'
import { late } from '../../src/app/lazy.tsx'

describe('FRAME-13 a part of a page that is loaded lazily', () => {
  test('FRAME-13 is loaded once for all that ask for it meanwhile, so that they are drawn together', async () => {
    const load = vi.fn(() => Promise.resolve('part'))
    const part = late(load)
    expect(await Promise.all([part.load(), part.load()])).toEqual(['part', 'part'])
    expect([part.code, load.mock.calls.length]).toEqual(['part', 1])
  })

  test('FRAME-13 is loaded again by the next one that asks after it failed', async () => {
    const part = late(vi.fn(() => Promise.resolve('part')).mockRejectedValueOnce(new Error('no network')))
    await expect(part.load()).rejects.toThrow('no network')
    expect([await part.load(), part.code]).toEqual(['part', 'part'])
  })
})
