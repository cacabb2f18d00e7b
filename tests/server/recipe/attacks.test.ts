import { once } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { isPublicAddress } from '../../../server/base/public-network.ts'
import type { Recipe } from '../../../core/recipe/recipe.ts'
import { isWebAddress } from '../../../server/base/public-network.ts'
import { mostBytes, type PageNetwork } from '../../../server/recipe/fetch-page.ts'
import { recipeInPage, recipeInText } from '../../../server/recipe/read-page.ts'
import { inTurns } from '../../../server/base/turns.ts'
import { type Person, type TestServer, testServer } from '../../support/server.ts'

/** What was asked for and what the server answered, as a table. */
function print(title: string, rows: readonly (readonly [string, string])[]): void {
  const width = Math.max(...rows.map(([what]) => what.length))
  const lines = rows.map(([what, answer]) => `  ${what.padEnd(width)}  ${answer}`)
  process.stdout.write(`${title}\n${lines.join('\n')}\n`)
}

const short = (text: string) => (text.length > 70 ? `${text.slice(0, 67)}…` : text)

async function answerTo(server: TestServer, who: Person, url: string): Promise<string> {
  // Each attack finds full budgets.
  server.clock.now += 30_000
  const { status, body } = await server.call(who, 'POST', '/api/v3/recipe', { url })
  return status === 200 ? `200 ${body.name}` : `${status} ${body.code}`
}

