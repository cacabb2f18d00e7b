import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { shortName } from '../../../core/words/person-name.ts'
import type { News } from '../../state/lists/open-list.ts'

/** Whether one sentence with a number can say both. */
function isAlike(a: News, b: News): boolean {
  return a.what === b.what && a.by === b.by
}

/**
 * The news that the line says next: what is of one kind with all that it says now adds up, anything else takes its
 * place.
 */
export function addUp(said: readonly News[], news: readonly News[]): readonly News[] {
  const [first] = said
  if (!first || ![...said, ...news].every((one) => isAlike(one, first))) return news
  const ids = new Set(news.map(({ id }) => id))
  return [...said.filter(({ id }) => !ids.has(id)), ...news]
}

/** What others did to the list, in one sentence; `own` is the name of whoever reads it. */
export function newsText(news: readonly News[], own: string): MessageDescriptor {
  const [first] = news
  const count = news.length
  if (!first) return several(undefined, count, own)
  if (count > 1) {
    if (news.every((one) => isAlike(one, first))) return manyAlike(first, count, own)
    return several(news.every(({ by }) => by === first.by) ? first.by : undefined, count, own)
  }
  const { name, what, by } = first
  const who = by && shortName(by)
  if (what === 'deleted') return msg`Somebody deleted: ${name}`
  if (what === 'unbought') return msg`Somebody unticked: ${name}`
  if (what === 'changed') return msg`Somebody changed: ${name}`
  const added = what === 'added'
  if (by === own)
    return added ? msg`Added on your other device: ${name}` : msg`Ticked on your other device: ${name}`
  if (who) return added ? msg`${who} added ${name}` : msg`${who} ticked ${name}`
  return added ? msg`Somebody added: ${name}` : msg`Somebody bought: ${name}`
}

function manyAlike({ what, by }: News, count: number, own: string): MessageDescriptor {
  const who = by && shortName(by)
  if (!who || by === own || (what !== 'added' && what !== 'bought')) return several(by, count, own)
  if (what === 'added')
    return msg`${plural(count, { one: `${who} added # product`, other: `${who} added # products` })}`
  return msg`${plural(count, { one: `${who} ticked # product`, other: `${who} ticked # products` })}`
}

function several(by: string | undefined, count: number, own: string): MessageDescriptor {
  const who = by && shortName(by)
  if (by === own)
    return msg`${plural(count, {
      one: 'Your other device changed # product',
      other: 'Your other device changed # products',
    })}`
  if (who)
    return msg`${plural(count, { one: `${who} changed # product`, other: `${who} changed # products` })}`
  return msg`${plural(count, {
    one: 'Somebody changed # product',
    other: 'Somebody changed # products',
  })}`
}
