import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type Join, move as moveBetween, placeOf } from '../../device/storage/moving.ts'
import { freshSpare, freshStorage, testDevice } from '../support/device.ts'
import { add, addList, set } from '../support/entries.ts'

const never = () => Promise.reject(new Error('no network in this test'))
const turn = () => new Promise((resolve) => setImmediate(resolve))
const ownWins = (_key: string, _moved: unknown, own: unknown) => own

function both() {
  return {
    trial: testDevice(never, { userId: 'trial-1', name: 't', spare: freshSpare() }).db,
    account: testDevice(never, { userId: 'anna', name: 'a' }).db,
  }
}

type Db = ReturnType<typeof both>['trial']

const move = (from: Db, to: Db, join: Join = ownWins) => moveBetween(placeOf(from), placeOf(to), join)

const typedIn = async (db: Db) =>
  (await db.outbox()).map(
    (entry) => `${entry.op} ${entry.rowId}${entry.op === 'set' ? ` ${entry.value}` : ''}`,
  )

describe('TRIAL-2 what was typed without an account moves into one', () => {
  beforeEach(freshStorage)

  it('TRIAL-2 everything comes behind what waits there, in its order, with its ids; nothing stays', async () => {
    const { trial, account } = both()
    await account.append('other', [add('soap')])
    await trial.appendTo([{ listId: 'list', changes: [addList(), add('milk')] }])
    await trial.append('list', [set('milk', 'quantity', 2), set('milk', 'quantity', 3)])
    await trial.putValue('view:list', 'by category')
    const ids = (await trial.outbox()).map(({ opId }) => opId)
    const moved = await move(trial, account)
    expect(moved.map(({ opId }) => opId)).toEqual(ids)
    expect(await typedIn(account)).toEqual(['add soap', 'add list', 'add milk', 'set milk 3'])
    expect((await account.outbox()).slice(1).map(({ opId }) => opId)).toEqual(ids)
    expect(await account.getValue('view:list')).toBe('by category')
    expect([await trial.outbox(), await trial.getValue('view:list')]).toEqual([[], undefined])
    expect(await move(trial, account)).toEqual([])
  })

  it('TRIAL-2 a move that broke off before the trial was emptied brings nothing a second time', async () => {
    const { trial, account } = both()
    await trial.append('list', [addList(), add('milk'), set('milk', 'quantity', 2)])
    await placeOf(account).takeIn(await placeOf(trial).belongings(0), ownWins)
    // The person goes on in the account before the app is closed.
    await account.append('list', [set('milk', 'quantity', 5)])
    await move(trial, account)
    expect(await typedIn(account)).toEqual(['add list', 'add milk', 'set milk 5'])
    expect(await trial.outbox()).toEqual([])
  })

  it('TRIAL-2 what another tab still typed meanwhile comes too, a delete of what was moved as well', async () => {
    const { trial, account } = both()
    await trial.append('list', [addList(), add('milk'), add('tea')])
    const first = await placeOf(trial).belongings(0)
    await placeOf(account).takeIn(first, ownWins)
    await trial.append('list', [{ op: 'delete', rowId: 'milk' }, add('salt')])
    await placeOf(trial).empty(first)
    await move(trial, account)
    expect(await typedIn(account)).toEqual(['add list', 'add tea', 'add salt'])
  })

  it('TRIAL-2 a delete of what a broken off move brought over stays, although its product was only there', async () => {
    const { trial, account } = both()
    await trial.append('list', [addList(), add('milk'), set('milk', 'quantity', 2)])
    await placeOf(account).takeIn(await placeOf(trial).belongings(0), ownWins)
    await trial.append('list', [{ op: 'delete', rowId: 'milk' }])
    // As each page does that opens the trial.
    await trial.tidy()
    await move(trial, account)
    expect(await typedIn(account)).toEqual(['add list'])
  })

  it('TRIAL-2 a page of the trial that is left during a move brings nothing a second time', async () => {
    const spare = freshSpare()
    const page = testDevice(never, { userId: 'trial-1', name: 't', spare })
    const { db: trial } = testDevice(never, { userId: 'trial-1', name: 'u', spare })
    const { account } = both()
    await page.db.append('list', [addList()])
    let written: Promise<unknown> = Promise.resolve()
    // Written, but the page is left before it hears of that.
    const writesAndIsLeft = () =>
      new Promise<void>((isLeft) => {
        vi.spyOn(page.life, 'follow').mockImplementationOnce((tx) =>
          tx.addEventListener('complete', () => isLeft(page.life.leave())),
        )
        written = page.db.append('list', [add('milk')])
      })
    const from = placeOf(trial)
    const belongings = vi.fn(from.belongings).mockImplementationOnce(async (since) => {
      await writesAndIsLeft()
      return from.belongings(since)
    })
    await moveBetween({ ...from, belongings }, placeOf(account), ownWins)
    page.life.comeBack()
    await written
    await trial.recover()
    expect(await typedIn(trial)).toEqual([])
    expect(await typedIn(account)).toEqual(['add list', 'add milk'])
  })

  it('TRIAL-2 a page that is left at any moment of a move goes on when it is shown again', async () => {
    for (let moment = 0; moment < 16; moment++) {
      freshStorage()
      const [trial, account] = ['trial-1', 'anna'].map((userId) =>
        testDevice(never, { userId, name: userId }),
      )
      await trial!.db.append('list', [addList(), add('milk')])
      const moving = move(trial!.db, account!.db)
      for (let turns = 0; turns < moment; turns++) await turn()
      for (const { life } of [trial!, account!]) life.leave()
      await turn()
      for (const { life } of [trial!, account!]) life.comeBack()
      await moving
      expect(await typedIn(account!.db)).toEqual(['add list', 'add milk'])
      expect(await typedIn(trial!.db)).toEqual([])
    }
  })

  it('TRIAL-2 two tabs that move at once move it once', async () => {
    const { trial, account } = both()
    await trial.append('list', [addList(), add('milk')])
    const again = testDevice(never, { userId: 'anna', name: 'b' }).db
    await Promise.all([move(trial, account), move(trial, again)])
    expect(await typedIn(account)).toEqual(['add list', 'add milk'])
  })

  it('TRIAL-2 FULL-1 no second copy stays of what another tab moved or dropped', async () => {
    const spare = freshSpare()
    const { db: trial } = testDevice(never, { userId: 'trial-1', name: 't', spare })
    const { account } = both()
    await trial.append('list', [addList(), add('milk')])
    await trial.append('list', [{ op: 'delete', rowId: 'list' }])
    const from = placeOf(trial)
    const recover = vi.fn(from.recover).mockImplementationOnce(async () => {
      const lost = await from.recover()
      // Another tab finds that nothing of it is needed, and is closed before it removes the copies.
      await trial.tidy()
      return lost
    })
    await moveBetween({ ...from, recover }, placeOf(account), ownWins)
    expect(spare.length).toBe(0)
  })

  it('TRIAL-2 a value that both have is joined, and a change left in a page that was closed is moved too', async () => {
    const spare = freshSpare()
    const page = testDevice(never, { userId: 'trial-1', name: 't', spare })
    const written = page.db.append('list', [addList(), add('milk')])
    page.life.leave()
    const { account } = both()
    const trial = testDevice(never, { userId: 'trial-1', name: 'u', spare }).db
    await trial.putValue('settings', 'moved')
    await account.putValue('settings', 'own')
    await move(trial, account, (key, moved, own) => `${key}: ${moved}, ${own}`)
    expect(await account.getValue('settings')).toBe('settings: moved, own')
    expect(await typedIn(account)).toEqual(['add list', 'add milk'])
    page.life.comeBack()
    await written
    expect(await typedIn(page.db)).toEqual([])
  })

  it('TRIAL-1 what is superseded goes from the disk, although nothing is ever sent', async () => {
    const { trial } = both()
    await trial.append('list', [addList(), add('milk'), add('tea')])
    for (let i = 2; i < 9; i++) await trial.append('list', [set('milk', 'quantity', i)])
    await trial.append('list', [{ op: 'delete', rowId: 'tea' }])
    await trial.tidy()
    const stored = (await openDB('account:trial-1')).getAll('outbox')
    expect((await stored).map(({ n }) => n)).toEqual([1, 2, 10])
    expect(await typedIn(trial)).toEqual(['add list', 'add milk', 'set milk 8'])
  })

  it('TRIAL-1 a place without an account never sends anything', async () => {
    const { db, drain } = testDevice(() => Promise.reject(new Error('sent')), {
      userId: 'trial-1',
      rests: true,
    })
    await db.append('list', [addList(), add('milk')])
    expect(await drain.dispatch('list', { type: 'trigger', edit: true })).toMatchObject({ at: 'idle' })
    await drain.all(true)
    expect((await db.outbox()).map(({ seq, sent }) => [seq, sent])).toEqual([
      [null, false],
      [null, false],
    ])
  })
})
