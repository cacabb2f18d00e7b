import { wholeProduct } from '../../support/every-field.ts'
import { expect, test } from 'vitest'
import { api, type CallName } from '../../../core/contract/api.ts'
import { fields } from '../../../core/product/table.ts'
import { type Action, actionFor, actions, can } from '../../../core/product/permissions.ts'
import type { Call } from '../../../core/contract/schemas.ts'
import { misfit } from '../../support/contract.ts'
import {
  type Example,
  examples,
  newWorld,
  type Rule,
  roles,
  ruleOf,
  send,
  type TestRole,
} from '../../support/requests.ts'
import { testServer } from '../../support/server.ts'

/** Only over a socket: see events.test.ts. */
const elsewhere: readonly CallName[] = ['events']
function isOwner(role: TestRole): boolean {
  return role === 'owner' || role === 'not activated'
}

function isAction(rule: Rule): rule is Action {
  return (actions as readonly string[]).includes(rule)
}

function byRule(rule: Rule, role: TestRole): number {
  if (rule === 'own') return isOwner(role) ? 200 : 404
  if (rule === 'circle') return isOwner(role) || role === 'edit' ? 200 : 404
  if (rule === 'leave') return role === 'stranger' || isOwner(role) ? 404 : 200
  if (!isAction(rule)) return 200
  if (role === 'stranger') return 404
  return can(isOwner(role) ? 'owner' : (role as 'view'), rule) ? 200 : 403
}

/** 200 stands for any success of the call. */
function expected(example: Example, role: TestRole): number {
  const { session, guest, activated }: Call = api[example.call]
  const rule = ruleOf(example)
  // In these roles the list's owner is not activated or deleted, so the link does not work.
  if (rule === 'link' && !session) return role === 'not activated' || role === 'deleted' ? 404 : 200
  if (role === 'deleted' && session === 'optional') return 401
  if (role === 'guest' && session !== false) return guest && example.as !== 'a new list' ? 200 : 403
  if (session !== true) return 200
  if (role === 'visitor' || role === 'deleted') return 401
  if (activated && role === 'not activated') return 403
  const status = byRule(rule, role)
  return status === 200 && example.active && role === 'not activated' ? 403 : status
}

function table(title: string, rows: readonly (readonly [string, ...string[]])[]): void {
  const all = [[title, ...roles], ...rows]
  const widths = all[0]!.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  const lines = all.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
  process.stdout.write(`\n${lines.join('\n')}\n`)
}

test('API every call of the contract has an example here', () => {
  const known = new Set([...examples.map(({ call }) => call), ...elsewhere])
  expect(Object.keys(api).filter((name) => !known.has(name as CallName))).toEqual([])
  const used = new Set(examples.map(ruleOf).filter(isAction))
  expect(actions.filter((action) => !used.has(action))).toEqual([])
})

test('DETAIL-27 API every call in every role, and every answer as the contract says', async () => {
  const server = await testServer()
  const wrong: string[] = []
  const rows: [string, ...string[]][] = []
  for (const example of examples) {
    const { call, as } = example
    const name = as ? `${call} (${as})` : call
    const row: [string, ...string[]] = [name]
    // Many calls without a session at one instant would be refused.
    server.clock.now += 1_000
    for (const role of roles) {
      const world = await newWorld(server, role)
      if (example.orphaned && world.actor?.id !== world.owner)
        await server.db.updateTable('account').set({ status: 'D' }).where('id', '=', world.owner).execute()
      const reply = await send(server, world.actor, call, example.request(world))
      const wanted = expected(example, role)
      const isRight = wanted === 200 ? reply.status >= 200 && reply.status < 300 : reply.status === wanted
      if (!isRight)
        wrong.push(`${name} as ${role}: ${reply.status} ${String(reply.body?.code)}, not ${wanted}`)
      const fault = misfit(call, reply)
      if (fault) wrong.push(fault)
      row.push(String(reply.status))
    }
    rows.push(row)
  }
  table('call', rows)
  expect(wrong).toEqual([])
}, 120_000)

test('API what a stranger may not see answers exactly as what does not exist', async () => {
  const server = await testServer()
  const different: string[] = []
  for (const example of examples) {
    const rule = ruleOf(example)
    if (!isAction(rule) && rule !== 'own') continue
    const world = await newWorld(server, 'stranger')
    const answer = async (request: ReturnType<Example['request']>) => {
      const { status, body } = await send(server, world.actor, example.call, request)
      return JSON.stringify([status, { ...body, requestId: '' }])
    }
    const there = await answer(example.request(world))
    const nowhere = { list: 'missing', product: 'missing', template: 'missing', templateProduct: 'missing' }
    const missing = await answer(
      example.request({ ...world, ...nowhere, category: 'missing', session: 'missing' }),
    )
    if (there !== missing) different.push(`${example.call}: ${there} and ${missing}`)
  }
  expect(different).toEqual([])
})

test('DETAIL-27 OFFLINE-6 every operation of a sync batch in every role that may pull', async () => {
  const server = await testServer()
  const values = wholeProduct
  const kinds = ['add', 'delete', ...fields] as const
  const rows = new Map<string, [string, ...string[]]>()
  const wrong: string[] = []
  for (const role of roles)
    for (const kind of kinds) {
      const world = await newWorld(server, role)
      const value = { productName: 'Bread', quantity: 1, unit: 'pcs', productStatus: false }
      const change =
        kind === 'add'
          ? { op: 'add', productId: 'new', value }
          : kind === 'delete'
            ? { op: 'delete', productId: world.product }
            : { op: 'set', productId: world.product, field: kind, value: values[kind], baseVer: 1 }
      const ops = [{ ...change, seq: 1, opId: 'o1', ageMs: 0 }]
      const reply = await send(server, world.actor, 'sync', {
        params: { id: world.list },
        body: { v: 1, client: 'c', request: 'r', cursor: 0, ops },
      })
      const fault = misfit('sync', reply)
      if (fault) wrong.push(fault)
      const isMember =
        isOwner(role) || role === 'edit' || role === 'guest' || role === 'shopping' || role === 'view'
      const may =
        isMember &&
        can(isOwner(role) ? 'owner' : role === 'guest' ? 'edit' : (role as 'view'), actionFor(kind))
      const shown = isMember ? (reply.body.results['1']?.why ?? 'applied') : String(reply.status)
      const wanted = isMember ? (may ? 'applied' : 'forbidden') : role === 'stranger' ? '404' : '401'
      if (shown !== wanted) wrong.push(`${kind} as ${role}: ${shown}, not ${wanted}`)
      const { head } = await server.db
        .selectFrom('list')
        .select('head')
        .where('id', '=', world.list)
        .executeTakeFirstOrThrow()
      if (head !== (may ? 2 : 1)) wrong.push(`${kind} as ${role}: the list moved to ${head}`)
      const row: [string, ...string[]] = rows.get(kind) ?? [kind]
      row.push(shown)
      rows.set(kind, row)
    }
  table('operation', [...rows.values()])
  expect(wrong).toEqual([])
})
