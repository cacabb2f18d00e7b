import { msg, plural } from '@lingui/core/macro'
import { v7 as newId } from 'uuid'
import {
  type Exchanged,
  type ExchangedList,
  fileTypes,
  type Format,
  NotReadable,
} from '../../core/exchange/exchange.ts'
import { limits } from '../../core/product/entities.ts'
import { defaultName, inPlace } from '../../core/product/list-copies.ts'
import type { ProductAdd } from '../../core/sync/change.ts'
import { runThrough } from '../../core/text/steps.ts'
import type { ChangesOf } from '../../device/storage/outbox.ts'
import { useAccountSettings } from '../account/state/settings.ts'
import { download } from '../lib/download.ts'
import { wholeList, write } from '../list/state/list-actions.ts'
import { callOnce } from '../sync/call-once.ts'
import { attempt } from '../sync/calls.ts'
import { pullOverview } from '../sync/overview.ts'
import { http } from '../../device/network.ts'
import { categoriesChanged, templateChanged } from '../templates/state/queries.ts'
import { ownCategories, ownTemplates } from '../templates/state/place.ts'
import { currentLanguage } from '../texts/i18n.ts'
import { problemText } from '../texts/problem-text.ts'
import { texts } from '../texts/texts.ts'
import { notify } from '../ui/notices.ts'

const loadFormats = () => import('./formats.ts')

/** What can be imported, for a file picker. */
export const acceptedFiles = '.json,.csv,.txt,.md,.ics,.zip'

/** Loads the code that writes a product as a line; null if that failed. */
export async function loadAsLine() {
  return (await attempt(loadFormats, texts.serverError))?.done.asLine ?? null
}

/** Writes a list as a file, from this device's storage; null if it is not here. The user has then been told. */
async function fileOf(id: string, format: Format): Promise<File | null> {
  const whole = await wholeList(id)
  const loaded = whole && (await attempt(loadFormats, texts.serverError))
  if (!loaded) return null
  const { exchangedProduct, fileNameOf, writeList } = loaded.done
  const { listName, date, listStatus, currency } = whole.list
  const list = { listName, date, listStatus, currency, products: whole.products.map(exchangedProduct) }
  const ids = whole.products.map((product) => product.id)
  const text = runThrough(writeList(list, format, { language: currentLanguage(), at: Date.now(), ids }))
  return new File([text], fileNameOf(listName, format), { type: fileTypes[format].type })
}

/** Returns whether files of this format go to other apps by the system's own sheet, as on phones. */
export function canShareFiles(format: Format): boolean {
  const { ending, type } = fileTypes[format]
  const files = [new File([''], `a.${ending}`, { type })]
  return matchMedia('(pointer: coarse)').matches && 'canShare' in navigator && navigator.canShare({ files })
}

/** Saves a list as a file, or shares the file where people do that. */
export async function saveList(id: string, format: Format): Promise<void> {
  const file = await fileOf(id, format)
  if (!file) return
  if (!canShareFiles(format)) return download(file.name, file)
  await navigator.share({ files: [file] }).catch((error: unknown) => {
    // Closing the sheet is no failure; where the system refuses the file it is saved.
    if (!(error instanceof DOMException && error.name === 'AbortError')) download(file.name, file)
  })
}

/** Puts a list on the clipboard as a text for a message. */
export async function copyList(id: string): Promise<void> {
  const file = await fileOf(id, 'text')
  if (!file) return
  const done = await attempt(async () => navigator.clipboard.writeText(await file.text()), texts.serverError)
  if (done) notify('success', msg`Copied`)
}

/** Reads files on this device. Returns null if they hold no list; the user has then been told why. */
export async function readGiven(files: readonly File[]): Promise<Exchanged | null> {
  const loaded = await attempt(loadFormats, texts.serverError)
  if (!loaded) return null
  try {
    const given = await Promise.all(
      files.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })),
    )
    return runThrough(loaded.done.readFiles(given, { language: currentLanguage() }))
  } catch (error) {
    const why = error instanceof NotReadable ? error.why : 'unknownFormat'
    notify('error', problemText(why === 'fileTooLarge' ? 'tooLarge' : why))
    return null
  }
}

