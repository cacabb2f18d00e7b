import { newList, type Person, testServer, type TestServer } from '../../support/server.ts'

export interface Answer {
  status: number
  body: string
  headers: Record<string, unknown>
}

/** A calendar program: makes requests with a token of this person as the password. */
export async function calendarProgram(server: TestServer, who: Person, more: object = {}) {
  const made = await server.call(who, 'POST', '/api/v3/me/tokens', {
    name: 'Calendar',
    scopes: ['edit'],
    ...more,
  })
  const { token } = made.body as { token: string }
  const { email, id: account } = who
  const authorization = `Basic ${Buffer.from(`${email}:${token}`).toString('base64')}`
  const send = async (
    method: string,
    url: string,
    payload?: string,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const reply = await server.app.inject({
      method: method as 'GET',
      url,
      headers: { authorization, 'content-type': 'application/xml', ...headers },
      ...(payload !== undefined && { payload }),
    })
    return { status: reply.statusCode, body: reply.body, headers: reply.headers }
  }
  const home = `/dav/${account}/`
  const multiget = (list: string, names: readonly string[]) =>
    send(
      'REPORT',
      `${home}${list}/`,
      `<c:calendar-multiget xmlns="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><prop><getetag/><c:calendar-data/></prop>${names.map((name) => `<href>${home}${list}/${name}</href>`).join('')}</c:calendar-multiget>`,
    )
  return {
    account,
    home,
    send,
    multiget,
    token,
    list: (list: string, name = '') => `${home}${list}/${name}`,
    propfind: (url: string, props: string, depth = '0') =>
      send(
        'PROPFIND',
        url,
        `<propfind xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:CS="http://calendarserver.org/ns/" xmlns:Z="urn:none"><prop>${props}</prop></propfind>`,
        { depth },
      ),
    sync: (list: string, token = '') =>
      send(
        'REPORT',
        `${home}${list}/`,
        `<sync-collection xmlns="DAV:"><sync-token>${token}</sync-token><sync-level>1</sync-level><prop><getetag/></prop></sync-collection>`,
      ),
    get: (list: string, name: string) => send('GET', `${home}${list}/${name}`),
    put: (list: string, name: string, text: string, headers: Record<string, string> = {}) =>
      send('PUT', `${home}${list}/${name}`, text, { 'content-type': 'text/calendar', ...headers }),
    remove: (list: string, name: string, headers: Record<string, string> = {}) =>
      send('DELETE', `${home}${list}/${name}`, undefined, headers),
  }
}

/** Returns a calendar with one to-do of these lines. */
export function todo(uid: string, ...lines: string[]): string {
  const all = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test//EN', 'BEGIN:VTODO', `UID:${uid}`, ...lines]
  return `${[...all, 'END:VTODO', 'END:VCALENDAR'].join('\r\n')}\r\n`
}

/** Returns the lines of an answer's calendar, unfolded. */
export function linesOf(text: string): string[] {
  return text.replace(/\r?\n[ \t]/gu, '').split(/\r?\n/u)
}

/** Returns a calendar as a program sends it that keeps only what it knows. */
export function bare(text: string): string {
  return linesOf(text)
    .filter((line) => !line.startsWith('X-'))
    .join('\r\n')
}

/** Replaces a line of a calendar by its name, or adds it to the to-do. */
export function withLine(text: string, name: string, value: string): string {
  const lines = linesOf(text).filter((line) => !line.startsWith(`${name}:`))
  lines.splice(lines.indexOf('END:VTODO'), 0, `${name}:${value}`)
  return lines.join('\r\n')
}

export interface Shown {
  id: string
  productName: string
  quantity: number
  unit: string
  price: number
  priceUnknown?: boolean
  productStatus: boolean
  note: string
  category_name: string
  shop_name: string
  changedBy?: string
}

export async function productsOf(server: TestServer, who: Person, list: string): Promise<Shown[]> {
  const { body } = await server.call(who, 'GET', `/api/v3/list/${list}`)
  return (body as { products: Shown[] }).products
}

export async function add(server: TestServer, who: Person, list: string, value: object): Promise<Shown> {
  return (await server.call(who, 'POST', `/api/v3/list/${list}/product`, value)).body as Shown
}

export async function household() {
  const server = await testServer()
  const ann = await server.person('ann@example.com')
  const home = await newList(server, ann, 'Home')
  const program = await calendarProgram(server, ann)
  return { server, ann, home, program }
}
