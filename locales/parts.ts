import { readFile } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import { formatter } from '@lingui/format-po'
import type { Plugin, Rolldown } from 'vite'

/** Components that a page without an account may show in addition to the main script. */
const besideFirst = /\/src\/frame\/snackbar-stack\.tsx$/

/** The modules with everything that the overview and a list show at once. */
const listPages = [
  '/src/routes/app/route.tsx',
  '/src/routes/app/details.$id.tsx',
  '/src/overview/lists-page.tsx',
]

const partOfCatalogue = /\/messages\.po\?(first|app|rest)\?lingui$/
const compiled = /JSON\.parse\(("(?:[^"\\]|\\.)*")\)/

/** Returns, by text id, the screens that use the text; none for a text that only core, server or worker say. */
async function readSources(root: string): Promise<Map<string, string[]>> {
  const filename = resolve(root, 'locales/en/messages.po')
  const context = { locale: '', sourceLocale: 'en', filename }
  const catalogue = await formatter().parse(await readFile(filename, 'utf8'), context)
  const ofScreens = (origin: readonly [file: string, ...unknown[]][] = []) =>
    origin.map(([file]) => file).filter((file) => file.startsWith('src/'))
  return new Map(Object.entries(catalogue).map(([id, { origin }]) => [id, ofScreens(origin)]))
}

type Chunks = Record<string, Rolldown.RenderedChunk>

/** Returns the sources in the chunks that contain a module with this ending, and in the chunks they import. */
function sourcesWith(chunks: Chunks, end: string): Set<string> {
  const found = new Set<string>()
  const add = (chunk: Rolldown.RenderedChunk | undefined) => {
    if (!chunk || chunk.moduleIds.every((id) => found.has(id))) return
    for (const id of chunk.moduleIds) found.add(id)
    for (const name of chunk.imports) add(chunks[name])
  }
  const holds = ({ moduleIds }: Rolldown.RenderedChunk) =>
    moduleIds.some((id) => id.split('?')[0]?.endsWith(end))
  const holding = Object.values(chunks).filter(holds)
  if (holding.length === 0) throw new Error(`No chunk holds ${end}.`)
  for (const chunk of holding) add(chunk)
  return found
}

/**
 * Splits each language into three parts, so that no page waits for texts that it does not show. `first`: texts in the
 * main script, for the log-in page; `app`: those and the texts of the lists; `rest`: all others. The scripts that use a
 * text decide its part. This plugin runs after Lingui's own, which compiles the catalogue and refuses one with a
 * missing text. In development each part contains all texts.
 */
export function textsInParts(root: string): Plugin {
  let sources: Map<string, string[]> | undefined
  return {
    name: 'texts-in-parts',
    apply: 'build',
    async renderChunk(code, { moduleIds }, _options, { chunks }) {
      const part = moduleIds.map((id) => partOfCatalogue.exec(id)?.[1]).find(Boolean)
      if (!part) return null
      sources ??= await readSources(root)
      const literal = compiled.exec(code)?.[1]
      if (!literal) throw new Error('Lingui compiles its catalogues in another way now.')
      const usedIn = (ids: Iterable<string>) => {
        const files = new Set([...ids].map((id) => relative(root, id.split('?')[0] ?? '')))
        return (text: string) => !!sources?.get(text)?.some((file) => files.has(file))
      }
      const beside = Object.values(chunks)
        .flatMap((chunk) => chunk.moduleIds)
        .filter((id) => besideFirst.test(id))
      const inFirst = usedIn([...sourcesWith(chunks, '/src/app/main.tsx'), ...beside])
      const inLists = usedIn(listPages.flatMap((end) => [...sourcesWith(chunks, end)]))
      const isOfScreens = (text: string) => (sources?.get(text)?.length ?? 0) > 0
      const isIn = {
        first: inFirst,
        app: (text: string) => inFirst(text) || inLists(text),
        rest: (text: string) => isOfScreens(text) && !inFirst(text) && !inLists(text),
      }[part as 'first' | 'app' | 'rest']
      const all = Object.entries(JSON.parse(JSON.parse(literal) as string) as Record<string, unknown>)
      const own = JSON.stringify(Object.fromEntries(all.filter(([text]) => isIn(text))))
      return { code: code.replace(literal, () => JSON.stringify(own)), map: null }
    },
  }
}
