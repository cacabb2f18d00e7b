import { msg } from '@lingui/core/macro'
import type { Language } from '../../core/product/entities.ts'
import type { Entry } from '../../core/sync/mutation.ts'
import type { TrayItem } from '../../core/sync/replica.ts'
import { changeText, reasonText } from '../texts/change-text.ts'
import { download } from './download.ts'
import { formatDateTime } from '../texts/format.ts'
import { i18n } from '../texts/i18n.ts'
import { currentDevice } from '../state/session/device.ts'
import { readNames, useNames } from '../state/lists/tray.ts'

/** Downloads all changes that are not on the server as readable text: list by list, in the order they were typed. */
export async function saveChanges(language: Language): Promise<void> {
  const { db } = currentDevice()
  const [outbox, tray] = await Promise.all([db.outbox(), db.tray()])
  await save(outbox, tray, language)
}

/** Downloads one change that could not be applied, with all that hung on it. */
export async function saveItem(item: TrayItem, language: Language): Promise<void> {
  await save([], [item], language)
}

async function save(outbox: readonly Entry[], tray: readonly TrayItem[], language: Language): Promise<void> {
  await readNames(outbox, tray)
  const { lists, products } = useNames.getState()
  const refused = tray.flatMap(({ entry, hung, why }) => [entry, ...hung].map((e) => ({ entry: e, why })))
  const all = [...outbox.map((entry) => ({ entry, why: null })), ...refused]
  const line = (entry: Entry) =>
    `${formatDateTime(entry.typedAt, language)}  ${i18n._(changeText(entry, products[entry.rowId], language))}`
  const parts = [...Map.groupBy(all, ({ entry }) => entry.listId)].map(([listId, own]) => {
    const name = lists[listId] ?? i18n._(msg`A list that is no longer here`)
    const lines = own
      .toSorted((a, b) => a.entry.typedAt - b.entry.typedAt)
      .map(({ entry, why }) => line(entry) + (why === null ? '' : ` (${i18n._(reasonText(why))})`))
    return [name, ...lines].join('\n')
  })
  const day = new Date().toISOString().slice(0, 10)
  download(`koszyk-changes-${day}.txt`, new Blob([`${parts.join('\n\n')}\n`], { type: 'text/plain' }))
}
