import type { MessageDescriptor } from '@lingui/core'
import { create } from 'zustand'
import { type Language, templateTypes } from '../../core/product/entities.ts'
import type { Template } from '../../core/contract/shapes.ts'
import { ProblemError } from '../../device/failures.ts'
import { http } from '../../device/network.ts'
import { currentLanguage } from '../texts/i18n.ts'
import { errorText } from '../texts/problem-text.ts'
import { useDevice } from './session/device.ts'

/** Where templates stand: by type in the app, all that everybody may see for visitors. */
export type Shelf = Template['type'] | 'visitor'

export interface Found {
  items: readonly Template[]
  /** how many there are on the server */
  total: number
}

interface Templates {
  /** the type that was looked at last */
  type: Template['type']
  /** the public template that was opened last */
  lastPublic: { id: string; templateName: string } | null
  /** answers of the server by `foundKey`, for a screen without waiting and for times without a network */
  found: Readonly<Record<string, Found>>
  /** whole templates by `seenKey` */
  seen: Readonly<Record<string, Template>>
  /** why the last question failed, by the same keys */
  problems: Readonly<Record<string, TemplateProblem | undefined>>
}

export type TemplateProblem = MessageDescriptor | 'missing'

const empty: Templates = { type: 'predefined', lastPublic: null, found: {}, seen: {}, problems: {} }

export const useTemplates = create<Templates>(() => empty)

export function foundKey(shelf: Shelf, words: string, language: Language): string {
  return `${language} ${shelf} ${words}`
}

/** `open`: as everybody sees it, so that its author's own is a public one there. */
export function seenKey(id: string, open: boolean, language: Language): string {
  return `${language} ${open} ${id}`
}

const pageSize = 48

function ask(
  shelf: Shelf,
  words: string,
  language: Language,
  page: number,
): Promise<{ items: Template[]; total: number }> {
  const query = {
    language,
    page: String(page),
    limit: String(pageSize),
    ...(shelf !== 'visitor' && { type: shelf }),
    ...(words !== '' && { query: words }),
  }
  if (shelf === 'visitor' || shelf === 'public')
    return words === ''
      ? http.call('GET /api/v3/templates/public', { query })
      : http.call('GET /api/v3/templates/public-search', { query })
  return words === ''
    ? http.call('GET /api/v3/templates', { query })
    : http.call('GET /api/v3/templates/search', { query })
}

/** Runs one question and keeps why it failed, for whoever shows it. */
async function asking(key: string, run: () => Promise<void>): Promise<void> {
  let problem: TemplateProblem | undefined
  try {
    await run()
  } catch (error) {
    const missing = error instanceof ProblemError && [400, 404].includes(error.problem.status)
    problem = missing ? 'missing' : errorText(error)
  }
  useTemplates.setState(({ problems }) => ({ problems: { ...problems, [key]: problem } }))
}

/** Asks for the first page, or with `more` for the one behind those that are known. */
export async function findTemplates(
  shelf: Shelf,
  words: string,
  language: Language,
  more = false,
): Promise<void> {
  const key = foundKey(shelf, words, language)
  const before = more ? (useTemplates.getState().found[key]?.items ?? []) : []
  await asking(key, async () => {
    const { items, total } = await ask(shelf, words, language, Math.floor(before.length / pageSize) + 1)
    const known = new Set(before.map(({ id }) => id))
    const all = [...before, ...items.filter(({ id }) => !known.has(id))]
    useTemplates.setState(({ found }) => ({ found: { ...found, [key]: { items: all, total } } }))
  })
}

/** Asks for a template with its products. */
export async function readTemplate(
  id: string,
  open = false,
  language: Language = currentLanguage(),
): Promise<void> {
  const key = seenKey(id, open, language)
  const options = { params: { id }, query: { language } }
  await asking(key, async () => {
    const template = open
      ? await http.call('GET /api/v3/template/public/:id', options)
      : await http.call('GET /api/v3/template/:id', options)
    useTemplates.setState(({ seen }) => ({ seen: { ...seen, [key]: template } }))
    const { type, templateName } = template
    if (!open && type === 'public') remember({ lastPublic: { id, templateName } })
  })
}

/** What was found may be wrong after a change; a template that is gone is not shown from memory either. */
export function templatesChanged(goneId?: string): void {
  useTemplates.setState(({ seen }) => ({
    found: {},
    seen: Object.fromEntries(Object.entries(seen).filter(([, { id }]) => id !== goneId)),
  }))
}

const key = 'templates'

export function chooseType(type: Template['type']): void {
  remember({ type })
}

function remember(change: Partial<Pick<Templates, 'type' | 'lastPublic'>>): void {
  useTemplates.setState(change)
  const { type, lastPublic } = useTemplates.getState()
  // Only a convenience: where it cannot be kept, it holds until the page closes.
  void useDevice
    .getState()
    .device?.db.putValue(key, { type, lastPublic })
    .catch(() => undefined)
}

/** Brings back what this account looked at last; anything that cannot be understood is left out. */
export async function restoreTemplates(): Promise<void> {
  const stored = (await useDevice.getState().device?.db.getValue(key)) as
    Partial<Templates> | null | undefined
  const { type, lastPublic } = stored ?? {}
  useTemplates.setState({
    ...(type && templateTypes.includes(type) && { type }),
    ...(typeof lastPublic?.id === 'string' && typeof lastPublic.templateName === 'string' && { lastPublic }),
  })
}

/** Templates belong to whoever signed in: nothing of them is left behind a logout. */
export function forgetTemplates(): void {
  useTemplates.setState(empty, true)
}
