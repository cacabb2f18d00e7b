import cookies from '@fastify/cookie'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { api } from '../../core/contract/api.ts'
import { type Language, limits } from '../../core/product/entities.ts'
import { parseText } from '../../core/text/normalise.ts'
import { givenName } from '../../core/text/person-name.ts'
import { mayUseCookie } from '../auth/cookie.ts'
import { deviceName } from '../auth/device-name.ts'
import { startSession } from '../auth/session.ts'
import { shownListName } from '../../core/product/list-copies.ts'
import { acceptedLanguage } from '../base/language.ts'
import { invalid, problem } from '../base/problem.ts'
import type { Services } from '../services/services.ts'
import { byNetwork, site } from '../limits/throttle.ts'
import { hashCode, secret } from '../db/codes.ts'
import type { Db, Trx } from '../db/open.ts'
import { answers, tell, writes } from '../http/route.ts'
import { countAttempt } from '../lists/rest/sharing.ts'
import { accessList } from '../lists/store/access.ts'
import {
  countGuests,
  endGuests,
  fullness,
  guestLinkBy,
  guestMs,
  guestsOf,
  mostGuests,
  openGuestLinks,
} from '../lists/store/guest-rows.ts'
import { isTaken, parseGuestName } from '../lists/store/people/guest-names.ts'
import { inviting, refuseEnded } from '../lists/store/invite-rows.ts'
import { everybody } from '../lists/store/list-store.ts'
import { tokens } from './log-in.ts'

/** Wrong codes from one network: a few are badly copied links, more are guesses. */
const wrongCodes = (address: string) => byNetwork('guest link', address, 60, 10_000)

/** Serves the links with which guests change one list without an account. */
export async function guestRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { db, now } = services
  await app.register(cookies)

  writes(app, services, 'createGuestLink', async (trx, { user, params, body }) => {
    const name = parseText(body.name ?? '', 0, limits.label)
    if (!name.ok) throw invalid({ name: name.error })
    const list = await accessList(trx, params.id, user.id, api.createGuestLink.who)
    await countAttempt(trx, services, user.id, 'share')
    if ((await openGuestLinks(trx, list.id, now())).length >= mostGuests.links) throw problem('limitReached')
    const code = secret(services)
    const link = {
      code: hashCode(code),
      list_id: list.id,
      permission: body.permission,
      name: name.value,
      created_at: now(),
      expires_at: now() + guestMs,
    }
    await trx.insertInto('guest_link').values(link).execute()
    return { answer: { id: link.code, code, url: `${services.config.publicUrl}/guest/${code}` } }
  })

  answers(app, services, 'guestLinks', async ({ user, params }) => {
    const list = await accessList(db, params.id, user.id, api.guestLinks.who, 'read')
    const guests = await guestsOf(db, list.id)
    const counts = await countGuests(db, list.id)
    return (await openGuestLinks(db, list.id, now())).map((link) => ({
      id: link.code,
      code: link.code,
      ...(link.name !== '' && { name: link.name }),
      permission: link.permission,
      createdAt: new Date(link.created_at).toISOString(),
      expiresAt: new Date(link.expires_at).toISOString(),
      full: fullness(counts.get(link.code)) ?? undefined,
      guests: guests
        .filter(({ guest_link }) => guest_link === link.code)
        .map(({ name, created_at }) => ({ name, since: new Date(created_at).toISOString() })),
    }))
  })

  writes(app, services, 'revokeGuestLink', async (trx, { user, params }) => {
    const list = await accessList(trx, params.id, user.id, api.revokeGuestLink.who)
    const codes = [params.code, hashCode(params.code)]
    const link = await trx
      .updateTable('guest_link')
      .set((set) => ({
        revoked_at: set.case().when('revoked_at', '=', 0).then(now()).else(set.ref('revoked_at')).end(),
      }))
      .where('code', 'in', codes)
      .where('list_id', '=', list.id)
      .returning('code')
      .executeTakeFirst()
    if (!link) throw problem('notFound')
    const overview = await everybody(trx, list)
    const guests = (await guestsOf(trx, list.id)).filter(({ guest_link }) => guest_link === link.code)
    const ended = await endGuests(
      trx,
      guests.map(({ id }) => ({ id, list: list.id })),
      now(),
    )
    return { answer: {}, affected: { ended, overview } }
  })

  /** Returns an open link and its list. Throws if there is none. */
  const open = async (at: Db | Trx, code: string, address: string, lock: 'lock' | 'read') => {
    const link = await services.throttle.guessCode(
      wrongCodes(address),
      async () => (await guestLinkBy(at, code)) ?? null,
    )
    const list = link && (await inviting(at, link, lock))
    if (!link || !list) throw problem('notFound')
    refuseEnded(link, now())
    return { link, list }
  }

  /**
   * Returns the same with the list locked. All is read again then: while this call waited for the lock, the link may have
   * been revoked, or the list's owner may have deleted the account.
   */
  const openLocked = async (trx: Trx, code: string, address: string) => {
    await open(trx, code, address, 'lock')
    return open(trx, code, address, 'read')
  }

  answers(app, services, 'guestLink', async ({ params, request }) => {
    const { link, list } = await open(db, params.code, request.ip, 'read')
    const language = acceptedLanguage(request.headers['accept-language'])
    return {
      listName: shownListName(list.listName, list.created_at, language),
      ownerName: givenName(list),
      permission: link.permission,
      expiresAt: new Date(link.expires_at).toISOString(),
    }
  })

  answers(
    app,
    services,
    'joinAsGuest',
    async ({ params, body, request, reply }) => {
      const name = parseGuestName(body.name)
      if (!name.ok) throw invalid({ name: name.error })
      const isKept = body.remember === true && mayUseCookie(services, request)
      const { pair, list } = await db.transaction().execute(async (trx) => {
        // Concurrent guests are counted one after the other.
        const { link, list } = await openLocked(trx, params.code, request.ip)
        if (fullness((await countGuests(trx, list.id)).get(link.code))) throw problem('limitReached')
        if (await isTaken(trx, list, name.value)) throw invalid({ name: 'nameTaken' })
        const guest = newGuest(services, request, { name: name.value, language: body.language })
        await trx
          .insertInto('account')
          .values({ ...guest, guest_of: list.id, guest_link: link.code })
          .execute()
        const { permission } = link
        const member = { list_id: list.id, account_id: guest.id, permission }
        await trx
          .insertInto('member')
          .values({ ...member, created_at: now(), accepted: 1 })
          .execute()
        const device = deviceName(request.headers['user-agent'])
        return { pair: await startSession(trx, services, guest.id, device), list }
      })
      tell(services, request, { overview: await everybody(db, list) })
      return { ...tokens(services, pair, reply, request, isKept), list: list.id }
    },
    { config: { rateLimit: { max: 30, timeWindow: 60_000, keyGenerator: ({ ip }) => site(ip) } } },
  )
}

function newGuest(
  services: Services,
  { headers }: FastifyRequest,
  { name, language }: { name: string; language: Language | undefined },
) {
  const id = services.newId()
  return {
    id,
    name,
    email: '',
    // Unique, and no address: nobody can log in as a guest, or share a list with one.
    email_key: `guest ${id}`,
    password_hash: '',
    // As before an activation, a guest stores little in a day, and all of one network together not much more.
    status: 'N' as const,
    status_before: '' as const,
    language: language ?? acceptedLanguage(headers['accept-language']),
    created_at: services.now(),
    terms_at: 0,
  }
}
