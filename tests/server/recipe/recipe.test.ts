import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { type Person, testServer } from '../../support/server.ts'

const recipe = {
  '@type': 'Recipe',
  name: 'Soup',
  recipeYield: '4 servings',
  recipeIngredient: ['1 kg potatoes', 'salt'],
}
const page = `<title>Soup</title><script type="application/ld+json">${JSON.stringify(recipe)}</script>`
const ingredients = [
  { line: '1 kg potatoes', productName: 'potatoes', quantity: 1, unit: 'kg' },
  { line: 'salt', productName: 'salt', quantity: null, unit: null },
]

/** A server that reads pages of a site on this machine. */
async function atSite(env: Record<string, string> = {}) {
  const requests: { url: string; headers: Record<string, unknown> }[] = []
  const waiting: (() => void)[] = []
  const site = createServer((request, response) => {
    requests.push({ url: request.url ?? '', headers: request.headers })
    const answer = () => void response.writeHead(200, { 'content-type': 'text/html' }).end(page)
    if (request.url === '/slow') waiting.push(answer)
    else answer()
  }).listen(0, '127.0.0.1')
  await once(site, 'listening')
  onTestFinished(() => {
    site.closeAllConnections()
    site.close()
  })
  const server = await testServer({ env, pageNetwork: { isPage: () => true, isAddress: () => true } })
  const read = (who: Person | null, body: object) => server.call(who, 'POST', '/api/v3/recipe', body)
  return { server, read, requests, waiting, url: `http://127.0.0.1:${(site.address() as AddressInfo).port}` }
}

test('COOK-1 a recipe is read from an address and from a text', async () => {
  const { server, read, requests, url } = await atSite()
  const ala = await server.person('ala@example.org')
  const found = { name: 'Soup', portions: 4, ingredients }
  const fetched = await read(ala, { url: `${url}/soup#print` })
  expect([fetched.status, fetched.body]).toEqual([200, { ...found, source: `${url}/soup` }])
  expect(requests.map((request) => request.url)).toEqual(['/soup'])
  const { headers } = requests[0] ?? { headers: {} }
  expect(Object.keys(headers).toSorted()).toEqual(
    ['accept', 'accept-encoding', 'accept-language', 'connection', 'host', 'user-agent'].toSorted(),
  )

  expect((await read(ala, { text: 'Soup\nServes 4\n1 kg potatoes\nsalt' })).body).toEqual({
    ...found,
    source: '',
  })
  expect(requests).toHaveLength(1)
})

test('COOK-1 what is no recipe, and what is no request, is refused', async () => {
  const { server, read, url } = await atSite()
  const ala = await server.person('ala@example.org')
  const rows: [object, number, string][] = [
    [{}, 400, 'invalidRequest'],
    [{ url, text: 'x' }, 400, 'invalidRequest'],
    [{ html: page }, 400, 'invalidRequest'],
    [{ html: page, url }, 400, 'invalidRequest'],
    [{ url: 'ftp://example.org' }, 400, 'invalidRequest'],
    [{ url: 'javascript:alert(1)' }, 400, 'invalidRequest'],
    [{ url: 1 }, 400, 'invalidRequest'],
    [{ other: 'x' }, 400, 'invalidRequest'],
    [{ text: '' }, 422, 'noRecipe'],
    [{ text: 'See you tomorrow.' }, 422, 'noRecipe'],
    [{ text: 'x'.repeat(600 << 10) }, 413, 'tooLarge'],
  ]
  for (const [body, status, code] of rows) {
    const answer = await read(ala, body)
    expect([answer.status, answer.body.code]).toEqual([status, code])
  }
  expect((await read(null, { text: '2 eggs' })).status).toBe(401)
})

