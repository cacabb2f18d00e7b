import { expect, test } from 'vitest'
import { hashCode } from '../../../server/db/codes.ts'
import { markRestored } from '../../../server/operate/recover-backup.ts'
import { newList, type Person, testServer } from '../../support/server.ts'

const day = 86_400_000

test('HAND-11 after a backup was put back no invitation opens a list, be it one that was taken back since', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const ola = await server.person('ola@example.pl')
  const list = await newList(server, ala, 'Święta')
  const of = (who: Person, method: 'GET' | 'POST', path: string, body?: object) =>
    server.call(who, method, `/api/v3${path}`, body)
  const invite = async (body: object): Promise<string> =>
    (await of(ala, 'POST', `/list/${list}/invite`, body)).body.code
  const used = await invite({ permission: 'view' })
  await of(ola, 'POST', `/invite/${used}/accept`)
  const expired = await invite({ permission: 'view' })
  const expiredAt = { expires_at: server.clock.now - day }
  await server.db.updateTable('invite').set(expiredAt).where('code', '=', hashCode(expired)).execute()
  const link = await invite({ permission: 'edit' })
  const mailed = await invite({ permission: 'shopping', email: 'jan@example.pl' })

  expect(await markRestored(server.db, server.clock.now)).toEqual({ lists: 1, invites: 2 })

  const codes = (path: (code: string) => Promise<{ body: { code: string } }>) =>
    Promise.all([used, expired, link, mailed].map(async (code) => (await path(code)).body.code))
  const answers = ['inviteUsed', 'inviteExpired', 'inviteRevoked', 'inviteRevoked']
  expect(await codes((code) => of(ola, 'GET', `/invite/${code}`))).toEqual(answers)
  const jan = await server.person('jan@example.pl')
  expect(await codes((code) => of(jan, 'POST', `/invite/${code}/accept`))).toEqual(answers)
  expect((await of(ala, 'GET', `/list/${list}/invites`)).body).toEqual([])
  // The address is forgotten, as of any invitation that is taken back.
  const addresses = await server.db.selectFrom('invite').select(['email', 'email_key']).distinct().execute()
  expect(addresses).toEqual([{ email: '', email_key: '' }])
  // Whoever is a member stays one, and the owner invites anew.
  expect((await of(ola, 'GET', `/list/${list}`)).status).toBe(200)
  const anew = await invite({ permission: 'shopping', email: 'jan@example.pl' })
  expect((await of(jan, 'POST', `/invite/${anew}/accept`)).status).toBe(200)
})
