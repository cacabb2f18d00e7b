import { execFile } from 'node:child_process'
import { mkdtempSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { expect, onTestFinished, test } from 'vitest'
import { addressOf } from '../../support/http.ts'
import { seeded } from '../../support/random.ts'
import { newList, testServer } from '../../support/server.ts'
import { calendarProgram, todo, withLine } from '../caldav/client.ts'
import { type Op, phone, remove, setList } from '../sync/list-phone.ts'

/** In all: `OPERATIONS=10000 VDIRSYNCER=true npm run unit -- --project sqlite tests/server/assistant/at-once.test.ts` */
const operations = Number(process.env['OPERATIONS'] ?? 240)
/** The calendar program is vdirsyncer, from its package, instead of a small one of our own. */
const isVdirsyncer = process.env['VDIRSYNCER'] === 'true'
const run = promisify(execFile)

interface Product {
  id: string
  productName: string
  productStatus: boolean
  note: string
}

interface Writer {
  add: (name: string) => Promise<unknown>
  tick: (name: string, bought: boolean) => Promise<unknown>
  note: (name: string, text: string) => Promise<unknown>
  remove: (name: string) => Promise<unknown>
  /** sends what it has collected, and receives what is new */
  meet?: () => Promise<unknown>
  /** the products that it knows of */
  known: () => string[]
}

/** A calendar program that works on its own copy and sends each to-do as a whole. */
async function ownCalendar(program: Awaited<ReturnType<typeof calendarProgram>>, list: string) {
  const copy = new Map<string, string>()
  const changed = new Set<string>()
  const gone = new Set<string>()
  const meet = async () => {
    for (const name of gone) await program.remove(list, name)
    for (const name of changed) if (copy.has(name)) await program.put(list, name, copy.get(name) ?? '')
    gone.clear()
    changed.clear()
    copy.clear()
    const all = await program.propfind(program.list(list), '<getetag/>', '1')
    const names = [...all.body.matchAll(/<d:href>[^<]*\/([^</]+\.ics)</gu)].map(([, name = '']) => name)
    for (const name of names) {
      const { status, body } = await program.get(list, name)
      if (status === 200) copy.set(name, body)
    }
  }
  return {
    meet,
    names: () => [...copy],
    write: (name: string, text: string) => {
      copy.set(name, text)
      changed.add(name)
    },
    drop: (name: string) => {
      copy.delete(name)
      gone.add(name)
    },
  }
}

/** The same with vdirsyncer, and a folder of files. */
async function vdirsyncer(url: string, email: string, token: string, list: string) {
  const folder = mkdtempSync(join(tmpdir(), 'vdirsyncer-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'files', list), { recursive: true })
  const config = join(folder, 'config')
  writeFileSync(
    config,
    `[general]\nstatus_path = "${folder}/status/"\n[pair p]\na = "here"\nb = "there"\ncollections = ["${list}"]\nconflict_resolution = "a wins"\n[storage here]\ntype = "filesystem"\npath = "${folder}/files/"\nfileext = ".ics"\n[storage there]\ntype = "caldav"\nurl = "${url}/"\nusername = "${email}"\npassword = "${token}"\nitem_types = ["VTODO"]\n`,
  )
  const file = (name: string) => join(folder, 'files', list, name)
  await run('vdirsyncer', ['-c', config, 'discover'])
  const copy = new Map<string, string>()
  const sync = async () => {
    // It gives up where somebody deletes what it is about to read, and goes on the next time.
    for (let left = 20; ; left--)
      try {
        return await run('vdirsyncer', ['-c', config, 'sync'])
      } catch (error) {
        if (left === 0) throw error
      }
  }
  return {
    meet: async () => {
      await sync()
      copy.clear()
      for (const name of readdirSync(file(''))) copy.set(name, readFileSync(file(name), 'utf8'))
    },
    names: () => [...copy],
    write: (name: string, text: string) => {
      copy.set(name, text)
      writeFileSync(file(name), text)
    },
    drop: (name: string) => {
      copy.delete(name)
      rmSync(file(name))
    },
  }
}

test(
  'OPEN-4 OPEN-7 the app, an assistant, another app and a calendar on one list at once: nothing is lost or doubled',
  { timeout: 30_000 + operations * 300 },
  async () => {
    const server = await testServer()
    const ann = await server.person('ann@example.com')
    const list = await newList(server, ann, 'Home')
    // Each has a token of its own, as docs/api.md says.
    const program = await calendarProgram(server, ann)
    const assistant = await calendarProgram(server, ann)
    const other = { ...ann, access: (await calendarProgram(server, ann)).token }
    const url = await addressOf(server)
    const client = new Client({ name: 'test', version: '1' })
    const headers = { authorization: `Bearer ${assistant.token}` }
    await client.connect(
      new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } }),
    )
    onTestFinished(() => client.close())
    const use = async (name: string, given: object) => {
      const answer = await client.callTool({ name, arguments: { ...given } })
      const [{ text }] = answer.content as [{ text: string }]
      return answer.isError ? null : (JSON.parse(text.split('\n').slice(1).join('\n')) as unknown)
    }
    const random = seeded(20261130)
    const ids = new Map<string, string>()
    const idOf = (name: string) => ids.get(name) ?? 'none'
    const path = `/api/v3/list/${list}/product`
    const put = async (name: string, body: object) =>
      expect([200, 404, 410]).toContain(
        (await server.call(other, 'PUT', `${path}/${idOf(name)}`, body)).status,
      )
    const productsNow = async () => {
      const { body } = await server.call(ann, 'GET', `/api/v3/list/${list}`)
      return (body as { products: Product[] }).products
    }

    // Without signal it collects what it does, and sends all of it twice when it is back.
    const ofPhone = phone(server, ann, list, 'phone')
    const offline: Op[] = []
    let last = 0
    const back = async () => {
      for (const ops of Array.from({ length: Math.ceil(offline.length / 50) }, () => offline.splice(0, 50))) {
        const sent = await ofPhone.post(ofPhone.numbered(ops, last + 1))
        expect(sent.status).toBe(200)
        expect((await ofPhone.post(ofPhone.numbered(ops, last + 1))).body.results).toEqual(sent.body.results)
        last += ops.length
      }
      for (const { id, productName } of await productsNow()) ids.set(productName, id)
    }
    const calendar = isVdirsyncer
      ? await vdirsyncer(url, ann.email, program.token, list)
      : await ownCalendar(program, list)
    const nameIn = (text: string) => /^SUMMARY:(?:\d+ kg )?(Thing \w+)/mu.exec(text)?.[1] ?? ''
    const edit = (name: string, property: string, value: string) => {
      const found = calendar.names().find(([, text]) => nameIn(text) === name)
      if (found)
        calendar.write(found[0], withLine(found[1].replace(/^PERCENT.*\r?\n/mu, ''), property, value))
      return found !== undefined
    }
    const writers: Writer[] = [
      {
        add: async (name) => {
          const said = (await use('add', { list, lines: [name] })) as [{ product: Product }]
          ids.set(name, said[0].product.id)
        },
        tick: (name, bought) => use('tick', { list, products: [idOf(name)], bought }),
        note: (name, note) => use('change', { list, product: idOf(name), note }),
        remove: (name) => use('remove', { list, products: [idOf(name)] }),
        known: () => [...ids.keys()],
      },
      {
        add: async (productName) => {
          const reply = await server.call(other, 'POST', path, { productName, ifAbsent: true })
          expect(reply.status).toBe(201)
          ids.set(productName, (reply.body as Product).id)
        },
        tick: (name, productStatus) => put(name, { productStatus }),
        note: (name, note) => put(name, { note }),
        remove: (name) => server.call(other, 'DELETE', `${path}/${idOf(name)}`),
        known: () => [...ids.keys()],
      },
      {
        add: async (productName) => {
          const rowId = productName.replace('Thing ', 'phone-')
          ids.set(productName, rowId)
          offline.push({ op: 'add', rowId, value: { productName } })
        },
        tick: async (name, bought) => offline.push(setList(idOf(name), 'productStatus', bought)),
        note: async (name, text) => offline.push(setList(idOf(name), 'note', text)),
        remove: async (name) => offline.push(remove(idOf(name))),
        meet: back,
        known: () => [...ids.keys()],
      },
      {
        add: async (name) => calendar.write(`${name.replace(' ', '-')}.ics`, todo(name, `SUMMARY:${name}`)),
        tick: async (name, bought) => edit(name, 'STATUS', bought ? 'COMPLETED' : 'NEEDS-ACTION'),
        note: async (name, text) => edit(name, 'DESCRIPTION', text),
        remove: async (name) => {
          const found = calendar.names().find(([, text]) => nameIn(text) === name)
          if (found) calendar.drop(found[0])
        },
        meet: calendar.meet,
        known: () => calendar.names().map(([, text]) => nameIn(text)),
      },
    ]

    /** of each product the last tick of its own writer, and all notes */
    const ticks = new Map<string, boolean>()
    const notes = new Map<string, Set<string>>()
    const removed = new Set<string>()
    /** removed by one while another changed it: a calendar program brings it back, as its user would want */
    const open = new Set<string>()
    const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)]
    const mine = writers.map((): string[] => [])
    const work = async (writer: Writer, who: number, n: number) => {
      const ours = mine[who] ?? []
      const what = random()
      const own = pick(ours)
      const any = pick(writer.known().filter((name) => notes.has(name)))
      if (own === undefined || any === undefined || what < 0.3) {
        const name = `Thing ${who}x${n}`
        await writer.add(name)
        ours.push(name)
        ticks.set(name, false)
        notes.set(name, new Set(['']))
      } else if (what < 0.55) {
        const bought = random() < 0.6
        ticks.set(own, bought)
        await writer.tick(own, bought)
      } else if (what < 0.8) {
        const text = `note ${who}x${n}`
        notes.get(any)?.add(text)
        if (who === 3) open.add(any)
        await writer.note(any, text)
      } else {
        ours.splice(ours.indexOf(own), 1)
        removed.add(own)
        if (who === 3) open.add(own)
        await writer.remove(own)
      }
      if (n % 25 === 24) await writer.meet?.()
    }
    // In each round all at once: a program's copy is older than what the others do meanwhile.
    for (let n = 0; n < operations / writers.length; n++) {
      server.clock.now += 300
      await Promise.all(writers.map((writer, who) => work(writer, who, n)))
    }
    for (let n = 0; n < 2; n++) for (const writer of writers) await writer.meet?.()

    const products = await productsNow()
    const names = products.map(({ productName }) => productName)
    const expected = [...ticks.keys()].filter((name) => !removed.has(name))
    const lost = expected.filter((name) => !names.includes(name))
    const doubled = names.filter((name, at) => names.indexOf(name) !== at)
    const undead = names.filter((name) => removed.has(name) && !open.has(name))
    expect({ lost, doubled, undead }).toEqual({ lost: [], doubled: [], undead: [] })
    const byName = new Map(products.map((one) => [one.productName, one]))
    const wrong = expected.filter((name) => byName.get(name)?.productStatus !== ticks.get(name))
    expect(wrong).toEqual([])
    const strange = products.filter(({ productName, note }) => !notes.get(productName)?.has(note))
    expect(strange).toEqual([])
    const unsaid = expected.filter(
      (name) => (notes.get(name)?.size ?? 0) > 1 && byName.get(name)?.note === '',
    )
    expect(unsaid).toEqual([])
    expect(products.length).toBeGreaterThan(operations / 20)
    // The calendar has what the list has.
    expect(
      calendar
        .names()
        .map(([, text]) => nameIn(text))
        .toSorted(),
    ).toEqual(names.toSorted())
  },
)