test('COOK-1 the API page says what POST /recipe takes and answers', async () => {
  const { server, read, url } = await atSite()
  const ala = await server.person('ala@example.org')
  const { body } = await server.call(null, 'GET', '/openapi.json')
  const { requestBody, responses } = body.paths['/api/v3/recipe'].post
  const { schema } = requestBody.content['application/json']
  expect(requestBody.required).toBe(true)
  expect(Object.keys(schema.properties)).toEqual(['url', 'text'])
  expect([schema.minProperties, schema.maxProperties, schema.additionalProperties]).toEqual([1, 1, false])

  const text = 'Ingredients\n1 kg potatoes\nFor the sauce:\nsalt and pepper'
  const answer = responses['200'].content['application/json'].schema
  const found = await read(ala, { text })
  expect(found.body.leftOut).toEqual(['For the sauce:'])
  expect(found.body.ingredients[1]).toMatchObject({ line: 'salt', whole: 'salt and pepper' })
  for (const given of [found.body, (await read(ala, { url })).body]) {
    expect(Object.keys(answer.properties)).toEqual(expect.arrayContaining(Object.keys(given)))
    expect(Object.keys(given)).toEqual(expect.arrayContaining(answer.required))
    const one = answer.properties.ingredients.items
    for (const ingredient of given.ingredients)
      expect(Object.keys(one.properties)).toEqual(expect.arrayContaining(Object.keys(ingredient)))
  }
  const refused: [body: object | undefined, status: number][] = [
    [undefined, 400],
    [{}, 400],
    [{ url, text }, 400],
    [{ url: `https://example.org/${'x'.repeat(2_100)}` }, 400],
    [{ text: 'no ingredients' }, 422],
    // An address in a text is not fetched.
    [{ text: `${url}/soup` }, 422],
    [{ url: 'http://[' }, 400],
  ]
  for (const [given, status] of refused) {
    const answered = await server.call(ala, 'POST', '/api/v3/recipe', given)
    expect([given, answered.status]).toEqual([given, status])
    const { enum: codes } =
      responses[String(status)].content['application/problem+json'].schema.allOf[1].properties.code
    expect(codes).toContain(answered.body.code)
  }
  expect(Object.keys(responses)).toEqual(
    expect.arrayContaining(['400', '401', '403', '413', '415', '422', '429', '502', '503']),
  )
})

test('COOK-1 an account has a budget, a smaller one before it is activated, and one fetch at a time', async () => {
  const { server, read, waiting, url } = await atSite()
  const ala = await server.person('ala@example.org')
  const statuses = async (who: Person, count: number) => {
    const all: number[] = []
    for (let i = 0; i < count; i++) all.push((await read(who, { url })).status)
    return all
  }
  expect(await statuses(ala, 21)).toEqual([...Array.from({ length: 20 }, () => 200), 429])
  server.clock.now += 30_000
  expect(await statuses(ala, 2)).toEqual([200, 429])

  const ola = await server.person('ola@example.org')
  await server.db.updateTable('account').set({ status: 'N' }).where('id', '=', ola.id).execute()
  expect(await statuses(ola, 4)).toEqual([200, 200, 200, 429])
  server.clock.now += 600_000
  expect(await statuses(ola, 2)).toEqual([200, 429])
  // What needs no other site has no such limit.
  expect((await read(ola, { text: '2 eggs' })).status).toBe(200)

  const eva = await server.person('eva@example.org')
  const slow = read(eva, { url: `${url}/slow` })
  await expect.poll(() => waiting.length).toBe(1)
  const second = await read(eva, { url })
  expect([second.status, second.headers['retry-after']]).toEqual([429, '8'])
  waiting[0]?.()
  expect((await slow).status).toBe(200)
  expect((await read(eva, { url })).status).toBe(200)
})

test('COOK-1 of what is pasted, accounts that are not activated have one budget in their network', async () => {
  const { server, read } = await atSite()
  const [ola, eva] = [await server.person('ola@example.org'), await server.person('eva@example.org')]
  await server.db.updateTable('account').set({ status: 'N' }).execute()
  const ala = await server.person('ala@example.org')
  const statuses: number[] = []
  for (let i = 0; i < 22; i++) statuses.push((await read(i % 2 ? ola : eva, { text: '2 eggs' })).status)
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429, 429])
  expect((await read(ala, { text: '2 eggs' })).status).toBe(200)
})

test('COOK-1 RECIPES=off: the server reads no pages, and texts as before', async () => {
  const { server, read, requests, url } = await atSite({ RECIPES: 'off' })
  const ala = await server.person('ala@example.org')
  const refused = await read(ala, { url })
  expect([refused.status, refused.body.code]).toEqual([403, 'recipesOff'])
  expect(requests).toEqual([])
  expect((await read(ala, { text: '2 eggs' })).status).toBe(200)
})
