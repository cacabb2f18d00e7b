import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import * as people from '../../../server/operate/people.ts'
import { App } from '../../support/app.ts'
import { dialect, freshDatabase } from '../../support/database.ts'
import { newList, password, personOf, testServer, type TestServer } from '../../support/server.ts'

const day = 86_400_000
const operator = ({ app }: TestServer) => app.services

async function twoPeople() {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  await server.call(ala, 'PUT', '/api/v3/me/update_profile', { name: 'Alicja', surname: 'Nowak' })
  const list = await newList(server, ala)
  await server.call(ala, 'POST', `/api/v3/list/${list}/product`, { productName: 'Milk' })
  await server.register('ola@example.pl')
  return { server, ala, list }
}

test('RUN-4 the operator sees who has an account, since when, what is in it, and when it was last used', async () => {
  const { server } = await twoPeople()
  const since = server.clock.now
  server.clock.now += day
  await server.logIn('ala@example.pl')
  const [ala, ola] = await people.listPeople(server.db, server.clock.now)
  expect(ala).toMatchObject({ email: 'ala@example.pl', name: 'Alicja', surname: 'Nowak', status: 'A' })
  expect(ala).toMatchObject({ created_at: since, seen_at: since + day, lists: 1, products: 1, sessions: 2 })
  expect(ola).toMatchObject({
    email: 'ola@example.pl',
    status: 'N',
    seen_at: 0,
    lists: 0,
    products: 0,
    sessions: 0,
  })
  expect(Object.keys(ala ?? {})).not.toContain('password_hash')
})

test('RUN-4 AUTH-6 a link that the operator makes sets a new password; an older one ends with it', async () => {
  const { server } = await twoPeople()
  await server.call(null, 'POST', '/api/v3/profile/reset_password/step1', { email: 'ala@example.pl' })
  const mailed = (await server.lastLink()).split('/').at(-1)
  const { link, mailed: isMailed } = await people.resetPerson(operator(server), ' ALA@example.pl ')
  expect(isMailed).toBe(false)
  expect(link).toMatch(/^http:\/\/localhost:3000\/auth\/reset-password\/[\w-]{24}$/)
  const set = (code = '') =>
    server.call(null, 'POST', `/api/v3/profile/reset_password/step2/${code}`, {
      email: 'ala@example.pl',
      password: 'good new horse',
    })
  expect((await set(mailed)).body.code).toBe('invalidResetLink')
  expect((await set(link.split('/').at(-1))).status).toBe(200)
  expect((await server.logIn('ala@example.pl', { password: 'good new horse' })).status).toBe(200)
  await expect(people.resetPerson(operator(server), 'eva@example.pl')).rejects.toThrow(
    'Nobody here has the address',
  )
  await expect(people.resetPerson(operator(server), 'eva')).rejects.toThrow('is not an email address')
})

test('RUN-4 a removed person is logged out, and comes back by logging in within 30 days; with --now all is gone', async () => {
  const { server, ala, list } = await twoPeople()
  const { ended } = await people.removePerson(operator(server), 'ala@example.pl', false)
  expect(ended).toHaveLength(1)
  expect((await server.call(ala, 'GET', '/api/v3/me')).status).toBe(401)
  await expect(people.removePerson(operator(server), 'ala@example.pl', false)).rejects.toThrow('already')
  expect((await server.logIn('ala@example.pl')).body.reactivated).toBe(true)
  await people.removePerson(operator(server), 'ala@example.pl', true)
  expect((await server.logIn('ala@example.pl')).status).toBe(400)
  expect((await people.listPeople(server.db, server.clock.now)).map(({ email }) => email)).toEqual([
    'ola@example.pl',
  ])
  expect(await server.db.selectFrom('product').select('id').where('list_id', '=', list).execute()).toEqual([])
})

test('RUN-4 the operator sees where a person is logged in, and ends it', async () => {
  const { server, ala } = await twoPeople()
  const second = personOf('ala@example.pl', await server.logIn('ala@example.pl'))
  const { db, clock } = server
  expect(await people.sessionsOfPerson(db, 'ala@example.pl', clock.now)).toHaveLength(2)
  expect((await people.endSessionsOfPerson(db, 'ala@example.pl', clock.now)).ended).toHaveLength(2)
  for (const who of [ala, second]) expect((await server.call(who, 'GET', '/api/v3/me')).status).toBe(401)
  expect(await people.sessionsOfPerson(db, 'ala@example.pl', clock.now)).toEqual([])
})

/** `npm run people` as a process of its own; what it printed, and how it ended. */
function command(env: Record<string, string>, args: string[], typed = '') {
  const script = resolve(import.meta.dirname, '../../../scripts/people.ts')
  const child = spawn(process.execPath, [script, ...args], { env: { ...process.env, ...env } })
  child.stdin.end(typed)
  let out = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (out += String(chunk)))
  return new Promise<{ code: number | null; out: string }>((done) =>
    child.on('close', (code) => done({ code, out })),
  )
}

test(
  'RUN-4 npm run people works beside a living server, and says in a line what is wrong',
  { timeout: 120_000 },
  async () => {
    const env = {
      REGISTRATION: 'closed',
      ...(dialect === 'postgres' && { DATABASE_URL: await freshDatabase() }),
    }
    const app = await App.start(env)
    onTestFinished(() => app.stop())
    const run = (args: string, typed = '') =>
      command({ ...env, DATA_DIR: app.folder, PUBLIC_URL: app.url }, args.split(' '), typed)
    const invited = await run('invite ala@example.pl --language pl')
    expect(invited.out).toContain('It is not mailed (no SMTP_URL)')
    const invitation = /register#([\w-]{24})/.exec(invited.out)?.[1]
    const email = 'ala@example.pl'
    await app.call('POST', '/api/v3/profile', { email, password, termsAccepted: true, invitation })
    const token = await app.token(email, password)
    expect((await run('list')).out).toMatch(/^address +name.*\nala@example\.pl .* 0 +0 +1 +not activated\n$/)
    const ended = await run('sessions ala@example.pl --end')
    expect(ended.out).toContain('1 sessions have ended.')
    await expect(app.call('GET', '/api/v3/me', undefined, token)).rejects.toThrow('401')
    const kept = await run('remove ala@example.pl --now', 'somebody@example.pl\n')
    expect([kept.code, kept.out]).toEqual([1, expect.stringContaining('Nothing was removed.')])
    const smtp = { SMTP_URL: 'smtp://127.0.0.1:9' }
    const reset = await command({ ...env, ...smtp, DATA_DIR: app.folder, PUBLIC_URL: app.url }, [
      'reset',
      email,
    ])
    expect([reset.code, reset.out]).toEqual([0, expect.stringContaining('It is mailed too.')])
    const removed = await run('remove ala@example.pl --now --yes')
    expect([removed.code, removed.out]).toEqual([0, expect.stringMatching(/Removed\.\n$/)])
    expect((await run('list')).out).not.toContain(email)
    const wrong = await run('reset eva@example.pl')
    expect([wrong.code, wrong.out]).toEqual([1, 'Nobody here has the address eva@example.pl.\n'])
    const nowhere = join(app.folder, 'nowhere')
    const misused = await run('invite')
    expect([misused.code, misused.out]).toEqual([
      2,
      'invite needs an email address. `npm run people -- --help` lists what it takes.\n',
    ])
    const missing = await command({ DATA_DIR: nowhere, DATABASE_URL: '' }, ['list'])
    expect([missing.code, missing.out]).toEqual([
      1,
      expect.stringMatching(/^There is no database at [^\n]*\n$/),
    ])
  },
)
