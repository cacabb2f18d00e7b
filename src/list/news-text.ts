import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import type { News } from '../state/lists/open-list.ts'

/** What others did to the list, in one sentence. */
export function newsText(news: readonly News[]): MessageDescriptor {
  const [only] = news
  const count = news.length
  if (!only || count > 1)
    return msg`${plural(count, {
      one: 'Somebody changed # product',
      other: 'Somebody changed # products',
    })}`
  const { name, what } = only
  if (what === 'added') return msg`Somebody added: ${name}`
  if (what === 'deleted') return msg`Somebody deleted: ${name}`
  if (what === 'bought') return msg`Somebody bought: ${name}`
  if (what === 'unbought') return msg`Somebody unticked: ${name}`
  return msg`Somebody changed: ${name}`
}