/** The File Handling API, which TypeScript does not know yet. */
interface LaunchQueue {
  setConsumer: (consume: (launch: { files?: readonly { getFile: () => Promise<File> }[] }) => void) => void
}

/** Calls `take` with the files that the app was opened with, or is while the page is open. */
export function onOpened(take: (files: File[]) => void): void {
  const { launchQueue } = globalThis as { launchQueue?: LaunchQueue }
  launchQueue?.setConsumer(({ files = [] }) => {
    if (files.length > 0) void Promise.all(files.map((file) => file.getFile())).then(take)
  })
}

/** From this many products on, the server reads the file: an outbox of that size takes minutes. */
const mostHere = 5_000

/** Returns whether only the server can take all of it: the file of a whole account, or a very long one. */
export function needsServer({ account, lists }: Exchanged): boolean {
  return account !== undefined || lists.reduce((sum, { products }) => sum + products.length, 0) > mostHere
}

/** Makes what was chosen of a file, through the outbox. Returns the ids of the lists; null if nothing was made. */
export async function importHere({ lists, templates, categories }: Exchanged): Promise<string[] | null> {
  const made = lists.map(changesOf)
  if (made.length > 0 && !(await write(made))) return null
  const [ofTemplates, ofCategories] = [ownTemplates(), ownCategories()]
  const rest = await attempt(async () => {
    for (const category of categories)
      await callOnce(`category ${JSON.stringify(category)}`, (id) => ofCategories.create(id, category))
    for (const { products, currency: _, templateName, portions, source, ...look } of templates)
      await callOnce(`template ${templateName} ${products.length}`, async (id) => {
        const first = products.slice(0, limits.ingredients)
        await ofTemplates.createFromRecipe(id, { templateName, portions, source }, first)
        await ofTemplates.update(id, look)
        for (const value of products.slice(limits.ingredients))
          await ofTemplates.addProduct(id, newId(), value)
      })
  }, texts.serverError)
  if (templates.length > 0) await templateChanged()
  if (categories.length > 0) await categoriesChanged()
  if (!rest && made.length === 0) return null
  tellImported(lists.length, templates.length)
  return made.map(({ listId }) => listId)
}

/** Lets the server make everything that files hold. Returns the ids of the lists; null if that failed. */
export async function importThere(file: File): Promise<string[] | null> {
  const done = await attempt(() =>
    callOnce(`import ${file.name} ${file.size} ${file.lastModified}`, (idempotencyKey) =>
      http.call('POST /api/v3/import', {
        query: { name: file.name },
        file,
        idempotencyKey,
        timeout: 120_000,
      }),
    ),
  )
  if (!done) return null
  const ids = done.done.lists.filter((id) => typeof id === 'string')
  void pullOverview()
  await templateChanged()
  await categoriesChanged()
  tellImported(ids.length, 0)
  return ids
}

function tellImported(lists: number, templates: number): void {
  if (lists > 0)
    notify('success', msg`${plural(lists, { one: '# list imported', other: '# lists imported' })}`)
  else if (templates > 0)
    notify(
      'success',
      msg`${plural(templates, { one: '# template imported', other: '# templates imported' })}`,
    )
}

/** The changes that make a list of a file. It is the importer's own: nobody else gets it with the household. */
function changesOf({ listName, date, listStatus, currency, products }: ExchangedList): ChangesOf {
  const id = newId()
  const now = new Date().toISOString()
  const value = {
    listName: listName || defaultName(currentLanguage(), Date.now()),
    date: date ?? now,
    ...(listStatus && { listStatus }),
    currency: currency ?? useAccountSettings.getState().settings.currency,
  }
  const adds = inPlace(products.map((product) => product.value)).map((one, i): ProductAdd => {
    const boughtAt = one.productStatus && { boughtAt: products[i]?.boughtAt ?? 0 }
    return { op: 'add', rowId: newId(), value: one, ...boughtAt }
  })
  return { listId: id, changes: [{ op: 'add', rowId: id, value }, ...adds] }
}
