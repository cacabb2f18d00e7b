import { expect, test } from 'vitest'
import { noteTimeline, setTimeline, timelineOf } from '../../../server/db/timeline.ts'
import { markRestored } from '../../../server/operate/recover-backup.ts'
import { newList, type TestServer, testServer } from '../../support/server.ts'
import { openStream, sawEvent } from '../../support/stream.ts'
import { addProduct, phone } from './list-phone.ts'

/** As if another machine had become PostgreSQL's primary. */
const takeOver = ({ db }: TestServer, timeline: number) => setTimeline(db.getExecutor().adapter, timeline)

async function started() {
  const server = await testServer()
  takeOver(server, 1)
  const ala = await server.person('ala@example.pl')
  const list = await newList(server, ala)
  const mine = phone(server, ala, list, 'mine')
  const { epoch } = (await mine.send([addProduct('milk'), addProduct('bread'), addProduct('tea')])).body
  return { server, ala, list, mine, epoch }
}

test('RUN-7 after a failover a list has a new epoch, and who knows nothing that was lost goes on', async () => {
  const { server, mine, epoch } = await started()
  takeOver(server, 2)
  const next = await mine.send([addProduct('eggs')], { v: 3, cursor: 3, epoch })
  expect(next).toMatchObject({ status: 200, body: { base: 3, head: 4, epoch: `${epoch}/3.t2` } })
  const { rows } = next.body
  expect(rows.map(({ id }) => id)).toEqual(['eggs'])
  // It is new once, not with each change.
  const more = await mine.send([addProduct('rice')], { v: 3, cursor: 4, epoch: next.body.epoch })
  expect(more).toMatchObject({ status: 200, body: { head: 5, epoch: `${epoch}/3.t2` } })
  takeOver(server, 3)
  expect((await mine.pull(5, { v: 3, epoch })).body).toMatchObject({ code: 'resync' })
  expect((await mine.pull(5, { v: 3, epoch: next.body.epoch })).body).toMatchObject({
    epoch: `${epoch}/3.t2/5.t3`,
  })
})

test('RUN-7 who has seen changes that a failover lost is told so, though the list has grown since', async () => {
  const { server, mine, ala, list, epoch } = await started()
  const yours = phone(server, ala, list, 'yours')
  const before = await server.db
    .selectFrom('list')
    .selectAll()
    .where('id', '=', list)
    .executeTakeFirstOrThrow()
  expect((await yours.send([addProduct('lost-1'), addProduct('lost-2')])).body.head).toBe(5)
  // The standby that took over had not got them.
  const { head, living } = before
  await server.db.updateTable('list').set({ head, living }).where('id', '=', list).execute()
  await server.db.deleteFrom('product').where('id', 'like', 'lost%').execute()
  await server.db.deleteFrom('change_log').where('ver', '>', head).execute()
  takeOver(server, 2)
  const grown = await mine.send([addProduct('eggs'), addProduct('rice')], { v: 3, cursor: 3, epoch })
  expect(grown).toMatchObject({ status: 200, body: { head: 5, epoch: `${epoch}/3.t2` } })
  const resync = await yours.pull(5, { v: 3, epoch })
  expect(resync).toMatchObject({ status: 410, body: { code: 'resync', epoch: `${epoch}/3.t2`, head: 5 } })
})

test('RUN-7 a poke names the epoch of the list, after a failover the new one', async () => {
  const { server, mine, ala, list, epoch } = await started()
  const stream = await openStream(server, ala)
  await sawEvent(stream, 'hello')
  takeOver(server, 2)
  await mine.send([addProduct('eggs')], { v: 3, cursor: 3, epoch })
  const url = `/api/v3/list/${list}/product`
  await server.call(ala, 'POST', url, { productName: 'Rice' })
  await server.call(ala, 'PUT', '/api/v3/list', { _id: list, _list_name: 'Other' })
  await expect
    .poll(() => stream.events.filter(([name]) => name === 'poke').map(([, data]) => data))
    .toEqual([4, 5, 6].map((head) => ({ list, head, epoch: `${epoch}/3.t2` })))
})

test('RUN-7 two histories with the same number are told apart if the lists are marked before the second begins', async () => {
  const { server, mine, ala, list, epoch } = await started()
  const row = server.db.selectFrom('list').selectAll().where('id', '=', list)
  const before = await row.executeTakeFirstOrThrow()
  const yours = phone(server, ala, list, 'yours')
  takeOver(server, 2)
  const lost = (await yours.send([addProduct('lost')], { v: 3, cursor: 3, epoch })).body
  expect(lost).toMatchObject({ head: 4, epoch: `${epoch}/3.t2` })
  // Another machine takes over that has never heard of this one.
  const { head, living, timeline } = before
  await server.db.updateTable('list').set({ head, living, timeline, epoch }).where('id', '=', list).execute()
  await server.db.deleteFrom('product').where('id', '=', 'lost').execute()
  await server.db.deleteFrom('change_log').where('ver', '>', head).execute()
  await markRestored(server.db, server.clock.now)
  expect((await mine.send([addProduct('eggs')], { v: 3, cursor: 3, epoch })).status).toBe(200)
  expect((await yours.pull(4, { v: 3, epoch: lost.epoch })).body).toMatchObject({ code: 'resync', head: 4 })
  expect((await mine.pull(3, { v: 3, epoch })).status).toBe(200)
})

test('RUN-7 an app from before knows no other epoch than its own, and gets a snapshot', async () => {
  const { server, mine, epoch } = await started()
  takeOver(server, 2)
  expect((await mine.pull(3, { v: 2, epoch })).body).toMatchObject({ code: 'resync', epoch: `${epoch}/3.t2` })
  expect((await mine.pull(0, { v: 2 })).body).toMatchObject({ base: 0, head: 3 })
})

test('RUN-7 a list made after a failover has an epoch of its own from the beginning', async () => {
  const { server, ala } = await started()
  takeOver(server, 2)
  const list = await newList(server, ala)
  const { epoch } = (await phone(server, ala, list, 'new').send([addProduct('milk')])).body
  expect(epoch).not.toContain('/')
})

test('RUN-7 a connection to a standby, or to the old primary, does not hide a failover', async () => {
  const { server } = await started()
  const { adapter } = server.db.getExecutor()
  for (const timeline of [2, 0, 1]) noteTimeline(adapter, timeline)
  expect(timelineOf(server.db)).toBe(2)
})
