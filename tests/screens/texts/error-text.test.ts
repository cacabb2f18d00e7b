import { expect, test, vi } from 'vitest'
import { ProblemError, StorageClosed, Unreachable } from '../../../device/failures.ts'
import { errorTextOf, loadProblemTexts } from '../../../src/texts/error-text.ts'
import { texts } from '../../../src/texts/texts.ts'

vi.mock('../../../src/texts/problem-text.ts', () => {
  throw new Error('no network')
})

const refused = new ProblemError(
  { type: 'about:blank', title: '', status: 400, code: 'invalidRequest', requestId: '' },
  null,
)

test('FRAME-13 a storage that failed is told as that, also where the texts of errors do not come', async () => {
  expect(await errorTextOf(new StorageClosed('blocked'))).toBe(texts.storageBlocked)
  expect(await errorTextOf(new StorageClosed('newer'))).toBe(texts.storageNewer)
  expect(await errorTextOf(new DOMException('full', 'QuotaExceededError'))).toBe(texts.storageFailed)
})

test('OFFLINE-5 where the texts of errors do not come, a refusal is not lost: the missing connection is told', async () => {
  expect(await errorTextOf(refused)).toBe(texts.noConnection)
  expect(await errorTextOf(new Unreachable('no network'))).toBe(texts.noConnection)
  expect(await loadProblemTexts()).toBeNull()
})
