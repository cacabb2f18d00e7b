import { afterEach, expect, test, vi } from 'vitest'
import type { Device } from '../../device/device.ts'
import { rememberProducts, useSuggestions } from '../../src/state/lists/suggestions.ts'
import { useDevice } from '../../src/state/session/device.ts'

afterEach(() => useDevice.setState({ device: null }))

test('DETAIL-7 a product added before the stored suggestions were read is suggested, and does not replace them', () => {
  const putValue = vi.fn(async () => undefined)
  useDevice.setState({ device: { userId: 'anna', db: { putValue } } as unknown as Device })
  rememberProducts([{ productName: 'Milk' }])
  expect([...useSuggestions.getState().product.keys()]).toEqual(['milk'])
  expect(putValue).not.toHaveBeenCalled()
})
