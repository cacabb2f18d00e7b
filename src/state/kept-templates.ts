import { type Language, languages } from '../../core/product/entities.ts'
import type { Template } from '../../core/contract/shapes.ts'
import type { Device } from '../../device/device.ts'
import { http } from '../../device/network.ts'
import { currentLanguage } from '../texts/i18n.ts'
import { interactiveCall } from './interactive-call.ts'
import { whenIdle } from '../app/idle.ts'
import { ofAccount } from './account-store.ts'
import { useSync } from './lists/sync.ts'
import { findTemplatesHere, searchedFor, templateHere } from './own/shown-templates.ts'
import { useDevice } from './session/device.ts'
import { isSessionOf, isTrial } from './session/session.ts'
import type { Shelf } from './templates.ts'

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
  const call = isTrial() ? 'GET /api/v3/template/public/:id' : 'GET /api/v3/template/:id'
  return interactiveCall(call, { params: { id }, query: { language } })
}

/** Returns whether an answer received now belongs to the account of this device. */
function isFor(device: Device): boolean {
  return device.isTrial || isSessionOf(device.userId)
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
  const kept = (await device.db.getValue(keyOf(language, id))) as Kept | undefined
  return (await templateHere(device, id)) ?? kept?.template ?? null
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
  const here = types.includes('user') && device ? await findTemplatesHere(device, query) : []
  const all = await keptOf(device, language)
  const inPlace = all.toSorted((a, b) => a.place - b.place).map(({ template }) => template)
  const others = inPlace.filter(({ id }) => !here.some((one) => one.id === id))
  const found = searchedFor(others, query)
  return [...here, ...types.flatMap((type) => found.filter((one) => one.type === type))]
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
  const kept = new Map((await keptOf(device, language)).map((one) => [one.template.id, one]))
  const listed: string[] = []
  for (const type of keptTypes) {
    const query = { type, language, page: '1', limit: String(mostKept) }
    if (device.isTrial && type === 'user') continue
    const call = device.isTrial ? 'GET /api/v3/templates/public' : 'GET /api/v3/templates'
    const { items } = await http.call(call, { query })
    listed.push(...items.map(({ id }) => id))
  }
  for (const id of kept.keys()) if (!listed.includes(id)) await dropKeptTemplate(id)
  for (const [place, id] of listed.entries()) {
    const known = kept.get(id)
    if (known?.place === place && Date.now() - known.at < freshMs) continue
    if (useDevice.getState().device !== device || !useSync.getState().online) return
    const template = await askTemplate(id, language)
    await keepTemplate(template, language, device, place)
  }
}

const refreshing = ofAccount((): { now: Promise<unknown> | null } => ({ now: null }))

/** Keeps the templates fresh: refreshes once the page is idle after a sign-in, and when the network is back. */
export function watchKeptTemplates(): void {
  const begin = () =>
    whenIdle(() => {
      const { device } = useDevice.getState()
      if (!device || !useSync.getState().online || !isFor(device)) return
      const own = refreshing(device)
      // Everything else works without them, and the next start tries again.
      own.now ??= refresh(device)
        .catch(() => undefined)
        .finally(() => (own.now = null))
    })
  useDevice.subscribe(begin)
  useSync.subscribe((now, before) => {
    if (now.online && !before.online) begin()
  })
  begin()
}