async function listen(handler: RequestListener, host: string, port = 0): Promise<number> {
  const server = createServer(handler)
  server.listen(port, host)
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

const recipe = JSON.stringify({ '@type': 'Recipe', name: 'Soup', recipeIngredient: ['1 onion', '1 l water'] })
const soup = `<!doctype html><title>Soup</title><script type="application/ld+json">${recipe}</script>`

/** Addresses that must never be connected to, in the spellings that URL parsers understand. */
const privateAddresses = [
  'http://127.0.0.1/',
  'http://127.1/',
  'http://127.0.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0x7f.1/',
  'http://0177.0.0.1/',
  'http://017700000001/',
  'http://0/',
  'http://0.0.0.0/',
  'http://①②⑦.⓪.⓪.①/',
  'http://127。0。0。1/',
  'http://10.0.0.1/',
  'http://167772161/',
  'http://0xa.0.0.1/',
  'http://172.16.0.1/',
  'http://172.31.255.255/',
  'http://192.168.0.1/',
  'http://3232235521/',
  'http://100.64.0.1/ (CGNAT)',
  'http://169.254.169.254/latest/meta-data/',
  'http://2852039166/latest/meta-data/',
  'http://0xa9fea9fe/latest/meta-data/',
  'http://169.254.170.2/v2/credentials',
  'http://168.63.129.16/?comp=versions (Azure)',
  'http://2822734096/?comp=versions',
  'http://100.100.100.200/latest/meta-data/',
  'http://192.0.0.192/ (Oracle)',
  'http://198.18.0.1/',
  'http://224.0.0.1/',
  'http://255.255.255.255/',
  'http://[::]/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[0:0:0:0:0:ffff:a00:1]/',
  'http://[::127.0.0.1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[64:ff9b::169.254.169.254]/',
  'http://[2002:7f00:1::]/',
  'http://[2001:0:7f00:1::]/',
  'http://[fe80::1]/',
  'http://[fc00::1]/',
  'http://[fd00:ec2::254]/latest/meta-data/',
  'http://[ff02::1]/',
  'http://localhost/',
  'http://LOCALHOST./',
  'http://a.localhost/',
  'http://printer/',
  'http://printer.local/',
  'http://metadata.google.internal/computeMetadata/v1/',
  'http://router.home.arpa/',
]

/** Addresses of the internet that are no addresses of pages. */
const wrongAddresses = [
  'https://example.org:22/',
  'https://example.org:8080/',
  'http://example.org:443/',
  'https://user:password@example.org/',
  'https://user@example.org/',
]

const unparsed = [
  'file:///etc/passwd',
  'ftp://example.org/',
  'gopher://example.org/',
  'data:text/html,<h1>x</h1>',
  'javascript:alert(1)',
  'http://[fe80::1%25eth0]/',
  'http://256.1.1.1/',
  '//example.org/',
  'not an address',
  '',
  `https://example.org/${'x'.repeat(2_000)}`,
]

test('COOK-1 no spelling of a private address is connected to', async () => {
  let resolved = 0
  const resolve = async () => {
    resolved++
    return []
  }
  const server = await testServer({ pageNetwork: { resolve } })
  const who = await server.person('cook@example.org')
  const rows: [string, string][] = []
  for (const url of [...privateAddresses, ...wrongAddresses, ...unparsed])
    rows.push([short(url), await answerTo(server, who, url.replace(/ \(.*\)$/, ''))])
  print('Addresses:', rows)
  const answers = rows.map(([, answer]) => answer)
  expect(new Set(answers.slice(0, privateAddresses.length + wrongAddresses.length))).toEqual(
    new Set(['502 unreachable']),
  )
  expect(new Set(answers.slice(privateAddresses.length + wrongAddresses.length))).toEqual(
    new Set(['400 invalidRequest']),
  )
  // They are refused by themselves, and not because a name was not found.
  expect(resolved).toBe(0)
})

/** A site on 127.0.0.2, which these tests treat as a public address; what listens on 127.0.0.1 is private. */
async function site(pages: Record<string, (response: ServerResponse) => void>) {
  const hits: string[] = []
  const served: string[] = []
  const port = await listen((request, response) => {
    served.push(request.url ?? '')
    const page = pages[request.url ?? '']
    if (page) page(response)
    else response.writeHead(404).end()
  }, '127.0.0.2')
  await listen(
    (request, response) => {
      hits.push(request.url ?? '')
      response.writeHead(200, { 'content-type': 'text/html' }).end(soup)
    },
    '127.0.0.1',
    port,
  )
  /** resolves names to the addresses that a name server of the attacker gives */
  const names: Record<string, (asked: number) => string[] | Promise<string[]>> = {
    'site.example.org': () => ['127.0.0.2'],
    'private.example.org': () => ['127.0.0.1'],
    'mapped.example.org': () => ['::ffff:127.0.0.1'],
    'mixed.example.org': () => ['127.0.0.2', '127.0.0.1'],
    'metadata.example.org': () => ['169.254.169.254'],
    'rebinding.example.org': (asked) => [asked === 1 ? '127.0.0.2' : '127.0.0.1'],
    'nowhere.example.org': () => [],
    'silent.example.org': () => new Promise<string[]>(() => undefined),
  }
  const asked = new Map<string, number>()
  const network: Partial<PageNetwork> = {
    isPage(url) {
      const usual = new URL(url)
      if (url.port === String(port)) usual.port = ''
      return isWebAddress(usual)
    },
    isAddress: (address) => address === '127.0.0.2' || isPublicAddress(address),
    async resolve(hostname) {
      asked.set(hostname, (asked.get(hostname) ?? 0) + 1)
      const answer = names[hostname.replace(/^a\d+/, 'site')]
      const addresses = (await answer?.(asked.get(hostname) ?? 0)) ?? []
      return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    },
    timeoutMs: 500,
  }
  const server = await testServer({ pageNetwork: network })
  const who = await server.person('cook@example.org')
  return {
    server,
    who,
    port,
    hits,
    served,
    at: (path: string, host = 'site') => `http://${host}.example.org:${port}${path}`,
  }
}

const html = { 'content-type': 'text/html; charset=utf-8' }
const sends = (body: string | Buffer, headers: Record<string, string> = html, status = 200) => {
  return (response: ServerResponse) => void response.writeHead(status, headers).end(body)
}
const chunked = 'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ntransfer-encoding: chunked\r\n\r\n'
const redirects = (location: string, status = 302) => sends('', { location }, status)

test('COOK-1 names and redirects that lead to private addresses are not followed', async () => {
  const pages: Record<string, (response: ServerResponse) => void> = { '/soup': sends(soup) }
  const { server, who, hits, served, at } = await site(pages)
  const rows: [what: string, url: string, wanted: string][] = [
    ['a page', at('/soup'), '200 Soup'],
    ['a name with a private address', at('/soup', 'private'), '502 unreachable'],
    ['a name with an IPv4-mapped private address', at('/soup', 'mapped'), '502 unreachable'],
    ['a name with a public and a private address', at('/soup', 'mixed'), '502 unreachable'],
    ['a name of the metadata service', at('/soup', 'metadata'), '502 unreachable'],
    ['a name that is private from the second question on', at('/soup', 'rebinding'), '200 Soup'],
    ['the same name, asked once more', at('/soup', 'rebinding'), '502 unreachable'],
    ['a name without an address', at('/soup', 'nowhere'), '502 unreachable'],
    ['a name server that never answers', at('/soup', 'silent'), '502 unreachable'],
  ]
  const targets: [string, string, string][] = [
    ['to another page', at('/soup'), '200 Soup'],
    ['to a path', '/soup', '200 Soup'],
    ['to a private name', at('/soup', 'private'), '502 unreachable'],
    ['to a private address', at('/soup').replace('site.example.org', '127.0.0.1'), '502 unreachable'],
    [
      'to a private address, as a number',
      at('/soup').replace('site.example.org', '2130706433'),
      '502 unreachable',
    ],
    [
      'to an IPv4-mapped address',
      at('/soup').replace('site.example.org', '[::ffff:127.0.0.1]'),
      '502 unreachable',
    ],
    ['to the metadata service', 'http://169.254.169.254/latest/meta-data/', '502 unreachable'],
    ['to another port', at('/soup').replace(/:\d+/, ':22'), '502 unreachable'],
    ['to a file', 'file:///etc/passwd', '502 unreachable'],
    ['to a name that changes after the check', at('/soup', 'rebinding'), '502 unreachable'],
    ['to nonsense', 'http://[', '502 unreachable'],
  ]
  for (const [i, [what, location, wanted]] of targets.entries()) {
    pages[`/to${i}`] = redirects(location, [301, 302, 303, 307, 308][i % 5])
    rows.push([`a redirect ${what}`, at(`/to${i}`), wanted])
  }
  pages['/loop'] = redirects('/loop')
  pages['/a'] = redirects('/b')
  pages['/b'] = redirects('/a')
  for (let i = 1; i <= 9; i++) pages[`/hop${i}`] = i === 1 ? redirects('/soup') : redirects(`/hop${i - 1}`)
  rows.push(['a redirect to itself', at('/loop'), '502 unreachable'])
  rows.push(['two redirects to each other', at('/a'), '502 unreachable'])
  rows.push(['5 redirects', at('/hop5'), '200 Soup'], ['6 redirects', at('/hop6'), '502 unreachable'])
  const answers: [string, string][] = []
  for (const [what, url] of rows) answers.push([what, await answerTo(server, who, url)])
  print('Names and redirects:', answers)
  expect(answers).toEqual(rows.map(([what, , wanted]) => [what, wanted]))
  expect(hits).toEqual([])
  expect(served.filter((path) => path === '/loop')).toHaveLength(6)
})

test('COOK-1 names of an attacker that redirect to another site do not get around its limit', async () => {
  const pages: Record<string, (response: ServerResponse) => void> = { '/soup': sends(soup) }
  const { server, who, served, at } = await site(pages)
  pages['/there'] = redirects(at('/soup'))
  const people = [who, await server.person('cook2@example.org')]
  const answers: string[] = []
  for (let i = 0; i < 40; i++) {
    const url = at('/there', `a${i}`)
    const { status, body } = await server.call(people[i % 2] ?? who, 'POST', '/api/v3/recipe', { url })
    answers.push(status === 200 ? `200 ${body.name}` : `${status} ${body.code}`)
  }
  const refused = Array.from({ length: 10 }, () => '429 tooManyRequests')
  expect(answers).toEqual([...Array.from({ length: 30 }, () => '200 Soup'), ...refused])
  expect(served.filter((path) => path === '/soup')).toHaveLength(30)
})

/** An answer as bytes; the last part again and again. */
const raw = (...parts: string[]) => {
  return ({ socket }: ServerResponse) => {
    socket?.on('error', () => undefined)
    const more = (i: number) => {
      if (!socket || socket.destroyed) return
      const next = () => more(Math.min(i + 1, parts.length - 1))
      if (socket.write(parts[i] ?? '')) setImmediate(next)
      else socket.once('drain', next)
    }
    more(0)
  }
}

test('COOK-1 answers that are no usual HTTP end, and the account can read the next page', async () => {
  const page = `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: ${soup.length}\r\n\r\n${soup}`
  const hint = 'HTTP/1.1 103 Early Hints\r\nlink: </a.css>\r\n\r\n'
  const upgrade = 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'
  const rows: [what: string, wanted: string, page: (response: ServerResponse) => void][] = [
    ['101 with another protocol', '502 unreachable', raw(upgrade, '')],
    ['101 with another protocol, and bytes of it', '502 unreachable', raw(`${upgrade}x`, 'x'.repeat(9_999))],
    ['101 without a protocol', '502 unreachable', raw('HTTP/1.1 101 x\r\n\r\n', '')],
    ['200 with another protocol', '422 noRecipe', raw(upgrade.replace('101', '200'), '')],
    ['2 early hints, then a page', '200 Soup', raw(hint, hint, page, '')],
    ['1 000 early hints, then a page', '502 unreachable', raw(hint.repeat(1_000), page, '')],
    ['endless early hints', '502 unreachable', raw(hint)],
    ['endless 100 Continue', '502 unreachable', raw('HTTP/1.1 100 Continue\r\n\r\n')],
    ['a status of 199', '502 unreachable', raw('HTTP/1.1 199 x\r\n\r\n', '')],
    ['a status of 099', '502 unreachable', raw('HTTP/1.1 099 x\r\n\r\n', '')],
    ['endless heads', '502 unreachable', raw('HTTP/1.1 200 OK\r\n', 'x: y\r\n')],
    ['endless spaces in a head', '502 unreachable', raw('HTTP/1.1 200 OK\r\nx:', ' '.repeat(999))],
    ['endless empty lines before the answer', '502 unreachable', raw('\r\n'.repeat(99))],
    ['an endless length of a part', '502 unreachable', raw(chunked, '0'.repeat(999))],
    ['an endless name of a part', '502 unreachable', raw(`${chunked}1;`, 'x'.repeat(999))],
    ['endless heads behind a body', '502 unreachable', raw(`${chunked}0\r\n`, 'x: y\r\n')],
    ['two answers', '200 Soup', raw(page + page, '')],
    ['an answer without a head', '502 unreachable', raw(soup, '')],
    ['TLS', '502 unreachable', raw('\x16\x03\x01\x02', '')],
  ]
  const { server, who, at } = await site(Object.fromEntries(rows.map(([, , answer], i) => [`/${i}`, answer])))
  const answers: [string, string][] = []
  for (const [i, [what]] of rows.entries()) answers.push([what, await answerTo(server, who, at(`/${i}`))])
  print('Answers:', answers)
  expect(answers).toEqual(rows.map(([what, wanted]) => [what, wanted]))
})

/** An answer whose body goes on until the server hangs up. Returns how many bytes were taken. */
function endless(part: Buffer, headers: Record<string, string>, taken: { bytes: number }) {
  return (response: ServerResponse) => {
    response.writeHead(200, headers)
    response.on('error', () => undefined)
    const more = () => {
      if (response.destroyed) return
      taken.bytes += part.length
      if (response.write(part)) setImmediate(more)
      else response.once('drain', more)
    }
    more()
  }
}

test('COOK-1 bodies that are slow, huge, packed or something else cost little', async () => {
  const pages: Record<string, (response: ServerResponse) => void> = {}
  const { server, who, at } = await site(pages)
  const rows: [what: string, wanted: string][] = []
  const add = (what: string, wanted: string, page: (response: ServerResponse) => void) => {
    pages[`/${rows.length}`] = page
    rows.push([what, wanted])
  }
  const zeros = Buffer.alloc(64 << 20)
  const [endlessPlain, endlessGzip] = [{ bytes: 0 }, { bytes: 0 }]
  const big = `${soup}${'<p>x</p>'.repeat(500_000)}`
  const deep = `${'<i>'.repeat(300_000)}${'</b>'.repeat(200_000)}`
  add('a body that never begins', '502 unreachable', () => undefined)
  add(
    'a head that never ends',
    '502 unreachable',
    ({ socket }) => void socket?.write('HTTP/1.1 200 OK\r\nx: '),
  )
  add('a body that stops', '502 unreachable', (response) => void response.writeHead(200, html).write(soup))
  add('a connection that breaks off', '502 unreachable', ({ socket }) => void socket?.destroy())
  add('4 MB, the recipe first', '200 Soup', sends(big))
  add('4 MB, the recipe last', '422 noRecipe', sends(`${'<p>x</p>'.repeat(500_000)}${soup}`))
  add('a length of 1 TB, and less', '502 unreachable', (response) => {
    response.writeHead(200, { ...html, 'content-length': String(2 ** 40) }).write('x')
  })
  add('an endless body', '422 noRecipe', endless(Buffer.alloc(64 << 10, 'x '), html, endlessPlain))
  add('a gzip bomb, 64 MB', '422 noRecipe', sends(gzipSync(zeros), { ...html, 'content-encoding': 'gzip' }))
  add(
    'a br bomb, 64 MB',
    '422 noRecipe',
    sends(brotliCompressSync(zeros), { ...html, 'content-encoding': 'br' }),
  )
  add(
    'an endless gzip of empty parts',
    '502 unreachable',
    endless(
      Buffer.concat(Array.from({ length: 500 }, () => gzipSync(''))),
      { ...html, 'content-encoding': 'gzip' },
      endlessGzip,
    ),
  )
  add('a page in gzip', '200 Soup', sends(gzipSync(soup), { ...html, 'content-encoding': 'gzip' }))
  add('a page in br', '200 Soup', sends(brotliCompressSync(soup), { ...html, 'content-encoding': 'br' }))
  add('gzip that is none', '502 unreachable', sends(soup, { ...html, 'content-encoding': 'gzip' }))
  add(
    'gzip in gzip',
    '502 unreachable',
    sends(gzipSync(gzipSync(soup)), { ...html, 'content-encoding': 'gzip, gzip' }),
  )
  add('an unknown encoding', '502 unreachable', sends(soup, { ...html, 'content-encoding': 'zstd' }))
  for (const type of ['application/pdf', 'image/svg+xml', 'application/json', 'text/plain', 'text/htmlx', ''])
    add(`content type '${type}'`, '422 noRecipe', sends(soup, type === '' ? {} : { 'content-type': type }))
  add("content type 'TEXT/HTML ;x=y'", '200 Soup', sends(soup, { 'content-type': 'TEXT/HTML ;x=y' }))
  const polish = soup.replace('Soup"', 'Żurek"')
  const latin2 = Buffer.from(polish.replaceAll('Ż', '\u00af'), 'latin1')
  add(
    'ISO-8859-2, as its head says',
    '200 Żurek',
    sends(latin2, { 'content-type': 'text/html; charset=iso-8859-2' }),
  )
  add(
    'ISO-8859-2, as the page says',
    '200 Żurek',
    sends(Buffer.concat([Buffer.from('<meta charset="iso-8859-2">'), latin2]), {
      'content-type': 'text/html',
    }),
  )
  add(
    'ISO-8859-2 under a head that says UTF-8',
    '200 Żurek',
    sends(Buffer.concat([Buffer.from('<meta charset="iso-8859-2">'), latin2])),
  )
  add(
    'two bytes a letter, with their mark',
    '200 Żurek',
    sends(Buffer.from(`\ufeff${polish}`, 'utf16le'), { 'content-type': 'text/html' }),
  )
  add('an unknown charset', '200 Żurek', sends(polish, { 'content-type': 'text/html; charset=klingon' }))
  add('bytes of no charset', '422 noRecipe', sends(Buffer.from([0xff, 0xc0, 0x00, 0x80, 0xfe])))
  add('no bytes', '422 noRecipe', sends(''))
  add('300 000 open tags, 200 000 others closed', '422 noRecipe', sends(deep))
  add('one tag of 2 MB', '422 noRecipe', sends(`<p ${'a="b" '.repeat(350_000)}>`))
  add('one text of 2 MB', '422 noRecipe', sends('x'.repeat(mostBytes)))
  add(
    'JSON, nested 200 000 times',
    '422 noRecipe',
    sends(`<script type="application/ld+json">${'['.repeat(200_000)}${']'.repeat(200_000)}</script>`),
  )
  add(
    'JSON with 1 000 000 values',
    '422 noRecipe',
    sends(`<script type="application/ld+json">[${'1,'.repeat(900_000)}1]</script>`),
  )
  for (const status of [204, 401, 403, 404, 429, 451, 500, 503])
    add(`status ${status}`, status === 204 ? '422 noRecipe' : '502 unreachable', sends(soup, html, status))
  const answers: [string, string][] = []
  for (const [i, [what]] of rows.entries()) answers.push([what, await answerTo(server, who, at(`/${i}`))])
  print('Bodies:', answers)
  expect(answers).toEqual(rows)
  // Beside what was read, the two sides' buffers were filled.
  expect(endlessPlain.bytes).toBeLessThan(mostBytes + (8 << 20))
  expect(endlessGzip.bytes).toBeLessThan(mostBytes + (8 << 20))
})

/** `count` different lines */
const lines = (line: string, count: number) =>
  Array.from({ length: count }, (_, i) => line + String(i).padStart(4, '0'))

test('COOK-1 long work lets other requests run after every few milliseconds', async () => {
  let turns = 0
  let isOver = false
  const tick = () => {
    turns++
    if (!isOver) setImmediate(tick)
  }
  setImmediate(tick)
  const turnsBefore: number[] = []
  let clock = 0
  const work = function* () {
    for (; clock < 24; clock += 2) {
      turnsBefore.push(turns)
      yield
    }
  }
  await inTurns(work(), () => clock)
  isOver = true
  // A turn is over when more than 5 ms have passed, at 6, 12 and 18.
  expect(turnsBefore).toEqual([0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3])
})

test('COOK-1 texts and pages that would take long to read are read in short turns', async () => {
  const headings = Array.from({ length: 6 }, () => 'Ingredients')
  const text = (line: string) =>
    recipeInText([...headings, ...lines(line, Math.floor((500 << 10) / (line.length + 5)))].join('\n'))
  const page = (line: string) => {
    const all = [...headings, ...lines(line, Math.floor((1_500 << 10) / (line.length + 11)))]
    return recipeInPage(all.map((one) => `<p>${one}</p>`).join(''), '')
  }
  const json = (line: string, count: number) => {
    const block = JSON.stringify({ '@type': 'Recipe', recipeIngredient: lines(line, count) })
    return recipeInPage(`<script type="application/ld+json">${block}</script>`, '')
  }
  const block = (text: string) => recipeInPage(`<script type="application/ld+json">${text}</script>`, '')
  const marked = (text: string, count: number) =>
    recipeInPage(`<div itemscope itemtype="http://schema.org/Recipe">${text.repeat(count)}`, '')
  const portions = `4 portions ${'a'.repeat(270)}`
  const rows: [what: string, read: () => Promise<Recipe | null>][] = [
    ['a text, portions and letters', () => text(portions)],
    ['a text, letters and dots', () => text('a.'.repeat(140))],
    ['a text, spaces behind a colon', () => text(`ab:${' '.repeat(1_180)}x`)],
    ['a text, amounts behind a colon', () => text(`ab: ${'1 a(, '.repeat(195)}`)],
    ['a text, bullets', () => text('1) '.repeat(80))],
    ['a page, portions and letters', () => page(portions)],
    ['a page, amounts behind a colon', () => page(`ab: ${'1 a(, '.repeat(195)}`)],
    ['JSON-LD, many amounts in a line', () => json('1 a(, '.repeat(198), 420)],
    ['JSON-LD, many numbers in a line', () => json(`for ${'a '.repeat(146)}`, 500)],
    ['JSON-LD, entities', () => json('&amp;'.repeat(200), 490)],
    ['JSON-LD, quotes and spaces to repair', () => block(`"${' '.repeat(250)}`.repeat(1_000))],
    ['JSON-LD, commas and spaces to repair', () => block(`{"a",${' '.repeat(250)}`.repeat(1_000))],
    ['JSON-LD, comments to skip', () => block('[/* '.repeat(60_000))],
    ['JSON-LD, comments around', () => block('<!-- '.repeat(100_000))],
    ['JSON-LD, words to repair', () => block(`[${'a '.repeat(120_000)}`)],
    ['JSON-LD, 100 recipes in each other', () => block('{"@type":"Recipe","ingredients":[{"x":'.repeat(99))],
    ['JSON-LD, remarks on lines', () => json(', a\n'.repeat(2_000), 20)],
    ['JSON-LD, tags', () => json('<p>1 x'.repeat(90), 400)],
    ['microdata, properties in each other', () => marked('<b itemprop="ingredients">1 kg x', 20_000)],
    [
      'microdata, lines in one property',
      () => marked(`<b itemprop="ingredients">${'1 kg x<br>'.repeat(9_000)}</b>`, 20),
    ],
    ['microdata, amounts of nothing', () => marked('<li itemprop="ingredients">1 kg<br>', 30_000)],
    ['a page, headings', () => page(`Ingredients for ${'a '.repeat(20)}`)],
    ['a page, comments', () => page('12 comments')],
    ['a page, numbers', () => page(`makes ${'1 x '.repeat(70)}`)],
    [
      'yields',
      () =>
        block(
          JSON.stringify({
            '@type': 'Recipe',
            recipeYield: lines('1 1/2 x '.repeat(30), 10),
            recipeIngredient: ['2 eggs'],
          }),
        ),
    ],
  ]
  const times: [string, string][] = []
  const ms = (time: number) => `${Math.round(time)} ms`
  /** the CPU time of this thread, which does not depend on what else runs on the machine, in ms */
  const cpu = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1_000
  }
  for (const [what, read] of rows) {
    const began = cpu()
    let [last, longest, isOver] = [began, 0, false]
    const tick = () => {
      const now = cpu()
      longest = Math.max(longest, now - last)
      last = now
      if (!isOver) setImmediate(tick)
    }
    setImmediate(tick)
    const found = (await read())?.ingredients.length ?? 0
    isOver = true
    times.push([what, `${ms(cpu() - began)}, at most ${ms(longest)} at a time, ${found} found`])
  }
  print('Long texts and pages:', times)
  expect(times).toHaveLength(rows.length)
})
