import { msg } from '@lingui/core/macro'
import type { Language } from '../../../core/product/entities.ts'
import type { Entry } from '../../../core/sync/mutation.ts'
import type { TrayItem } from '../../../core/sync/replica.ts'
import type { ProductValue } from '../../../core/product/table.ts'
import type { AccountDb } from '../../../device/storage/db.ts'
import { changeText, reasonText } from '../../texts/change-text.ts'
import { download } from '../../lib/download.ts'
import { unitNames } from '../../texts/amounts.tsx'
import { formatDateTime, formatNumber } from '../../texts/format.ts'
import { i18n } from '../../texts/i18n.ts'
import { currentDevice } from '../device.ts'
import { localCategories, localTemplates } from '../../trial/local.ts'
import { notify } from '../../ui/notices.ts'
import { useSync } from '../sync-status.ts'
import { readNames } from '../tray.ts'

/** Downloads all changes that are not on the server as readable text: list by list, in the order they were typed. */
export async function saveChanges(language: Language): Promise<void> {
  saveText(await everythingWaiting(language))
}

/** Puts the same text on the clipboard, for when nothing can be saved on this device. */
export async function copyChanges(language: Language): Promise<void> {
  await navigator.clipboard.writeText(await everythingWaiting(language))
  notify('success', msg`Copied`)
}

/** Reads from memory what the storage cannot give: on a full disk it may not open. */
async function everythingWaiting(language: Language): Promise<string> {
  const { db } = currentDevice()
  const { outbox, tray } = useSync.getState()
  const [waiting, refused, accountLines] = await Promise.all([
    db.outbox().catch(() => outbox),
    db.tray().catch(() => tray),
    ownLines(db, language).catch(() => []),
  ])
  return textOf(waiting, refused, language, accountLines)
}

/** Downloads one change that could not be applied, with the changes that depend on it. */
export async function saveItem(item: TrayItem, language: Language): Promise<void> {
  saveText(await textOf([], [item], language))
}

function saveText(text: string): void {
  const day = new Date().toISOString().slice(0, 10)
  download(`koszyk-changes-${day}.txt`, new Blob([text], { type: 'text/plain' }))
}

/** Returns the templates and categories that are only on this device, each with its contents. */
async function ownLines(db: AccountDb, language: Language): Promise<string[]> {
  const [templates, categories] = await Promise.all([localTemplates.all(db), localCategories.all(db)])
  const amount = ({ quantity, unit }: ProductValue) =>
    `${formatNumber(quantity, language)} ${i18n._(unitNames[unit])}`
  return [
    ...templates.map(({ value: { templateName, products } }) =>
      [templateName, ...products.map(({ value }) => `${value.productName}  ${amount(value)}`)].join('\n'),
    ),
    ...categories.map(({ value: { category_name, keywords } }) => `${category_name}\n${keywords.join(', ')}`),
  ]
}

async function textOf(
  outbox: readonly Entry[],
  tray: readonly TrayItem[],
  language: Language,
  accountLines: readonly string[] = [],
): Promise<string> {
  await readNames(outbox, tray).catch(() => undefined) // then only the names are missing
  const { lists, products, currencies } = useSync.getState().names
  const refused = tray.flatMap(({ entry, hung, why }) => [entry, ...hung].map((e) => ({ entry: e, why })))
  const all = [...outbox.map((entry) => ({ entry, why: null })), ...refused]
  const line = (entry: Entry) =>
    `${formatDateTime(entry.typedAt, language)}  ${i18n._(changeText(entry, products[entry.rowId], language, currencies[entry.listId]))}`
  const parts = [...Map.groupBy(all, ({ entry }) => entry.listId)].map(([listId, ofList]) => {
    const name = lists[listId] ?? i18n._(msg`A list that is no longer here`)
    const lines = ofList
      .toSorted((a, b) => a.entry.typedAt - b.entry.typedAt)
      .map(({ entry, why }) => line(entry) + (why === null ? '' : ` (${i18n._(reasonText(why))})`))
    return [name, ...lines].join('\n')
  })
  return `${[...parts, ...accountLines].join('\n\n')}\n`
}
