import { afterEach, describe, expect, test, vi } from 'vitest'
import { lazyScript } from '../../src/ui/lazy.tsx'

describe('FRAME-13 a script that a page can be shown without', () => {
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  afterEach(() => vi.unstubAllGlobals())

  test('FRAME-13 is loaded once for all that ask for it, and again when there is a network after it failed', async () => {
    const load = vi.fn(() => Promise.resolve({ part: 1 })).mockRejectedValueOnce(new Error('no network'))
    const script = lazyScript(load)
    await expect(Promise.all([script.load(), script.load()])).rejects.toThrow('no network')
    expect([script.code(), load.mock.calls.length]).toEqual([null, 1])
    page.dispatchEvent(new Event('online'))
    expect(load).toHaveBeenCalledTimes(2)
    expect(await script.load()).toEqual({ part: 1 })
    expect([script.code(), load.mock.calls.length]).toEqual([{ part: 1 }, 2])
  })
})
