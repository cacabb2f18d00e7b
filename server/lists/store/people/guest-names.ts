import unhomoglyph from 'unhomoglyph'
import { limits } from '../../../../core/product/entities.ts'
import { sayIn } from '../../../base/say.ts'
import { bareLetters, type Parsed, parseText } from '../../../../core/text/normalise.ts'
import { displayName, shortName } from '../../../../core/text/person-name.ts'
import { type Db, isSqlite, oneOf, type Trx } from '../../../db/open.ts'

/** Sets the direction of the text after it, so that 'ala' may be written backwards. */
const direction = /\p{Bidi_C}/gu
/** What every name needs at least one of. The two at the end are letters and symbols that show nothing. */
const visible = /(?!\p{DI}|\u2800|\u{1d159})[\p{L}\p{N}\p{P}\p{S}]/u

/** Parses the name of a guest: a text that shows something, without characters that set the direction. */
export function parseGuestName(input: string): Parsed<string> {
  const name = parseText(input.replace(direction, ''), 1, limits.label)
  return !name.ok || visible.test(name.value) ? name : { ok: false, error: 'required' }
}

/**
 * Returns how a name looks: texts that look alike have a form in common. The forms are skeletons (Unicode UTS 39): no
 * marks, invisible characters, spaces and punctuation, and each letter replaced by the one that it resembles. The
 * second one is made from the lower case, because only 'I' looks like 'l', and not 'i'. The package `unhomoglyph` has
 * the newest table of its kind (Unicode 13); later versions added mostly letters of historic scripts.
 */
function skeletons(name: string): string[] {
  const skeleton = (text: string) =>
    bareLetters(unhomoglyph(bareLetters(text).replace(ignored, '')))
      .replace(ignored, '')
      .toLowerCase()
  return [skeleton(name), skeleton(name.toLowerCase())]
}
const ignored = /[\p{DI}\p{Z}\p{P}\p{C}\u2800]/gu

interface Named {
  id: string
  name: string
  surname: string
  email: string
  /** '' for a member */
  guest_of: string
}

/**
 * Returns whether a guest's name looks like that of another person on the list. Members are compared by their first
 * names too, because small places show no more of a name.
 */
function looksLike(name: string, other: Named): boolean {
  const shown = displayName(other)
  const taken = new Set([shown, ...(other.guest_of === '' ? [shortName(shown)] : [])].flatMap(skeletons))
  return [name, shortName(name)].flatMap(skeletons).some((form) => taken.has(form))
}

/** Returns the people of a list whose names the others see: without those who have never opened it. */
async function peopleOn(trx: Db | Trx, { id, owner_id }: { id: string; owner_id: string }): Promise<Named[]> {
  const members = await trx
    .selectFrom('member')
    .select('account_id')
    .where('list_id', '=', id)
    .where('accepted', '=', 1)
    .execute()
  return peopleOf(trx, [owner_id, ...members.map(({ account_id }) => account_id)])
}

function peopleOf(trx: Db | Trx, ids: readonly string[]): Promise<Named[]> {
  return trx
    .selectFrom('account')
    .select(['id', 'name', 'surname', 'email', 'guest_of'])
    .where('id', 'in', oneOf(ids))
    .execute()
}

/** Returns whether somebody on the list is called like this, so that nobody's changes seem to be another's. */
export async function isTaken(
  trx: Trx,
  list: { id: string; owner_id: string },
  name: string,
): Promise<boolean> {
  return (await peopleOn(trx, list)).some((person) => looksLike(name, person))
}

/**
 * Locks the lists of an account that guests may join, so that none takes the account's new name meanwhile. Lists are
 * locked before the account, as everywhere. Returns their ids.
 */
export async function lockGuestLists(trx: Trx, accountId: string, now: number): Promise<string[]> {
  const lists = await trx
    .selectFrom('list')
    .select('id')
    .where('deleted_at', '=', 0)
    // One set of ids: with an OR of a sub-select, PostgreSQL reads the whole table.
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('list')
        .select('id')
        .where('owner_id', '=', accountId)
        .unionAll(
          eb
            .selectFrom('member')
            .select('list_id as id')
            .where('account_id', '=', accountId)
            .where('accepted', '=', 1),
        ),
    )
    .where((where) =>
      where.exists(
        where
          .selectFrom('guest_link')
          .select('code')
          .whereRef('guest_link.list_id', '=', 'list.id')
          .where('revoked_at', '=', 0)
          .where('expires_at', '>', now),
      ),
    )
    .orderBy('id')
    .$if(!isSqlite(trx), (query) => query.forUpdate())
    .execute()
  return lists.map(({ id }) => id)
}

/**
 * Renames the guests of these lists, which are locked, whose names look like the present name of a person on them: a
 * guest does not keep a member from using their own name.
 */
export async function makeGuestsGiveWay(
  trx: Db | Trx,
  listIds: readonly string[],
  accountId: string,
): Promise<void> {
  if (listIds.length === 0) return
  const guests = await trx
    .selectFrom('account')
    .select(['id', 'name', 'language', 'guest_of'])
    .where('guest_of', 'in', oneOf(listIds))
    // Must match the condition of the partial index exactly, or SQLite does not use the index.
    .where('guest_of', '<>', '')
    .where('status', '<>', 'D')
    .orderBy('id')
    .execute()
  const [person] = guests.length === 0 ? [] : await peopleOf(trx, [accountId])
  for (const { id, name, language, guest_of } of guests) {
    if (!person || !looksLike(name, person)) continue
    const list = await trx
      .selectFrom('list')
      .select(['id', 'owner_id'])
      .where('id', '=', guest_of)
      .executeTakeFirstOrThrow()
    const others = (await peopleOn(trx, list)).filter((other) => other.id !== id)
    // At most one number for each of the others is taken.
    for (let n = 1; ; n++) {
      const free = `${sayIn(language)('Guest')}${n === 1 ? '' : n} ${name}`
      if (n <= others.length && others.some((other) => looksLike(free, other))) continue
      await trx.updateTable('account').set({ name: free }).where('id', '=', id).execute()
      break
    }
  }
}
