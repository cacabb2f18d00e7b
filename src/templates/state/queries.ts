import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import type { Template } from '../../../core/contract/shapes.ts'
import type { Language } from '../../../core/product/entities.ts'
import { http } from '../../../device/network.ts'
import { interactiveCall } from '../../sync/calls.ts'
import { builtInCategories, reloadSuggestions } from '../../list/state/load-suggestions.ts'
import { invalidateQueries, queryClient, useQueryClientOf, useServerQuery } from '../../sync/queries.ts'
import { currentDevice, useDevice } from '../../sync/device.ts'
import { who } from '../../account/session/session.ts'
import {
  askTemplate,
  dropKeptTemplate,
  findTemplatesHere,
  keepTemplate,
  keptTemplate,
  keptTemplates,
  templateHere,
} from './kept.ts'
import { type Category, findCategoriesHere } from '../../trial/local.ts'
import { isMissing, rememberTemplates, type Shelf, type TemplateProblem } from '../../sync/shelves.ts'
import { errorText } from '../../texts/problem-text.ts'

export function templateProblem(error: Error | null): TemplateProblem | undefined {
  if (!error) return undefined
  return isMissing(error) ? 'missing' : errorText(error)
}

const pageSize = 48
const search = 'templates'
const single = 'template'
const keptOnes = 'kept templates'
const keptOne = 'kept template'

interface ShelfPage {
  shelf: Shelf
  items: readonly Template[]
  /** number of all templates, including pages not requested yet */
  total: number
}

interface NextPage {
  page: number
  /** the shelves that have this page */
  shelves: readonly Shelf[]
}

async function askShelf(shelf: Shelf, words: string, language: Language, page: number): Promise<ShelfPage> {
  const query = {
    language,
    page: String(page),
    limit: String(pageSize),
    ...(shelf !== 'visitor' && { type: shelf }),
    ...(words !== '' && { query: words }),
  }
  const { device } = useDevice.getState()
  const local = shelf === 'user' && device ? await findTemplatesHere(device, words) : []
  // Without an account the user sees the same other templates as visitors.
  if (device?.isTrial && shelf === 'user') return { shelf, items: local, total: local.length }
  const open = who() === 'trial' || shelf === 'visitor' || shelf === 'public'
  const all = open ? 'GET /api/v3/templates/public' : 'GET /api/v3/templates'
  const some = open ? 'GET /api/v3/templates/public-search' : 'GET /api/v3/templates/search'
  const { items, total } = await http.call(words === '' ? all : some, { query })
  return { shelf, items: page === 1 ? [...local, ...items] : items, total: local.length + total }
}

function nextPage(last: readonly ShelfPage[], { page }: NextPage): NextPage | undefined {
  const shelves = last.flatMap(({ shelf, total }) => (page * pageSize < total ? [shelf] : []))
  return shelves.length > 0 ? { page: page + 1, shelves } : undefined
}

/**
 * Joins the shelves in order and removes duplicates: a user's own public template is on two shelves, and one that is
 * being sent may be on the server already.
 */
function together(pages: readonly (readonly ShelfPage[])[], shelves: readonly Shelf[]) {
  const all = shelves.flatMap((shelf) => pages.flat().filter((page) => page.shelf === shelf))
  const templates = all.flatMap(({ items }) => items)
  const items = [...new Map(templates.toReversed().map((one) => [one.id, one])).values()].toReversed()
  const totals = new Map(all.map(({ shelf, total }) => [shelf, total]))
  const total = [...totals.values()].reduce((sum, one) => sum + one, 0)
  return { items, total: total - (templates.length - items.length) }
}

