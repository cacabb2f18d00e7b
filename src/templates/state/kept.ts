import type { Template } from '../../../core/contract/shapes.ts'
import { type Language, languages } from '../../../core/product/entities.ts'
import { shownOf } from '../../../core/product/fields.ts'
import { templateFields } from '../../../core/product/table.ts'
import { searchWords, wordsKey } from '../../../core/text/normalise.ts'
import { hasWords } from '../../../core/text/product-key.ts'
import type { Device } from '../../../device/device.ts'
import { http } from '../../../device/network.ts'
import { whenIdle } from '../../lib/idle.ts'
import { interactiveCall } from '../../sync/calls.ts'
import { useSync } from '../../sync/sync-status.ts'
import { useDevice } from '../../sync/device.ts'
import { isAccountOf, who } from '../../account/session/session.ts'
import type { Waiting } from '../../account/session/unsent.ts'
import { localTemplates, type TemplateHere } from '../../trial/local.ts'
import type { Shelf } from '../../sync/shelves.ts'
import { currentLanguage } from '../../texts/i18n.ts'

/**
 * Types of the templates that are kept on this device with their products, so that they can be read and copied into
 * lists offline. Other users' templates are not kept, because there may be any number of them.
 */
const keptTypes = ['user', 'predefined'] as const
/** Only the newest of each type are kept. Each costs one call every 12 h. */
const mostKept = 100
const freshMs = 12 * 3_600_000

interface Kept {
  template: Template
  /** epoch ms of the answer */
  at: number
  /** position among the templates of its type; -1 for one that was not listed yet, so it sorts first */
  place: number
}

const prefix = 'template:'
const keyOf = (language: Language, id: string) => `${prefix}${language}:${id}`

function isKept(template: Template): boolean {
  return keptTypes.some((type) => type === template.type)
}

/** Fetches a template with its products; in a trial as visitors see it. */
export function askTemplate(id: string, language: Language): Promise<Template> {
  const call = who() === 'trial' ? 'GET /api/v3/template/public/:id' : 'GET /api/v3/template/:id'
  return interactiveCall(call, { params: { id }, query: { language } })
}

/** Returns whether an answer received now belongs to the account of this device. */
function isFor(device: Device): boolean {
  return device.isTrial || isAccountOf(device.userId)
}

/** Stores a template as the server returned it. A storage failure is ignored, because the call itself succeeded. */
export async function keepTemplate(
  template: Template,
  language: Language,
  device: Device | null,
  place = -1,
): Promise<void> {
  if (!device || !isKept(template) || !isFor(device)) return
  const put = (before: unknown): Kept => ({
    template,
    at: Date.now(),
    place: place === -1 ? ((before as Kept | undefined)?.place ?? -1) : place,
  })
  await device.db.changeValue(keyOf(language, template.id), put).catch(() => undefined)
}

/** Returns the template, or null if it is not on this device. */
export async function keptTemplate(id: string, language: Language): Promise<Template | null> {
  const { device } = useDevice.getState()
  if (!device) return null
  const stored = (await device.db.getValue(keyOf(language, id))) as Kept | undefined
  return (await templateHere(device, id)) ?? stored?.template ?? null
}

/**
 * Returns the kept templates of these types in the server's order. Searches as the server does, by names and products.
 */
export async function keptTemplates(
  types: readonly Shelf[],
  query: string,
  language: Language,
): Promise<Template[]> {
  const { device } = useDevice.getState()
  const local = types.includes('user') && device ? await findTemplatesHere(device, query) : []
  const all = await keptOf(device, language)
  const inPlace = all.toSorted((a, b) => a.place - b.place).map(({ template }) => template)
  const others = inPlace.filter(({ id }) => !local.some((one) => one.id === id))
  const found = searchedFor(others, query)
  return [...local, ...types.flatMap((type) => found.filter((one) => one.type === type))]
}

async function keptOf(device: Device | null, language: Language): Promise<Kept[]> {
  return ((await device?.db.getValues(`${prefix}${language}:`)) ?? []) as Kept[]
}

export async function dropKeptTemplate(id: string): Promise<void> {
  const { device } = useDevice.getState()
  for (const language of languages)
    await device?.db.changeValue(keyOf(language, id), () => undefined).catch(() => undefined)
}

/**
 * Fetches templates that are older than 12 h or whose place changed, one after another. Stops at the first failed call;
 * a later start continues.
 */
async function refresh(device: Device): Promise<void> {
  const language = currentLanguage()
  const storedById = new Map((await keptOf(device, language)).map((one) => [one.template.id, one]))
  const listed: string[] = []
  for (const type of keptTypes) {
    const query = { type, language, page: '1', limit: String(mostKept) }
    if (device.isTrial && type === 'user') continue
    const call = device.isTrial ? 'GET /api/v3/templates/public' : 'GET /api/v3/templates'
    const { items } = await http.call(call, { query })
    listed.push(...items.map(({ id }) => id))
  }
  for (const id of storedById.keys()) if (!listed.includes(id)) await dropKeptTemplate(id)
  for (const [place, id] of listed.entries()) {
    const known = storedById.get(id)
    if (known?.place === place && Date.now() - known.at < freshMs) continue
    if (useDevice.getState().device !== device || !useSync.getState().online) return
    const template = await askTemplate(id, language)
    await keepTemplate(template, language, device, place)
  }
}

/** Keeps the templates fresh: refreshes once the page is idle after a sign-in, and when the network is back. */
export function watchKeptTemplates(): void {
  let refreshed: Device | null = null
  const begin = () =>
    whenIdle(() => {
      const { device } = useDevice.getState()
      if (!device || device === refreshed || !useSync.getState().online || !isFor(device)) return
      refreshed = device
      // Everything else works without them, and the next start tries again.
      void refresh(device)
        .catch(() => undefined)
        .finally(() => {
          if (refreshed === device) refreshed = null
        })
    })
  useDevice.subscribe(begin)
  useSync.subscribe((now, before) => {
    if (now.online && !before.online) begin()
  })
  begin()
}

/**
 * Returns the templates of this device, newest first like the server. `words` are searched in the names of templates
 * and products.
 */
export async function findTemplatesHere({ db }: Pick<Device, 'db'>, words = ''): Promise<Template[]> {
  const all = (await localTemplates.all(db)).map(shownTemplate).toReversed()
  return searchedFor(all, words)
}

export async function templateHere({ db }: Pick<Device, 'db'>, id: string): Promise<Template | null> {
  const stored = await localTemplates.find(db, id)
  return stored && shownTemplate(stored)
}

/** Returns the templates that have each word in their name or in that of a product. */
function searchedFor<T extends Pick<Template, 'templateName' | 'products'>>(
  templates: readonly T[],
  words: string,
): T[] {
  const searched = searchWords(words)
  return templates.filter(({ templateName, products = [] }) => {
    const keys = [templateName, ...products.map(({ productName }) => productName)].map(wordsKey)
    return searched.every((word) => keys.some((key) => hasWords(key, [word])))
  })
}

/** Returns the template in the server's format. */
export function shownTemplate({ id, madeAt, value }: Waiting<TemplateHere>): Template {
  const { products, portions, source, ...values } = value
  return {
    ...values,
    ...(portions && { portions }),
    ...(source && { source }),
    id,
    author: '',
    type: 'user',
    date: new Date(madeAt).toISOString(),
    productCount: products.length,
    products: products.map((product) => ({
      id: product.id,
      ...shownOf(templateFields, product.value),
      ...(product.value.price === undefined && { priceUnknown: true }),
      category_id: null,
      icon: null,
    })),
  }
}
