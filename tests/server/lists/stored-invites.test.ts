import { expect, test } from 'vitest'
import { removeDeletedAccounts } from '../../../server/account/account-removal.ts'
import { hashCode } from '../../../server/db/codes.ts'
import { newList, password, type Person, testServer } from '../../support/server.ts'
import { storedBy } from '../../support/stored.ts'

const day = 86_400_000

async function atList() {
  const server = await testServer({ onDisk: true })
  const ala = await server.person('ala@example.pl')
  const ola = await server.person('ola@example.pl')
  const list = await newList(server, ala, 'Święta')
  const as = (who: Person) => (method: 'POST' | 'DELETE', path: string, body?: object) =>
    server.call(who, method, `/api/v3${path}`, body)
  const { now } = server.clock
  const attempt = { added: [{ id: expect.any(String), account_id: ala.id, kind: 'share', at: now }] }
  const invite = (more: object) => ({
    list_id: list,
    email: '',
    email_key: '',
    permission: 'edit',
    created_at: now,
    expires_at: now + 7 * day,
    used_at: 0,
    used_by: '',
    revoked_at: 0,
    registered_at: 0,
    proof_hash: '',
    asked_by: '',
    asked_at: 0,
    ...more,
  })
  return { server, ala, ola, list, as, now, attempt, invite, stored: await storedBy(server) }
}

const proof_hash = expect.stringMatching(/^[\w-]{43}$/)
const gone = { email: '', email_key: '', proof_hash: '' }

test('API HAND-11 an invitation that is made, replaced, taken back and accepted stands in the database', async () => {
  const { ala, ola, list, as, now, attempt, invite, stored } = await atList()
  const make = (body: object) => stored(() => as(ala)('POST', `/list/${list}/invite`, body))
  const mailed = await make({ email: 'Jan@Example.pl', permission: 'edit' })
  const one = hashCode(mailed.reply.body.code)
  const address = { email: 'Jan@Example.pl', email_key: 'jan@example.pl', proof_hash }
  expect(mailed.stored).toEqual({
    invite: { added: [invite({ code: one, ...address })] },
    attempt,
  })

  const second = await make({ email: 'jan@example.pl', permission: 'view' })
  const two = hashCode(second.reply.body.code)
  const replaced = {
    code: two,
    permission: 'view',
    email: 'jan@example.pl',
    email_key: 'jan@example.pl',
    proof_hash,
  }
  expect(second.stored).toEqual({
    invite: { added: [invite(replaced)], changed: [{ code: one, revoked_at: now, ...gone }] },
    attempt,
  })
  const revoke = () => stored(() => as(ala)('DELETE', `/list/${list}/invite/${two}`))
  expect((await revoke()).stored).toEqual({ invite: { changed: [{ code: two, revoked_at: now, ...gone }] } })
  expect((await revoke()).stored).toEqual({})

  const third = await make({ permission: 'shopping' })
  const { code } = third.reply.body
  expect(third.stored).toEqual({
    invite: { added: [invite({ code: hashCode(code), permission: 'shopping' })] },
    attempt,
  })
  const accept = (who: Person) => stored(() => as(who)('POST', `/invite/${code}/accept`))
  expect((await accept(ala)).stored).toEqual({})
  const member = {
    list_id: list,
    account_id: ola.id,
    permission: 'shopping',
    created_at: now,
    accepted: 1,
    changed_at: 0,
  }
  expect((await accept(ola)).stored).toEqual({
    invite: { changed: [{ code: hashCode(code), used_at: now, used_by: ola.id }] },
    member: { added: [member] },
  })
  expect((await accept(ola)).stored).toEqual({})
})

test('API HAND-11 an account that is removed is in no invitation any more, and its own are gone', async () => {
  const { server, ala, ola, list, as, stored } = await atList()
  const make = async (who: Person, id: string, body: object): Promise<string> =>
    (await as(who)('POST', `/list/${id}/invite`, body)).body.code
  const used = await make(ala, list, { permission: 'edit' })
  await as(ola)('POST', `/invite/${used}/accept`)
  const own = await newList(server, ola)
  const ofOla = await make(ola, own, { permission: 'edit' })
  await as(ola)('DELETE', '/me', { password })
  const other = await newList(server, ala)
  const mailed = await make(ala, other, { email: 'OLA@example.pl', permission: 'edit' })
  server.clock.now += 30 * day
  const { stored: done } = await stored(async () => {
    await removeDeletedAccounts(server.db, server.clock.now)
    return { status: 200, body: {}, headers: {} }
  })
  const changed = [
    { code: hashCode(mailed), ...gone, revoked_at: server.clock.now },
    { code: hashCode(used), used_by: '' },
  ].toSorted((a, b) => (a.code < b.code ? -1 : 1))
  expect(done['invite']).toEqual({ changed, removed: [{ code: hashCode(ofOla) }] })
})
