import { randomUUID } from 'node:crypto'
import type { App } from '../support/app.ts'
import { type Account, anyOf, EngineDevice, type Watch } from './devices.ts'

/** Makes a list of three people, each with a device. They share products that each of them renames. */
export async function makeHousehold(
  app: App,
  urls: readonly string[],
  number: number,
  watch: Watch,
): Promise<EngineDevice[]> {
  const people: Account[] = []
  for (const name of ['anna', 'ben', 'cleo']) {
    const email = `${name}${number}@example.org`
    const token = await app.member(email, 'correct horse battery')
    const { id } = await app.call<{ id: string }>('GET', '/api/v3/me', undefined, token)
    people.push({ id, email, token })
  }
  const [owner, ...others] = people as [Account, Account, Account]
  const { id: list } = await app.call<{ id: string }>(
    'POST',
    '/api/v3/list',
    { _list_name: 'Week' },
    owner.token,
  )
  for (const { email } of others) {
    await app.call(
      'POST',
      `/api/v3/list/share?_list_id=${list}&_email_address=${email}`,
      undefined,
      owner.token,
    )
    await app.call(
      'PUT',
      `/api/v3/shared_list/${list}?email_address=${email}&permission=edit`,
      undefined,
      owner.token,
    )
  }
  const shared = [randomUUID(), randomUUID(), randomUUID()]
  const devices = people.map(
    (account, i) => new EngineDevice(account, { id: list, shared }, anyOf(urls, number + i), watch),
  )
  for (const id of shared) await devices[0]?.add(id, `shared ${id}`)
  return devices
}