/** Returns the server's search results for these shelves. Until new ones come, the previous ones stay on screen. */
export function useFoundTemplates(
  shelves: readonly Shelf[],
  words: string,
  language: Language,
  enabled: boolean,
) {
  const name = shelves.join(' ')
  const { client, mayAsk } = useQueryClientOf(shelves.includes('visitor'))
  const options = {
    queryKey: [search, name, language, words],
    queryFn: ({ pageParam }: { pageParam: NextPage }) =>
      Promise.all(pageParam.shelves.map((shelf) => askShelf(shelf, words, language, pageParam.page))),
    initialPageParam: { page: 1, shelves } satisfies NextPage,
    getNextPageParam: (last: ShelfPage[], _: unknown, param: NextPage) => nextPage(last, param),
    placeholderData: (
      before: InfiniteData<ShelfPage[], NextPage> | undefined,
      query: { queryKey: readonly unknown[] } | undefined,
    ) => (query?.queryKey[1] === name ? before : undefined),
    enabled: enabled && mayAsk,
  }
  const { data, error, refetch, fetchNextPage } = useInfiniteQuery(options, client)
  // Until the server has answered, and offline, the templates kept on this device are shown.
  const stored = useServerQuery(
    [keptOnes, name, language, words],
    () => keptTemplates(shelves, words, language),
    !data,
  )
  const fallback =
    stored.data && stored.data.length > 0 ? { items: stored.data, total: stored.data.length } : null
  return {
    /** null: nothing to show yet */
    found: data ? together(data.pages, shelves) : fallback,
    problem: templateProblem(error),
    again: () => void refetch(),
    more: async () => void (await fetchNextPage()),
  }
}

/** Returns a template with its products, from this device or the server. */
export function useOneTemplate(id: string, language: Language, enabled: boolean) {
  const { data, error, refetch } = useServerQuery([single, id, language], () => askOne(id, language), enabled)
  const stored = useServerQuery([keptOne, id, language], () => keptTemplate(id, language), !data)
  return { data: data ?? stored.data ?? undefined, error, refetch }
}

async function askOne(id: string, language: Language): Promise<Template> {
  const { device } = useDevice.getState()
  const local = device && (await templateHere(device, id))
  if (local) return local
  const template = await askTemplate(id, language)
  void keepTemplate(template, language, device)
  const { type, templateName } = template
  if (type === 'public') rememberTemplates({ lastPublic: { id, templateName } })
  return template
}

/** Call after a change of this template. Drops the cached search results, because they may be wrong now. */
export async function templateChanged(id?: string): Promise<void> {
  void queryClient().resetQueries({ queryKey: [search] })
  void invalidateQueries(keptOnes)
  if (id !== undefined) await Promise.all([invalidateQueries(single, id), invalidateQueries(keptOne, id)])
}

/** Call when any template may have been moved to this device. Pending requests are made again too. */
export async function templatesMoved(): Promise<void> {
  const one = queryClient().resetQueries({ queryKey: [single] })
  await Promise.all([templateChanged(), one, invalidateQueries(keptOne)])
}

export function templateGone(id: string): void {
  void templateChanged()
  void dropKeptTemplate(id)
  queryClient().removeQueries({ queryKey: [single, id] })
  queryClient().removeQueries({ queryKey: [keptOne, id] })
}

/** Query key of the user's own categories. */
const categoriesKey = 'categories'

interface Categories {
  own: readonly Category[]
  /** the user can choose among their icons; their names describe the icons */
  builtIn: readonly Category[]
}

export function useCategories(enabled: boolean) {
  return useServerQuery([categoriesKey], askForCategories, enabled)
}

async function askForCategories(): Promise<Categories> {
  const device = currentDevice()
  const localCategories = await findCategoriesHere(device)
  const all = device.isTrial
    ? await builtInCategories()
    : await interactiveCall('GET /api/v3/category-keywords', {})
  return {
    own: [...localCategories, ...all.filter((one) => one.own)],
    builtIn: all.filter((one) => !one.own),
  }
}

/** Call after a change of the own categories, so that they are used for what is typed from now on. */
export async function categoriesChanged(): Promise<void> {
  await Promise.all([reloadSuggestions(), invalidateQueries(categoriesKey)])
}
