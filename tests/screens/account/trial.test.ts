import 'fake-indexeddb/auto'
import { beforeEach, expect, test, vi } from 'vitest'
import { deleteValue, putValue, type Guest } from '../../../device/storage/app-db.ts'
import { placeOf } from '../../../device/storage/moving.ts'
import { moveTrialIfWanted, moveTrialTo, removeTrial } from '../../../src/app/start/move-trial.ts'
import { isSignedIn, useSession, who } from '../../../src/account/session/session.ts'
import { trialId } from '../../../src/trial/trial-state.ts'
import { freshStorage, testDevice } from '../../support/device.ts'
import { add, addList } from '../../support/entries.ts'

const never = () => Promise.reject(new Error('no network in this test'))
const place = (userId: string, name = userId) => testDevice(never, { userId, name }).db
const rowsIn = async (userId: string) =>
  (await place(userId, `look-${userId}`).outbox()).map(({ op, rowId }) => `${op} ${rowId}`)

beforeEach(async () => {
  freshStorage()
  await putValue('trial', 'trial-1')
})

test('TRIAL-2 what was moved into one account in a move that broke off is not moved into the next', async () => {
  const trial = place('trial-1')
  await trial.append('list', [addList(), add('milk')])
  // Anna's log-in breaks off before the trial is emptied.
  await trial.putValue('movingTo', 'anna')
  await placeOf(place('anna')).takeIn(await placeOf(trial).belongings(0), (_key, _moved, own) => own)
  await trial.append('other', [add('tea')])
  expect(await moveTrialTo('ben')).toBeNull() // no list of its own
  expect(await rowsIn('anna')).toEqual(['add list', 'add milk'])
  expect(await rowsIn('ben')).toEqual(['add tea'])
  expect(await rowsIn('trial-1')).toEqual([])
})

test('TRIAL-2 a log-in says how many lists have moved; without a trial there is nothing to say', async () => {
  const trial = place('trial-1')
  await trial.append('a', [{ ...addList(), rowId: 'a' }, add('milk')])
  await trial.append('b', [{ ...addList(), rowId: 'b' }])
  expect(await moveTrialTo('anna')).toMatchObject({ values: { count: 2 } })
  expect(await moveTrialTo('anna')).toBeNull()
  await deleteValue('trial')
  expect(await moveTrialTo('ben')).toBeNull()
})

test('TRIAL-1 everything made without an account can be removed, also what was noted in a page that was closed', async () => {
  const trial = place('trial-1')
  await trial.append('list', [addList(), add('milk')])
  await trial.putValue('view:list', 'by category')
  await removeTrial()
  expect(await rowsIn('trial-1')).toEqual([])
  expect(await place('trial-1', 'again').getValue('view:list')).toBeUndefined()
})

test('TRIAL-1 a trial opens the app without counting as signed in; only its own id is one', async () => {
  const session = { userId: 'trial-1', email: '', accessToken: null, expiresAt: 0, remember: true }
  useSession.setState({ session })
  expect([who(), isSignedIn()]).toEqual(['trial', false])
  // A session that has ended.
  useSession.setState({ session: { ...session, userId: 'anna' } })
  expect([who(), isSignedIn()]).toEqual(['account', false])
  useSession.setState({ session: { ...session, guest: { listId: 'list', name: 'Ola' } as Guest } })
  expect(who()).toBe('guest')
  useSession.setState({ session: null })
  expect(who()).toBe('nobody')
  await putValue('trial', 'anna')
  expect(await trialId()).toBeNull()
  useSession.setState({ session: null })
})

test('SAFE-9 what was made without an account moves after a yes, and a yes is not asked for twice', async () => {
  const session = { userId: 'trial-1', email: '', accessToken: null, expiresAt: 0, remember: true }
  useSession.setState({ session })
  // Nothing is here yet, so nothing is asked.
  expect(await moveTrialIfWanted('anna')).toBeNull()
  const trial = place('trial-1')
  await trial.append('list', [{ ...addList(), rowId: 'list' }, add('milk')])
  const answer = async (yes: boolean) => {
    const question = await vi.waitUntil(() => useSession.getState().question)
    expect(question.about).toBe('trial')
    question.answer(yes)
  }
  const refused = moveTrialIfWanted('anna')
  await answer(false)
  expect(await refused).toBeNull()
  expect([await rowsIn('anna'), await rowsIn('trial-1')]).toEqual([[], ['add list', 'add milk']])

  const moved = moveTrialIfWanted('anna')
  await answer(true)
  expect(await moved).toMatchObject({ values: { count: 1 } })
  expect(await rowsIn('anna')).toEqual(['add list', 'add milk'])
  await trial.append('list', [add('tea')])
  await moveTrialIfWanted('anna')
  expect(await rowsIn('anna')).toEqual(['add list', 'add milk', 'add tea'])
  // Another account has not said so.
  await trial.append('list', [add('rope')])
  const other = moveTrialIfWanted('ben')
  await answer(false)
  await other
  expect(await rowsIn('ben')).toEqual([])
})
