import type { FastifyRequest } from 'fastify'
import { type Pair, refreshSession, requireSession, startSession } from '../../../server/auth/session.ts'
import type { Services } from '../../../server/services/services.ts'
import type { Db } from '../../../server/db/open.ts'
import {
  endGuests,
  endOverdueGuests,
  guestMs,
  guestsOf,
  letGuestLeave,
} from '../../../server/lists/store/guest-rows.ts'

const kept = ['account', 'session', 'guest_link', 'member'] as const
type Backup = { [T in (typeof kept)[number]]: unknown[] }

/** The guests' links and sessions on the server: the real code, without the routes around it. */
export class GuestServer {
  /** Runs after a guest's session was checked and before the transaction of the call. */
  meanwhile: (() => Promise<void>) | null = null
  readonly #db: Db
  #now = 0
  #ids = 0
  /** guest → the tokens that the guest's device holds */
  #tokens = new Map<string, Pair>()
  #backup: Backup | null = null
  constructor(db: Db) {
    this.#db = db
  }

  /** Removes everything of an earlier run. */
  async clear(): Promise<void> {
    this.meanwhile = null
    this.#tokens = new Map()
    this.#backup = null
    await this.#remove()
  }

  /** The owner makes a link. */
  async newLink(
    listId: string,
    code: string,
    permission: 'edit' | 'shopping',
    madeAt: number,
  ): Promise<void> {
    const link = { code, list_id: listId, permission, name: '', created_at: madeAt }
    await this.#db
      .insertInto('guest_link')
      .values({ ...link, expires_at: madeAt + guestMs })
      .execute()
  }

  /** Returns whether somebody can join by this link. */
  async isOpen(code: string, now: number): Promise<boolean> {
    const link = this.#db.selectFrom('guest_link').selectAll().where('code', '=', code)
    const { revoked_at = 1, expires_at = 0 } = (await link.executeTakeFirst()) ?? {}
    return revoked_at === 0 && expires_at > now
  }

  /** Somebody joins by a link, under a new id. */
  async join(id: string, code: string, now: number): Promise<void> {
    this.#now = now
    const link = this.#db.selectFrom('guest_link').selectAll().where('code', '=', code)
    const { list_id, permission } = await link.executeTakeFirstOrThrow()
    const account = { id, name: id, email: '', email_key: `guest ${id}`, password_hash: '' }
    const state = { status: 'N', status_before: '', language: 'en', created_at: now, terms_at: 0 } as const
    const pair = await this.#db.transaction().execute(async (trx) => {
      await trx
        .insertInto('account')
        .values({ ...account, ...state, guest_of: list_id, guest_link: code })
        .execute()
      await trx
        .insertInto('member')
        .values({ list_id, account_id: id, permission, created_at: now, accepted: 1 })
        .execute()
      return startSession(trx, this.#services(), id, '')
    })
    this.#tokens.set(id, pair)
  }

  /** Throws sessionExpired for a guest whose session has ended. Everybody else passes. */
  async check(id: string, now: number): Promise<void> {
    const pair = this.#tokens.get(id)
    if (!pair) return
    this.#now = now
    const headers = { authorization: `Bearer ${pair.access}` }
    await requireSession(this.#services(), { headers, ip: '192.0.2.1' } as FastifyRequest)
    await this.meanwhile?.()
  }

  /** Renews a guest's tokens. Returns false if the session has ended. */
  async refresh(id: string, now: number): Promise<boolean> {
    this.#now = now
    const { pair } = await refreshSession(this.#services(), this.#tokens.get(id)?.refresh ?? '')
    if (pair) this.#tokens.set(id, pair)
    return pair !== null
  }

  /** The owner revokes a link, which ends its guests. */
  async revoke(listId: string, code: string, now: number): Promise<void> {
    await this.#db.transaction().execute(async (trx) => {
      await trx.updateTable('guest_link').set({ revoked_at: now }).where('code', '=', code).execute()
      const guests = (await guestsOf(trx, listId)).filter(({ guest_link }) => guest_link === code)
      await endGuests(
        trx,
        guests.map(({ id }) => ({ id, list: listId })),
        now,
      )
    })
  }

  /** The server hears that a guest has left. */
  async left(listId: string, id: string, now: number): Promise<void> {
    await this.#db.transaction().execute((trx) => letGuestLeave(trx, { id, list: listId }, now))
  }

  endOverdue(now: number): Promise<string[]> {
    return endOverdueGuests(this.#db, now)
  }

  async keepBackup(): Promise<void> {
    const [accounts, sessions, links, members] = await Promise.all([
      this.#db.selectFrom('account').selectAll().where('guest_of', '<>', '').execute(),
      this.#db.selectFrom('session').selectAll().execute(),
      this.#db.selectFrom('guest_link').selectAll().execute(),
      this.#db.selectFrom('member').selectAll().where('account_id', 'in', this.#guests()).execute(),
    ])
    this.#backup = { account: accounts, session: sessions, guest_link: links, member: members }
  }

  /** Guests who came since the backup are unknown, and those who have ended since have not ended. */
  async restore(): Promise<void> {
    await this.#remove()
    for (const table of kept)
      for (const row of this.#backup?.[table] ?? [])
        await this.#db
          .insertInto(table)
          .values(row as never)
          .execute()
  }

  #guests() {
    return this.#db.selectFrom('account').select('id').where('guest_of', '<>', '')
  }

  async #remove(): Promise<void> {
    await this.#db.deleteFrom('member').where('account_id', 'in', this.#guests()).execute()
    await this.#db.deleteFrom('session').execute()
    await this.#db.deleteFrom('guest_link').execute()
    await this.#db.deleteFrom('account').where('guest_of', '<>', '').execute()
  }

  /** What sessions need of the server's services. */
  #services(): Services {
    const pass = (_buckets: unknown, work: () => Promise<unknown>) => work()
    return {
      db: this.#db,
      now: () => this.#now,
      newId: () => `session${++this.#ids}`,
      randomBytes: (length: number) => Buffer.alloc(length),
      throttle: { guess: pass },
      throttleHere: { guess: pass, count: () => undefined },
    } as unknown as Services
  }
}
